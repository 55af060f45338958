package setup

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Files that init writes besides the configuration.
const (
	WorkflowFile  = ".github/workflows/skilllint.yml"
	PreCommitFile = ".pre-commit-config.yaml"
)

// An Init surveys a tree and writes a matching configuration.
type Init struct {
	*term.Streams
	Request func(dirs []string, more ...*analysis.Analyzer) (lint.Request, error) // to lint directories in their current state
	Run     func(context.Context, lint.Request) (*lint.Result, error)
	Output  *safefile.Writer
	Release Release // version of skilllint in CI files

	Baseline, Workflow, PreCommit bool // write these files, too

	root    discover.Root
	dir     string                  // the directory to set up, below the root, with "/"; "." for the root
	display func(rel string) string // path for messages
	result  *lint.Result
	report  *finding.Report // with joined findings, as lint counts them
	found   *Survey
	keep    bool // a configuration exists
	extends string
}

// Dir returns the directory that is set up, as displayed.
func (i *Init) Dir() string { return i.display(i.dir) }

// Report returns the findings of the survey.
func (i *Init) Report() *finding.Report { return i.report }

// Survey lints and summarizes the tree.
func (i *Init) Survey(ctx context.Context, args []string) error {
	if len(args) > 0 {
		if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
			return fmt.Errorf("%s is not a directory", quote.Text(args[0]))
		}
	}
	keys := map[*analysis.File][]string{}
	req, err := i.Request(args, keysCollector(keys))
	if err != nil {
		return err
	}
	req.OnRoot = func(root discover.Root) error {
		i.root, i.display = root, req.Shown(root.Dir)
		return i.chooseDir(args)
	}
	result, err := i.Run(ctx, req)
	if err != nil {
		return err
	}
	if err := result.Complete(); err != nil && i.Baseline {
		return err
	}
	for _, u := range result.Unchecked {
		i.Note("notice: %s: %s", u.Path, u.Reason)
	}
	i.result, i.report = result, joined(result)
	var files []FoundFile
	for _, file := range i.result.Files {
		rel := file.Rel
		if i.dir != "." {
			rel = strings.TrimPrefix(rel, i.dir+"/")
		}
		files = append(files, FoundFile{File: file, Rel: rel, Keys: keys[file]})
	}
	i.found = Summarize(files, loader.IDs())
	return nil
}

// Visible returns the findings that lint will show, with the new configuration if it was written, or nil if there was one.
func (i *Init) Visible(ctx context.Context, args []string, written bool) (*finding.Report, error) {
	if i.keep {
		return nil, nil
	}
	result := i.result
	if written && len(i.found.Pins)+len(i.found.Excluded) > 0 {
		req, err := i.Request(args)
		if err != nil {
			return nil, err
		}
		if result, err = i.Run(ctx, req); err != nil {
			return nil, err
		}
	}
	return result.Visible(analysis.Off, analysis.Error), nil
}

// joined returns all findings of a run, merged as in reports.
func joined(r *lint.Result) *finding.Report { return lint.Hide(r.Report, analysis.Info, analysis.Off) }

// chooseDir determines the directory to set up and the files that exist in it.
func (i *Init) chooseDir(args []string) error {
	i.dir = "."
	if len(args) > 0 {
		dir, err := filepath.Abs(args[0])
		if err == nil {
			dir, err = filepath.EvalSymlinks(dir)
		}
		if err == nil {
			dir, err = filepath.Rel(i.root.Dir, dir)
		}
		if err != nil {
			return fmt.Errorf("cannot resolve %s: %w", quote.Text(args[0]), treefs.WithoutPath(err))
		}
		i.dir = filepath.ToSlash(dir)
	}
	name := path.Join(i.dir, config.Name)
	if _, err := i.root.Disk.Lstat(filepath.FromSlash(name)); err == nil {
		switch {
		case i.Baseline:
			return fmt.Errorf("%s already exists; nothing was written; run `skilllint baseline` to record findings", i.display(name))
		case !i.Workflow && !i.PreCommit:
			return fmt.Errorf("%s already exists; nothing was written", i.display(name))
		}
		i.keep = true
	}
	for parent, up := i.dir, ".."; parent != "."; up += "/.." {
		parent = path.Dir(parent)
		if _, err := i.root.Disk.Lstat(filepath.FromSlash(path.Join(parent, config.Name))); err == nil {
			i.extends = up + "/" + config.Name
			break
		}
	}
	return nil
}

// keysCollector returns an analyzer that collects the frontmatter keys of all skills in a map.
func keysCollector(keys map[*analysis.File][]string) *analysis.Analyzer {
	fact := analysis.NewFact("view/keys", "fields of the frontmatter", analysis.PerDocument, analysis.Skill,
		func(pass *analysis.Pass) ([]string, error) {
			var found []string
			if data := pass.Document.Data; data != nil {
				for _, m := range data.Members {
					found = append(found, strings.Clone(m.Key))
				}
			}
			return found, nil
		})
	return &analysis.Analyzer{
		Name: "view/init", Doc: "collects evidence of the dialect of skills", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{fact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for file, found := range fact.All(pass.Store) {
				keys[file] = found
			}
			return nil
		},
	}
}

// hints returns the rules with the most findings, in descending order.
func hints(findings []finding.Finding) []RuleHint {
	counts := map[string]int{}
	for _, f := range findings {
		counts[f.Rule]++
	}
	var found []RuleHint
	for name, n := range counts {
		found = append(found, RuleHint{Name: name, Findings: n})
	}
	sorting.By(found, func(a, b RuleHint) int {
		return cmp.Or(b.Findings-a.Findings, strings.Compare(a.Name, b.Name))
	})
	return found[:min(len(found), maxHints)]
}

// maxHints limits the rules in the configuration.
const maxHints = 5

// isInfo reports whether a finding is an info.
func isInfo(f finding.Finding) bool { return f.Severity < analysis.Warning }
