package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/docs"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/focus"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/spf13/cobra"
)

// pages is where the pages of our rules can be read.
const pages = "https://github.com/skilllint/skilllint/blob/main/docs/rules/"

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
				printVersion(p.out)
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
	if err := errors.Join(f.part.check(f), f.checkConfigFrom(), f.part.checkPaths(paths, commands), checkTargets(f.formats)); err != nil {
		return err
	}
	selection, notices, err := config.Select(p.rules(), f.sel, f.ignore)
	if err != nil {
		return err
	}
	if err := f.watch.start(f); err != nil {
		return err
	}
	dir, err := workingDirectory()
	if err != nil {
		return err
	}
	f.part.places(paths, dir, p.getenv("GIT_CEILING_DIRECTORIES"))
	once := func() error { return p.lintOnce(ctx, f, selection, notices, paths) }
	if f.watch.state != nil {
		return p.watch(ctx, f, once)
	}
	return once()
}

// lintOnce looks at files, mends them if that was asked for, and reports.
func (p *program) lintOnce(ctx context.Context, f *lintFlags, selection *config.Selection, notices, paths []string) error {
	f.profile.start()
	m := &mending{program: p, unsafe: f.unsafeFixes, quiet: f.quiet, input: f.stdin.path != "", staged: f.changed.fixes != nil, kept: f.remembering()}
	m.run = func(mended overlay) (*settlement, *analysed, error) {
		f.rounds = m.kept
		return p.look(ctx, f, selection, paths, mended)
	}
	s, result, err := m.run(m.over(nil))
	if err != nil {
		return err
	}
	var unfixed error
	switch {
	case f.diff:
		return p.printDiff(ctx, f, m, s, result, notices)
	case f.fix && m.input:
		if result, err = m.mendInput(ctx, &f.stdin, s, result); err == nil {
			err = p.printInput(f.stdin.content)
		}
		if err != nil {
			return err
		}
	case f.fix:
		if result, unfixed = m.mend(ctx, s, result); result == nil {
			return unfixed
		}
	case f.suppressing.add:
		if result, unfixed = p.ignore(ctx, f, s, result, func() (*settlement, *analysed, error) { return m.run(nil) }); result == nil {
			return unfixed
		}
	}
	for _, n := range notices {
		result.report.Notices = append(result.report.Notices, finding.Notice{Message: n})
	}
	since := f.profile.of.Start()
	err = p.report(ctx, f, result.report, report.Write)
	f.profile.of.End(stepReport, since, 0)
	f.profile.print(p, f.verbose)
	switch {
	case err != nil && !closedPipe(err):
		return err
	case unfixed != nil:
		return unfixed
	case fails(result.report.Summary, f.failOn.value):
		return &foundError{}
	}
	return nil
}

// look runs the pipeline once, as the flags say.
func (p *program) look(ctx context.Context, f *lintFlags, selection *config.Selection, paths []string, mended overlay) (*settlement, *analysed, error) {
	prepare := func() (*settlement, error) { return p.settleLint(f, selection) }
	s, err := prepare()
	if err != nil {
		return nil, nil, err
	}
	defer s.configured.close()
	if err := s.readAsOf(ctx, p.getenv("GIT_CEILING_DIRECTORIES")); err != nil {
		return nil, nil, err
	}
	s.mended = mended
	f.watch.join(s)
	f.fixFlags.join(s)
	reported := f.part.of(f, paths)
	changes := p.since(f).compare(ctx, s)
	defer changes.close()
	if reported != nil && changes == nil && s.keeping == nil {
		s.focus = focus.On(func(file *analysis.File) bool { return reported.asked.holds(s.rootOf(file), file.Rel) })
	}
	result, err := p.analyse(ctx, s, p.analyzers, paths)
	if err == nil && reported == nil && f.part.mustGrow(f, s, result) {
		f.watch.again()
		return p.look(ctx, f, selection, paths, mended)
	}
	if err == nil {
		err = s.checkSelection()
	}
	if err == nil {
		reported, err = reported.begin(s, result)
	}
	if err == nil && !reported.isAll() {
		err = changes.leaveOld(ctx, p, result, prepare, paths)
	}
	if err == nil {
		reported.narrow(s, changes)
		err = p.leaveKnown(&f.known, s, result, changes != nil || reported != nil || f.stdin.path != "")
	}
	if err == nil {
		result.report.Notices = append(result.report.Notices, f.nothingStaged(result.report)...)
		result.report.Notices = append(result.report.Notices, f.part.alone(paths, result)...)
		result.report.Notices = append(result.report.Notices, s.configured.notices(result, s, !f.known.none && f.known.file == "")...)
		err = s.configured.failed()
	}
	return s, result, err
}

// settleLint reads what the flags of lint say.
func (p *program) settleLint(f *lintFlags, selection *config.Selection) (*settlement, error) {
	s, err := p.settle(&f.sources, selection)
	if err != nil {
		return nil, err
	}
	s.targets, s.bases.ref, s.stdin, s.profile = f.targets, f.base, f.stdin, f.profile.of
	s.whole, s.lenient, s.configured.ref = f.part.reads(f), f.part.hook, f.configFrom
	s.checkRoot = func(discover.Root) error { return p.checkPlaces(f.formats) }
	return s, nil
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
	plain := withOwnPages(p.reportOptions(f), r.Rules)
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
		if err := write(p.out, stdout, r, p.forTerminal(plain, f, p.outFile)); err != nil {
			return fmt.Errorf("write standard output: %w", pathless.Error(err))
		}
	}
	if f.quiet {
		return nil
	}
	return p.remarks(f, &told, stdout)
}

// remarks writes to standard error what belongs beside the report.
func (p *program) remarks(f *lintFlags, r *finding.Report, stdout string) error {
	o := p.forTerminal(p.reportOptions(f), f, p.errFile)
	if err := report.Notices(p.err, r, o); err != nil {
		return err
	}
	if stdout == "text" {
		return nil
	}
	if f.statistics {
		return report.Write(p.err, "text", r, o)
	}
	if stdout == "" {
		var files []string
		for _, t := range f.formats {
			files = append(files, t.file)
		}
		s := r.Summary
		p.note("%s, %s, %s in %s, written to %s", quote.Plural(s.Errors, "error"), quote.Plural(s.Warnings, "warning"),
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

// pageOf returns the address of a rule's page, or "" of one that is not ours.
func pageOf(rule string) string {
	if docs.Has(rule) {
		return pages + rule + ".md"
	}
	return ""
}

// forTerminal adds what makes a report fit a terminal or a log.
func (p *program) forTerminal(o report.Options, f *lintFlags, to *os.File) report.Options {
	o.Color = p.colour(f.color.value, to)
	o.Links = o.Color && isTerminal(to)
	o.Width = width(to)
	o.CI = p.ci()
	return o
}
