package cli

import (
	"bufio"
	"context"
	"io"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/spf13/pflag"
)

// fixFlags are the flags about fixes.
type fixFlags struct {
	fix         bool
	unsafeFixes bool
	diff        bool
}

// cache returns the cache for rounds of fixes, or nil for standard input and trees of git.
func (f *lintFlags) cache(req lint.Request) *cache.Cache {
	switch {
	case req.Stdin != nil || req.Changed.Staged || req.Changed.Ref != "":
		return nil
	case f.watch.state != nil:
		return f.watch.state.Cache
	}
	return cache.New()
}

func (f *fixFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.fix, "fix", false, "apply safe fixes and report the remaining findings")
	flags.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff: include fixes that need review")
	flags.BoolVar(&f.diff, "diff", false, "print the changes of --fix as a patch; exit with 1 if there are any")
}

// check rejects conflicting flags.
func (f *fixFlags) check(formats []report.Target, watch bool) error {
	if f.diff && watch {
		return conflict("diff", "watch")
	}
	if f.unsafeFixes && !f.fix && !f.diff {
		return usagef("--unsafe-fixes requires --fix or --diff")
	}
	for _, t := range formats {
		if f.diff && t.File == "" {
			return usagef("--diff uses standard output for the patch: write the report to a file with --format %s=FILE", t.Format)
		}
	}
	return nil
}

// printDiff prints the changes of fixes as a patch and reports the findings.
func (p *program) printDiff(ctx context.Context, f *lintFlags, fixes *fixer.Fixer, notices []string) error {
	found := fixes.Result().Visible(f.severities())
	addNotices(found, notices)
	if _, err := fixes.Plan(ctx); err != nil {
		return err
	}
	changed := 0
	err := p.Patch(p.HasColor(f.color.value, p.OutFile), func(w io.Writer) (err error) {
		changed, err = fixes.Patch(w)
		return err
	})
	if err != nil {
		return err
	}
	found.Notices = append(found.Notices, fixes.Notices()...)
	if err := p.reportToStderr(ctx, f, found); err != nil {
		return err
	}
	if !f.noSummary {
		findings, _ := fixes.Counts()
		p.Note("%s fixable in %s", quote.Plural(findings, "finding"), quote.Plural(changed, "file"))
	}
	if changed > 0 {
		return &foundError{}
	}
	return nil
}

// fixFiles writes the changes of fixes, and returns the remaining findings.
func (p *program) fixFiles(ctx context.Context, f *lintFlags, fixes *fixer.Fixer) (*lint.Result, error) {
	result, err := fixes.Fix(ctx)
	if fixes.Written() && !f.noSummary {
		findings, files := fixes.Counts()
		p.Note("fixed %s in %s", quote.Plural(findings, "finding"), quote.Plural(files, "file"))
	}
	return result, err
}

// fixInput prints the fixed standard input and returns the remaining findings. It redirects later reports to standard error.
func (p *program) fixInput(ctx context.Context, f *lintFlags, fixes *fixer.Fixer) (*lint.Result, error) {
	result, err := fixes.Plan(ctx)
	if err != nil {
		return nil, err
	}
	content, err := fixes.Content()
	if err != nil {
		return nil, err
	}
	if !f.noSummary {
		findings, _ := fixes.Counts()
		p.Note("fixed %s", quote.Plural(findings, "finding"))
	}
	result.Report.Notices = append(result.Report.Notices, fixes.Notices()...)
	if _, err := p.Out.Write(content); err != nil {
		return nil, err
	}
	if err := p.Out.Flush(); err != nil {
		return nil, err
	}
	p.Out, p.OutFile = bufio.NewWriter(p.Err), p.ErrFile
	return result, nil
}

// reportToStderr reports to files and standard error, because standard output is used for the patch.
func (p *program) reportToStderr(ctx context.Context, f *lintFlags, r *finding.Report) error {
	if len(f.formats) > 0 || f.statistics {
		return p.report(ctx, f, r, report.Write)
	}
	return report.Notices(p.Err, r, p.forTerminal(p.reportOptions(f), f, p.ErrFile))
}
