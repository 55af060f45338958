package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/treefs"
)

// request returns the request for the flags about files. Analyzers run on the files below the paths.
func (p *program) request(f *sourceFlags, analyzers []*analysis.Analyzer, paths []string) (lint.Request, error) {
	dir, err := workingDirectory()
	req := lint.Request{
		Dir: dir, Ceilings: p.ceilings(), Paths: paths, Rules: p.rules(), Analyzers: analyzers, Output: &p.files,
		Dialect: f.dialect.value, Config: f.config, NoConfig: f.noConfig, Isolated: f.isolated, ConfigFrom: f.configFrom, Exclude: f.exclude,
		NoIgnore: f.noIgnore, FollowSymlinks: f.followSymlinks, AllowEmpty: f.allowEmpty, Jobs: f.jobs,
		NoInlineSuppressions: f.noInline, Enforce: f.enforce,
	}
	if f.verbose {
		req.Log = p.Note
	}
	return req, err
}

// execute executes a request.
func (p *program) execute(ctx context.Context, req lint.Request) (*lint.Result, error) {
	defer p.showProgress(&req)()
	return lint.Run(ctx, req)
}

// ceilings returns the directories at which the search for a repository stops.
func (p *program) ceilings() string { return p.Env("GIT_CEILING_DIRECTORIES") }

// workingDirectory returns the working directory with symbolic links resolved.
func workingDirectory() (string, error) {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("cannot determine the working directory: %w", treefs.WithoutPath(err))
	}
	return dir, nil
}

// checkPaths rejects paths that do not exist. The first path may be a mistyped command.
func checkPaths(paths, commands []string) error {
	for i, path := range paths {
		_, err := os.Lstat(path)
		if err == nil {
			continue
		}
		hint := ""
		for _, c := range commands {
			if path == c {
				hint = "; write the command first: skilllint " + c
			}
		}
		if hint == "" && i == 0 {
			hint = strings.Replace(config.Suggestion(path, commands), "did you mean", "did you mean the command", 1)
		}
		if hint == "" {
			hint = treefs.DidYouMean(path, err)
		}
		return usagef("%s: %w%s", quote.Text(path), treefs.WithoutPath(err), hint)
	}
	return nil
}
