package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/docs"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/cobra"
)

func (p *program) lintCommand() *cobra.Command {
	f := &lintFlags{}
	cmd := &cobra.Command{
		Use:   "lint [flags] [path ...]",
		Short: "lint files and trees (the default command)",
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
		Short:             "lint files and trees, and apply the safe fixes; the same as lint --fix",
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

// lint is the command lint.
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

// check refuses flags that contradict each other, and paths that do not exist.
func (f *lintFlags) check(paths, commands []string) error {
	if err := f.fixFlags.check(f.formats, f.watch.how.value != ""); err != nil {
		return err
	}
	if len(f.formats) == 0 && !f.diff {
		f.formats = []target{{format: "text"}}
	}
	if err := f.suppressing.check(f); err != nil {
		return err
	}
	if err := errors.Join(f.changed.check(paths, f.stdin.path != "", f.fix || f.diff), f.known.check(), f.stdin.read(paths)); err != nil {
		return err
	}
	missing := checkPaths
	if f.hook { // a commit may remove files
		missing = func([]string, []string) error { return nil }
	}
	return errors.Join(f.checkHook(), f.checkConfigFrom(), missing(paths, commands), checkTargets(f.formats))
}

// lintRequest returns what the flags ask for.
func (p *program) lintRequest(f *lintFlags, selection *config.Selection, paths []string) (lint.Request, error) {
	f.profile.start()
	req, err := p.request(&f.sources, p.analyzers, paths)
	req.Selection, req.Targets, req.Base, req.Profile = selection, f.targets, f.base, f.profile.of
	req.Limit, req.Hook, req.HookBase, req.Whole = true, f.hook, p.hookBase(), f.grown
	req.Changed = f.changed.Changed
	req.Baseline = f.known.request()
	req.Cache = f.watch.cache()
	req.OnRoot = func(discover.Root) error { return p.checkPlaces(f.formats) }
	if f.stdin.path != "" {
		req.Stdin = &lint.Stdin{Path: f.stdin.path, Content: f.stdin.content}
	}
	return req, err
}

// lintOnce checks files, fixes them if that was asked for, and reports.
func (p *program) lintOnce(ctx context.Context, f *lintFlags, req lint.Request, notices []string) error {
	result, unfixed := p.result(ctx, f, req, notices)
	if result == nil {
		return unfixed
	}
	f.grown = f.grown || result.Grown
	addNotices(result.Report, notices)
	since := f.profile.of.Start()
	err := p.report(ctx, f, result.Report, report.Write)
	f.profile.of.End(stepReport, since, 0)
	f.profile.print(p, f.verbose)
	switch {
	case err != nil && !term.IsClosedPipe(err):
		return err
	case unfixed != nil:
		return unfixed
	case fails(result.Report.Summary, f.failOn.value):
		return &foundError{}
	}
	return nil
}

func addNotices(r *finding.Report, messages []string) {
	for _, m := range messages {
		r.Notices = append(r.Notices, finding.Notice{Message: m})
	}
}

// result returns what is to be reported. A nil result ends the command, with the error; beside a result the error is
// about files that could not be written.
func (p *program) result(ctx context.Context, f *lintFlags, req lint.Request, notices []string) (*lint.Result, error) {
	switch {
	case f.diff || f.fix:
		defer p.showProgress(&req)()
		rounds := f.cache(req)
		fixes, err := fixer.New(ctx, req, f.unsafeFixes, rounds)
		switch {
		case err != nil:
			return nil, err
		case f.diff:
			return nil, p.printDiff(ctx, f, fixes, notices)
		case f.stdin.path != "":
			return p.fixInput(ctx, f, fixes)
		}
		return p.fixFiles(ctx, f, fixes)
	case f.suppressing.add:
		return p.addSuppressions(ctx, f, req)
	}
	return p.execute(ctx, req)
}

// fails reports whether findings reach the severity that --fail-on names.
func fails(s finding.Summary, failOn string) bool {
	switch failOn {
	case "error":
		return s.Errors > 0
	case "warning":
		return s.Errors+s.Warnings > 0
	case "info":
		return s.Errors+s.Warnings+s.Infos > 0
	}
	return false
}

// A reporter writes a report in a format.
type reporter func(w io.Writer, format string, r *finding.Report, o report.Options) error

// report writes the report to everything that --format names.
func (p *program) report(ctx context.Context, f *lintFlags, r *finding.Report, write reporter) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !f.showSuppressed {
		r.Suppressed = nil
	}
	plain := p.reportOptions(f).WithPages(r.Rules)
	told := *r // with what reports leave out
	plain.Cut = func(n finding.Notice) { told.Notices = append(told.Notices[:len(told.Notices):len(told.Notices)], n) }
	var stdout string
	for _, t := range f.formats {
		if t.file == "" {
			stdout = t.format
			continue
		}
		err := p.writeFile(t.file, safefile.Options{}, func(w io.Writer) error { return write(w, t.format, r, plain) })
		if err != nil {
			return fmt.Errorf("write %s: %w", t.file, err)
		}
	}
	if stdout != "" {
		if err := write(p.Out, stdout, r, p.forTerminal(plain, f, p.OutFile)); err != nil {
			return fmt.Errorf("write standard output: %w", treefs.WithoutPath(err))
		}
	}
	if f.quiet {
		return nil
	}
	return p.remarks(f, &told, stdout)
}

// remarks writes to standard error what belongs beside the report.
func (p *program) remarks(f *lintFlags, r *finding.Report, stdout string) error {
	o := p.forTerminal(p.reportOptions(f), f, p.ErrFile)
	if err := report.Notices(p.Err, r, o); err != nil {
		return err
	}
	if stdout == "text" {
		return nil
	}
	if f.statistics {
		return report.Write(p.Err, "text", r, o)
	}
	if stdout == "" {
		var files []string
		for _, t := range f.formats {
			files = append(files, t.file)
		}
		s := r.Summary
		p.Note("%s, %s, %s in %s, written to %s", quote.Plural(s.Errors, "error"), quote.Plural(s.Warnings, "warning"),
			quote.Plural(s.Infos, "info"), quote.Plural(s.Files, "file"), strings.Join(files, ", "))
	}
	return nil
}

// reportOptions are the options of a report that goes to a file.
func (p *program) reportOptions(f *lintFlags) report.Options {
	version, _ := build()
	return report.Options{
		MaxResults: f.maxResults,
		Category:   f.category,
		Statistics: f.statistics,
		Quiet:      f.quiet,
		Verbose:    f.verbose,
		Version:    version,
		Help:       func(rule string) string { page, _ := docs.Page(rule); return page },
		URL:        pageOf,
	}
}

// forTerminal adds what makes a report fit a terminal or a log.
func (p *program) forTerminal(o report.Options, f *lintFlags, to *os.File) report.Options {
	o.Color = p.HasColor(f.color.value, to)
	o.Links = o.Color && term.IsTerminal(to)
	o.Width = term.Width(to)
	o.CI = p.IsCI()
	return o
}
