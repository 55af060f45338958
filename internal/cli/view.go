package cli

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
)

// collect runs what a view collects over paths. prepare may change what holds for the run; it may be nil.
func (p *program) collect(ctx context.Context, f *sources, paths []string, prepare func(*settlement), collect *analysis.Analyzer) (*analysed, error) {
	if err := checkPaths(paths, nil); err != nil {
		return nil, err
	}
	s, err := p.settle(f, &config.Selection{})
	if err != nil {
		return nil, err
	}
	if prepare != nil {
		prepare(s)
	}
	return p.analyse(ctx, s, []*analysis.Analyzer{collect}, paths)
}

// brokenNotices returns a notice for each finding of a view's run: no rule runs in it, so it is about what broke.
func brokenNotices(result *analysed) []finding.Notice {
	var notices []finding.Notice
	for i := range result.report.Findings {
		f := &result.report.Findings[i]
		notices = append(notices, finding.Notice{Path: f.Place.Path, Message: f.Message})
	}
	return notices
}

// viewNotices writes the notices of a view's run, and more, to standard error.
func (p *program) viewNotices(result *analysed, more []finding.Notice) error {
	result.report.Notices = append(result.report.Notices, more...)
	return report.Notices(p.err, result.report, report.Options{CI: p.ci()})
}
