package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/docs"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/pflag"
)

// outputFlags are the flags for what is reported, and how.
type outputFlags struct {
	formats        []report.Target
	failOn         choice
	minSeverity    choice
	groupBy        choice
	noFold         bool
	maxResults     int
	category       string
	showSuppressed bool
	statistics     bool
	quiet          bool
	noSummary      bool
	color          choice
}

// registerShared registers the flags that lint and manifest share.
func (f *outputFlags) registerShared(set *pflag.FlagSet) {
	set.VarP(formats{&f.formats}, "format", "f", "output format: "+strings.Join(report.Formats(), ", ")+
		" (repeatable; default text)")
	set.BoolVarP(&f.quiet, "quiet", "q", false, "report only errors, as with --min-severity error")
	set.BoolVar(&f.noSummary, "no-summary", false, "omit the summary and all notices except those about unchecked files")
	set.Var(count{&f.maxResults, 1}, "max-results", "report only the N most severe findings (default: all; sarif 25000)")
	f.color = choice{value: "auto", what: "value of --color", words: []string{"auto", "always", "never"}}
	set.Var(namedValue{&f.color, "WHEN"}, "color", "auto, always or never")
}

func (f *outputFlags) register(set *pflag.FlagSet) {
	f.registerShared(set)
	f.registerMinSeverity(set, "info with --select, else as configured, or warning")
	f.groupBy = choice{what: "value of --group-by", words: report.Groupings()}
	set.Var(namedValue{&f.groupBy, "KEY"}, "group-by", "group text by "+strings.Join(report.Groupings(), ", ")+" (default: file on a terminal, else none)")
	set.BoolVar(&f.noFold, "no-fold", false, "list every finding instead of one for each cause (text, markdown)")
	set.BoolVar(&f.statistics, "statistics", false, "always end text with an overview of the rules with findings")
	set.StringVar(&f.category, "category", "", "`NAME` of the SARIF log; GitHub keeps one log per category and commit")
	set.BoolVar(&f.showSuppressed, "show-suppressed", false, "include suppressed findings in sarif, marked as such")
}

func (f *outputFlags) registerMinSeverity(set *pflag.FlagSet, byDefault string) {
	f.minSeverity = choice{what: "severity", words: []string{"error", "warning", "info"}}
	set.Var(namedValue{&f.minSeverity, "SEVERITY"}, "min-severity", "lowest severity to report: error, warning, info (default: "+byDefault+")")
}

// registerFailOn registers the flag that determines the exit code.
func (f *outputFlags) registerFailOn(set *pflag.FlagSet) {
	f.failOn = choice{value: "error", what: "severity", words: []string{"error", "warning", "info", "never"}}
	set.Var(namedValue{&f.failOn, "SEVERITY"}, "fail-on", "lowest severity that makes the exit code 1: error, warning, info, never")
}

// severities returns the lowest severities to report and to fail on, or Off if not given.
func (f *outputFlags) severities() (lowest, failOn analysis.Severity) {
	if f.quiet {
		f.minSeverity.value = "error"
	}
	lowest, _ = analysis.ParseSeverity(f.minSeverity.value)
	failOn, _ = analysis.ParseSeverity(f.failOn.value)
	return lowest, failOn
}

// fails reports whether findings reach the severity of --fail-on.
func (f *outputFlags) fails(s finding.Summary) bool {
	_, failOn := f.severities()
	return failOn > analysis.Off && (s.Errors > 0 || failOn <= analysis.Warning && s.Warnings > 0 || failOn <= analysis.Info && s.Infos > 0)
}

// A formats is the flag --format.
type formats struct{ targets *[]report.Target }

func (f formats) String() string { return "" }
func (f formats) Type() string   { return "FMT[=FILE]" }
func (f formats) Set(s string) error {
	t, err := report.ParseTarget(s)
	*f.targets = append(*f.targets, t)
	return err
}

// A reporter writes a report in a format.
type reporter func(w io.Writer, format string, r *finding.Report, o report.Options) error

// report writes the report in all formats.
func (p *program) report(ctx context.Context, f *lintFlags, r *finding.Report, write reporter) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !f.showSuppressed {
		r.Suppressed = nil
	}
	plain := p.reportOptions(f).WithPages(r.Rules)
	full := *r // with a notice about findings that reports omit
	plain.Cut = func(n finding.Notice) { full.Notices = append(full.Notices[:len(full.Notices):len(full.Notices)], n) }
	var stdout string
	for _, t := range f.formats {
		if t.File == "" {
			stdout = t.Format
			continue
		}
		err := p.writeFile(t.File, safefile.Options{}, func(w io.Writer) error { return write(w, t.Format, r, plain) })
		if err != nil {
			return fmt.Errorf("write %s: %w", t.File, err)
		}
	}
	if stdout != "" {
		if err := write(p.Out, stdout, r, p.forTerminal(plain, f, p.OutFile)); err != nil {
			return fmt.Errorf("write standard output: %w", treefs.WithoutPath(err))
		}
	}
	return p.printNotices(f, &full, stdout)
}

// printNotices writes notices to standard error, and the summary unless standard output has it.
func (p *program) printNotices(f *lintFlags, r *finding.Report, stdout string) error {
	o := p.forTerminal(p.reportOptions(f), f, p.ErrFile)
	if err := report.Notices(p.Err, r, o); err != nil || stdout == "text" {
		return err
	}
	if f.statistics || stdout == "concise" || stdout == "" {
		if err := report.Totals(p.Err, r, o); err != nil {
			return err
		}
	}
	if stdout == "" && len(f.formats) > 0 && !f.noSummary {
		var files []string
		for _, t := range f.formats {
			files = append(files, t.File)
		}
		p.Note("report written to %s", strings.Join(files, ", "))
	}
	return nil
}

// reportOptions returns the options of a report in a file.
func (p *program) reportOptions(f *lintFlags) report.Options {
	version, _ := shownVersion()
	return report.Options{
		MaxResults: f.maxResults,
		Category:   f.category,
		Statistics: f.statistics,
		GroupBy:    f.groupBy.value,
		NoFold:     f.noFold,
		NoSummary:  f.noSummary,
		Verbose:    f.verbose,
		Version:    version,
		Help:       func(rule string) string { page, _ := docs.Page(rule); return page },
		URL:        rulePage,
	}
}

// forTerminal adds options for a terminal or a log.
func (p *program) forTerminal(o report.Options, f *lintFlags, to *os.File) report.Options {
	o.Color = p.HasColor(f.color.value, to)
	o.Links = o.Color && p.HasLinks(to)
	if dir, err := workingDirectory(); err == nil && o.Links && !f.stdin.isTree {
		host, _ := os.Hostname()
		o.FileURL = func(path string) string {
			if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
				path = filepath.Join(dir, path)
			}
			return term.FileURL(host, path)
		}
	}
	o.Width = term.Width(to)
	o.CI = p.IsCI()
	if o.GroupBy == "" && term.IsTerminal(to) {
		o.GroupBy = "file"
	}
	return o
}
