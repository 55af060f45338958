package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
)

func (p *program) lintCommand() *cobra.Command {
	f := &lintFlags{}
	cmd := &cobra.Command{
		Use:   "lint [flags] [path ...]",
		Short: "lint files and directories (the default command)",
		Example: "  skilllint\n  skilllint --format sarif=skilllint.sarif --format text skills\n" +
			"  skilllint --select deps,markdown/unclosed-fence --fail-on warning\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if f.version {
				printVersion(p.Out)
				return nil
			}
			return p.lint(cmd.Context(), f, paths, commandNames(cmd.Root()))
		},
	}
	f.register(cmd)
	return cmd
}

func (p *program) fixCommand() *cobra.Command {
	f := &lintFlags{}
	cmd := &cobra.Command{
		Use:               "fix [flags] [path ...]",
		Short:             "lint and apply safe fixes (same as lint --fix)",
		Example:           "  skilllint fix\n  skilllint fix --select frontmatter --unsafe-fixes skills\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			f.fix = true
			return p.lint(cmd.Context(), f, paths, commandNames(cmd.Root()))
		},
	}
	f.register(cmd)
	cmd.Flags().Lookup("fix").Hidden = true
	return cmd
}

// lint runs the command lint.
func (p *program) lint(ctx context.Context, f *lintFlags, paths, commands []string) error {
	if err := f.check(paths, commands); err != nil {
		return err
	}
	selection, notices, err := config.Select(p.rules(), f.sel, f.ignore)
	if err != nil {
		return err
	}
	if err := f.watch.start(f); err != nil {
		return err
	}
	ctx, done := f.fetch.context(ctx, p.Note)
	defer done()
	once := func() error {
		req, err := p.lintRequest(f, selection, paths)
		if err != nil {
			return err
		}
		return p.lintOnce(ctx, f, req, notices)
	}
	if f.watch.state != nil {
		return p.watch(ctx, f, once)
	}
	return once()
}

// check rejects conflicting flags, and paths that do not exist.
func (f *lintFlags) check(paths, commands []string) error {
	if err := f.checkTree(); err != nil {
		return err
	}
	if err := f.fixFlags.check(f.formats, f.watch.mode.value != ""); err != nil {
		return err
	}
	if len(f.formats) == 0 && !f.diff {
		f.formats = []report.Target{{Format: "text"}}
	}
	if err := f.addIgnore.check(f); err != nil {
		return err
	}
	if err := errors.Join(f.changed.check(paths, f.stdin.path != "", f.fix || f.diff), f.known.check(), f.stdin.read(paths)); err != nil {
		return err
	}
	checkExisting := checkPaths
	if f.hook { // a commit may remove files
		checkExisting = func([]string, []string) error { return nil }
	}
	return errors.Join(f.checkHook(), f.checkConfigFrom(), f.fetch.check(f.changed.Ref, f.base, f.configFrom), checkExisting(paths, commands), checkTargets(f.formats))
}

// lintRequest returns the request for the flags.
func (p *program) lintRequest(f *lintFlags, selection *config.Selection, paths []string) (lint.Request, error) {
	f.profile.start()
	if len(f.sel) > 0 && !slices.Contains(f.sel, "all") && f.minSeverity.value == "" {
		f.minSeverity.value = "info" // also report infos of rules that are selected by name
	}
	req, err := p.request(&f.sourceFlags, p.analyzers, paths)
	req.Selection, req.Targets, req.Base, req.Profile = selection, f.targets, f.base, f.profile.profile
	req.Limit, req.Hook, req.HookBase, req.Whole = true, f.hook, p.hookBase(), f.wholeTrees
	req.Changed = f.changed.Changed
	req.Baseline = f.known.request()
	req.Cache = f.watch.cache()
	req.OnRoot = func(discover.Root) error { return p.checkPlaces(f.formats) }
	req.Guard = f.stdin.isTree
	if req.Memory = f.stdin.tree; f.stdin.path != "" {
		req.Stdin = &lint.Stdin{Path: f.stdin.path, Content: f.stdin.content}
	}
	return req, err
}

// lintOnce checks files, fixes them if requested, and reports.
func (p *program) lintOnce(ctx context.Context, f *lintFlags, req lint.Request, notices []string) error {
	result, unfixed := p.result(ctx, f, req, notices)
	if result == nil {
		return unfixed
	}
	f.wholeTrees = f.wholeTrees || result.Widened
	result.Report.ReadOnly = f.stdin.isTree
	addNotices(result.Report, notices)
	since := f.profile.profile.Start()
	err := p.report(ctx, f, result.Visible(f.severities()), report.Write)
	f.profile.profile.End(stepReport, since, 0)
	f.profile.print(p, f.verbose)
	switch {
	case err != nil && !term.IsClosedPipe(err):
		return err
	case unfixed != nil:
		return unfixed
	case f.fails(result.Report.Summary):
		return &foundError{}
	}
	return nil
}

func addNotices(r *finding.Report, messages []string) {
	for _, m := range messages {
		r.Notices = append(r.Notices, finding.Notice{Message: m})
	}
}

// result returns the result to report. A nil result ends the command with the error; otherwise the error is
// about files that could not be written.
func (p *program) result(ctx context.Context, f *lintFlags, req lint.Request, notices []string) (*lint.Result, error) {
	switch {
	case f.diff || f.fix:
		defer p.showProgress(&req)()
		fixCache := f.cache(req)
		fixes, err := fixer.New(ctx, req, f.unsafeFixes, fixCache)
		if err == nil {
			fixes.FixOnlyShown(f.severities())
		}
		switch {
		case err != nil:
			return nil, err
		case f.diff:
			return nil, p.printDiff(ctx, f, fixes, notices)
		case f.stdin.path != "":
			return p.fixInput(ctx, f, fixes)
		}
		return p.fixFiles(ctx, f, fixes)
	case f.addIgnore.add:
		return p.addSuppressions(ctx, f, req)
	}
	return p.execute(ctx, req)
}
