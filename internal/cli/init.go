package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/setup"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// initFlags are the flags of init.
type initFlags struct {
	sourceFlags
	baseline  bool
	workflow  bool
	preCommit bool
	dryRun    bool
}

func (p *program) initCommand() *cobra.Command {
	f := &initFlags{}
	cmd := &cobra.Command{
		Use:   "init [flags] [DIR]",
		Short: "create a commented " + config.Name + " for a repository",
		Long: "Lists the skills, subagents and other files found, with their dialects, and ends with an overview of the findings. On a\n" +
			"terminal, it offers to fix what is safe, to record the rest, and to check pull requests.\n\n" +
			"The configuration is for the repository root, or for DIR if given. Existing files are never overwritten.",
		Example:           "  skilllint init\n  skilllint init --baseline --workflow --pre-commit\n",
		Args:              atMost(1, "directory"),
		ValidArgsFunction: completePaths,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.BoolVar(&f.baseline, "baseline", false, "record current findings in "+baseline.Name+" so that only new ones are reported")
	set.BoolVar(&f.workflow, "workflow", false, "also create "+setup.WorkflowFile+" for GitHub Actions")
	set.BoolVar(&f.preCommit, "pre-commit", false, "also add skilllint to "+setup.PreCommitFile+", or create that file")
	set.BoolVar(&f.dryRun, "dry-run", false, "print the files instead of writing them")
	set.BoolVar(&f.allowEmpty, "allow-empty", false, "accept a directory with nothing to lint")
	addGroups(cmd, set)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.init(cmd.Context(), f, args) }
	return cmd
}

// init runs the command init.
func (p *program) init(ctx context.Context, f *initFlags, args []string) error {
	if err := checkPaths(args, nil); err != nil {
		return err
	}
	i := &setup.Init{
		Streams: &p.Streams, Run: p.execute, Output: &p.files, Release: release(),
		Baseline: f.baseline, Workflow: f.workflow, PreCommit: f.preCommit,
		Request: func(folders []string, more ...*analysis.Analyzer) (lint.Request, error) {
			req, err := p.request(&f.sourceFlags, append(p.rules(), more...), folders)
			req.Whole, req.Baseline.Configured = len(folders) == 0, true
			return req, err
		},
	}
	if err := i.Survey(ctx, args); err != nil {
		return err
	}
	files, err := i.Files(ctx)
	if err != nil {
		return err
	}
	i.PrintSummary()
	if err := p.notices(i.Report()); err != nil {
		return err
	}
	if f.dryRun {
		i.Show(files)
	} else if err := i.Write(files); err != nil {
		return err
	}
	dir := filepath.FromSlash(i.Dir())
	if f.baseline && !f.dryRun {
		return p.record(ctx, &recordFlags{}, []string{dir})
	}
	r, err := i.Visible(ctx, args, !f.dryRun)
	if err != nil || r == nil {
		return err
	}
	o := p.forTerminal(report.Options{URL: rulePage, Overview: true}, &lintFlags{outputFlags: outputFlags{color: choice{value: "auto"}}}, p.OutFile)
	o.HasMenu = !f.dryRun && len(r.Findings) > 0 && !f.workflow && !f.preCommit && p.isInteractive()
	fmt.Fprintln(p.Out)
	if err := report.Totals(p.Out, r, o); err != nil || !o.HasMenu {
		return err
	}
	return setup.Offer(os.Stdin, &p.Streams, p.steps(ctx, r, dir))
}

// isInteractive reports whether a person can answer questions.
func (p *program) isInteractive() bool {
	return term.IsTerminal(os.Stdin) && term.IsTerminal(p.OutFile) && !p.IsCI()
}

// steps returns what init offers to do after it has created a configuration.
func (p *program) steps(ctx context.Context, r *finding.Report, dir string) []setup.Step {
	command := func(args ...string) func() error {
		return func() error {
			var found *foundError
			if err := p.rootCommand(args).ExecuteContext(ctx); !errors.As(err, &found) {
				return err
			}
			return nil
		}
	}
	var steps []setup.Step
	if slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.HasSafeFix() }) {
		steps = append(steps, setup.Step{Key: "f", What: "fix what is safe (skilllint --fix)", Run: command("fix", dir)})
	}
	return append(steps,
		setup.Step{Key: "b", What: "record the rest: only new findings are reported (skilllint baseline)", Run: command("baseline", dir)},
		setup.Step{Key: "c", What: "check pull requests on GitHub (skilllint init --workflow)", Run: command("init", "--workflow", dir)})
}

// release returns the version of skilllint to pin: that of this build, if it is a release or an unmodified commit.
func release() setup.Release {
	const ask = "pin its commit: git ls-remote " + setup.Repository + " "
	version, commit, modified := buildVersion()
	if !strings.HasPrefix(version, "v") || strings.Count(version, "-") > 1 || strings.Contains(version, "+") {
		version = "" // not a tag
	}
	switch {
	case version != "": // pin the tag: unlike its commit, it has checksums of binaries
		return setup.Release{Ref: version, Note: ask + version}
	case commit != "" && !modified:
		return setup.Release{Ref: commit}
	}
	return setup.Release{Ref: "main", Note: ask + "main"}
}
