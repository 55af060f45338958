package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/setup"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// initFlags are the flags of init.
type initFlags struct {
	sources
	baseline  bool
	workflow  bool
	preCommit bool
	dryRun    bool
}

func (p *program) initCommand() *cobra.Command {
	f := &initFlags{}
	cmd := &cobra.Command{
		Use:   "init [flags] [folder]",
		Short: "look at a tree, and write a commented " + config.Name + " that fits it",
		Long: "Says which skills, agents and other files were found, as which dialect and why, and what a run finds.\n" +
			"The configuration is for the root of the repository, or for the folder. No file is overwritten.",
		Example:           "  skilllint init\n  skilllint init --baseline --workflow --pre-commit\n",
		Args:              atMost(1, "folder"),
		ValidArgsFunction: completePaths,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.BoolVar(&f.baseline, "baseline", false, "record today's findings in "+baseline.Name+", so that only new ones count")
	set.BoolVar(&f.workflow, "workflow", false, "write "+workflowFile+", for GitHub Actions, too")
	set.BoolVar(&f.preCommit, "pre-commit", false, "add skilllint to "+preCommitFile+", or begin that file")
	set.BoolVar(&f.dryRun, "dry-run", false, "print what would be written, and write nothing")
	set.BoolVar(&f.allowEmpty, "allow-empty", false, "a tree with nothing to check is fine")
	addGroups(cmd, set)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.init(cmd.Context(), f, args) }
	return cmd
}

// The files that init writes beside the configuration.
const (
	workflowFile  = ".github/workflows/skilllint.yml"
	preCommitFile = ".pre-commit-config.yaml"
)

// init is the command init.
func (p *program) init(ctx context.Context, f *initFlags, args []string) error {
	i := &initialization{program: p, flags: f}
	if err := i.survey(ctx, args); err != nil {
		return err
	}
	files, err := i.files(ctx)
	if err != nil {
		return err
	}
	i.tell()
	if err := report.Notices(p.Err, i.result.Report, report.Options{CI: p.IsCI()}); err != nil {
		return err
	}
	if f.dryRun {
		i.show(files)
		return nil
	}
	if err := i.write(files); err != nil {
		return err
	}
	if f.baseline {
		return p.record(ctx, &recordFlags{}, []string{filepath.FromSlash(i.shown(i.folder))})
	}
	return i.compare(ctx, args)
}

// An initialization is one run of init.
type initialization struct {
	*program
	flags   *initFlags
	root    discover.Root
	folder  string // that is set up: below the root, with "/"; "." for the root
	shown   func(rel string) string
	result  *lint.Result
	found   *setup.Survey
	keep    bool // a configuration is there already
	extends string
}

// survey looks at the tree.
func (i *initialization) survey(ctx context.Context, args []string) error {
	if len(args) > 0 {
		if err := checkPaths(args, nil); err != nil {
			return err
		}
		if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
			return usagef("%s is no folder; a configuration is for all that is in one", quote.Text(args[0]))
		}
	}
	keys := map[*analysis.File][]string{}
	req, err := i.lintRequest(args, keysCollector(keys))
	if err != nil {
		return err
	}
	req.OnRoot = func(root discover.Root) error {
		i.root, i.shown = root, req.Shown(root.Dir)
		return i.chooseFolder(args)
	}
	result, err := i.execute(ctx, req)
	if err != nil {
		return err
	}
	if err := result.Complete(); err != nil && i.flags.baseline {
		return err
	}
	for _, u := range result.Unchecked {
		i.Note("notice: %s: %s", u.Path, u.Reason)
	}
	i.result = result
	var files []setup.FoundFile
	for _, file := range i.result.Files {
		rel := file.Rel
		if i.folder != "." {
			rel = strings.TrimPrefix(rel, i.folder+"/")
		}
		files = append(files, setup.FoundFile{File: file, Rel: rel, Keys: keys[file]})
	}
	i.found = setup.Look(files, loader.IDs())
	return nil
}

// lintRequest returns the request for the folder as it is.
func (i *initialization) lintRequest(args []string, more ...*analysis.Analyzer) (lint.Request, error) {
	req, err := i.request(&i.flags.sources, append(i.rules(), more...), args)
	req.Whole = len(args) == 0
	return req, err
}

// compare says what the configuration has changed, if it changes anything.
func (i *initialization) compare(ctx context.Context, args []string) error {
	if i.keep || len(i.found.Pins)+len(i.found.Left) == 0 {
		return nil
	}
	req, err := i.lintRequest(args)
	if err != nil {
		return err
	}
	result, err := i.execute(ctx, req)
	if err != nil {
		return err
	}
	fmt.Fprintf(i.People(), "With what it says of dialects and of what is left out, a run finds %s.\n", counts(result.Report.Summary))
	return nil
}

// counts says how much was found.
func counts(s finding.Summary) string {
	return fmt.Sprintf("%s, %s, %s in %s", quote.Plural(s.Errors, "error"), quote.Plural(s.Warnings, "warning"),
		quote.Plural(s.Infos, "info"), quote.Plural(s.Files, "file"))
}

// chooseFolder finds out which folder is set up, and what is there already.
func (i *initialization) chooseFolder(args []string) error {
	i.folder = "."
	if len(args) > 0 {
		dir, err := filepath.Abs(args[0])
		if err == nil {
			dir, err = filepath.EvalSymlinks(dir)
		}
		if err == nil {
			dir, err = filepath.Rel(i.root.Dir, dir)
		}
		if err != nil {
			return fmt.Errorf("find %s: %w", quote.Text(args[0]), treefs.WithoutPath(err))
		}
		i.folder = filepath.ToSlash(dir)
	}
	name := path.Join(i.folder, config.Name)
	if _, err := i.root.Disk.Lstat(filepath.FromSlash(name)); err == nil {
		switch {
		case i.flags.baseline:
			return usagef("%s is there already; nothing was written; `skilllint baseline` records findings for it", i.shown(name))
		case !i.flags.workflow && !i.flags.preCommit:
			return usagef("%s is there already; nothing was written", i.shown(name))
		}
		i.keep = true
	}
	for above, up := i.folder, ".."; above != "."; up += "/.." {
		above = path.Dir(above)
		if _, err := i.root.Disk.Lstat(filepath.FromSlash(path.Join(above, config.Name))); err == nil {
			i.extends = up + "/" + config.Name
			break
		}
	}
	return nil
}

// keysCollector returns an analyzer that puts the keys of the headers of all skills into a map.
func keysCollector(keys map[*analysis.File][]string) *analysis.Analyzer {
	fact := analysis.NewFact("view/keys", "keys of a header", analysis.PerDocument, analysis.Skill,
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
		Name: "view/init", Doc: "collects what tells whose a skill is", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{fact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for file, found := range fact.All(pass.Store) {
				keys[file] = found
			}
			return nil
		},
	}
}

// release returns the skilllint that others are to run: this one, as far as its build tells.
func release() setup.Release {
	const ask = "pin its commit: git ls-remote " + setup.Repository + " "
	version, commit, modified := built()
	if !strings.HasPrefix(version, "v") || strings.Count(version, "-") > 1 || strings.Contains(version, "+") {
		version = "" // of no tag
	}
	switch {
	case version != "": // its tag has checksums of the binaries, and the commit that they are built from has none
		return setup.Release{Ref: version, Note: ask + version}
	case commit != "" && !modified:
		return setup.Release{Ref: commit}
	}
	return setup.Release{Ref: "main", Note: ask + "main"}
}

// hints returns the rules that find most among some findings, the first most.
func hints(findings []finding.Finding) []setup.RuleHint {
	counts := map[string]int{}
	for _, f := range findings {
		counts[f.Rule]++
	}
	var found []setup.RuleHint
	for name, n := range counts {
		found = append(found, setup.RuleHint{Name: name, Findings: n})
	}
	sorting.By(found, func(a, b setup.RuleHint) int {
		return cmp.Or(b.Findings-a.Findings, strings.Compare(a.Name, b.Name))
	})
	return found[:min(len(found), mostHints)]
}

// mostHints is how many rules are named, of those that find most.
const mostHints = 5

// isAdvice reports whether a finding is no error and no warning.
func isAdvice(f finding.Finding) bool { return f.Severity < analysis.Warning }
