package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/triage"
)

// fileTimeout is how long one file may take; see threats.md.
const fileTimeout = 5 * time.Second

// An analysed is what a run of the pipeline leaves for the commands.
type analysed struct {
	report    *finding.Report
	files     []*analysis.File // that were looked at
	unchecked []*analysis.File // that were recognised, but are in a format that nothing reads yet
}

// analyse runs the pipeline over paths: discovery, driver and triage.
func (p *program) analyse(ctx context.Context, s *settlement, analyzers []*analysis.Analyzer, paths []string) (*analysed, error) {
	dir, err := workingDirectory()
	if err != nil {
		return nil, err
	}
	started := time.Now()
	var found *discover.Found
	result, err := driver.Run(ctx, driver.Options{
		Analyzers:   analyzers,
		Jobs:        s.flags.jobs,
		SettingsFor: s.settingsFor,
		FileTimeout: fileTimeout,
		Find: func(ctx context.Context, emit func(driver.Input)) ([]analysis.Link, error) {
			var err error
			found, err = discover.Walk(ctx, discover.Options{
				Dir: dir, Paths: paths, Ceilings: p.getenv("GIT_CEILING_DIRECTORIES"),
				NoIgnore: s.flags.noIgnore, FollowSymlinks: s.flags.followSymlinks,
				Policy: s.policy, Tracked: tracked,
			}, func(in discover.Input) { emit(driver.Input(in)) })
			if err != nil {
				return nil, err
			}
			return found.Links, nil
		},
	})
	if err != nil {
		return nil, err
	}
	r := &finding.Report{Rules: s.active()}
	r.Findings = triage.Decide(result.Findings, s.severity)
	r.Notices = append(append(s.notices(), found.Notices...), result.Notices...)
	r.Summary = summary(r.Findings, result.Workspace.Files)
	if s.flags.verbose {
		p.tell(s, found, len(result.Workspace.Files), time.Since(started))
	}
	out := &analysed{r, result.Workspace.Files, found.Unchecked}
	if len(out.files)+len(out.unchecked)+len(r.Findings) == 0 && len(found.Looked) > 0 && !s.flags.allowEmpty {
		return nil, nothing(found, r.Notices)
	}
	return out, nil
}

func summary(findings []finding.Finding, files []*analysis.File) finding.Summary {
	s := finding.Summary{Files: len(files)}
	for _, f := range files {
		if f.Kind == analysis.Skill {
			s.Skills++
		}
	}
	s.Errors, s.Warnings, s.Infos = triage.Count(findings)
	return s
}

// workingDirectory returns the working directory without links, so that paths below it can be
// told from those of other trees.
func workingDirectory() (string, error) {
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("find the working directory: %w", cause(err))
	}
	return dir, nil
}

// nothing is the error for directories in which nothing was recognised.
func nothing(found *discover.Found, notices []finding.Notice) error {
	var b strings.Builder
	fmt.Fprintf(&b, "nothing to check in %s; looked for:", strings.Join(found.Looked, ", "))
	for _, place := range discover.Places() {
		b.WriteString("\n  " + place)
	}
	for _, n := range notices {
		b.WriteString("\n" + strings.TrimPrefix(n.Path+": "+n.Message, ": "))
	}
	b.WriteString("\n--allow-empty makes this no error")
	return errors.New(b.String())
}

// checkPaths refuses paths that do not exist. The first one may be a mistyped command.
func checkPaths(paths, commands []string) error {
	for i, path := range paths {
		_, err := os.Lstat(path)
		if err == nil {
			continue
		}
		hint := ""
		for _, c := range commands {
			if path == c {
				hint = "; a command goes first: skilllint " + c
			}
		}
		if hint == "" && i == 0 {
			hint = strings.Replace(config.Near(path, commands), "did you mean", "did you mean the command", 1)
		}
		return usagef("%s: %w%s", quote.Text(path), cause(err), hint)
	}
	return nil
}

// tell says on standard error what was done.
func (p *program) tell(s *settlement, found *discover.Found, files int, took time.Duration) {
	for _, root := range found.Roots {
		p.note("root: %s", root.Dir)
	}
	for _, c := range s.configs() {
		p.note("configuration: %s", c.Path)
	}
	if found.Hidden > 0 {
		p.note("hidden by ignore files: %d", found.Hidden)
	}
	p.note("%d files in %s", files, took.Round(time.Millisecond))
}
