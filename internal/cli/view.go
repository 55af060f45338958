package cli

import (
	"context"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
)

// collect runs the analyzers of a view on paths. prepare may change the request; it may be nil.
func (p *program) collect(ctx context.Context, f *sourceFlags, paths []string, prepare func(*lint.Request), collect ...*analysis.Analyzer) (*lint.Result, error) {
	if err := checkPaths(paths, nil); err != nil {
		return nil, err
	}
	req, err := p.request(f, collect, paths)
	if err != nil {
		return nil, err
	}
	if prepare != nil {
		prepare(&req)
	}
	return p.execute(ctx, req)
}

// brokenNotices returns a notice for each finding of a view's run. Without rules, these are internal errors.
func brokenNotices(result *lint.Result) []finding.Notice {
	var notices []finding.Notice
	for i := range result.Report.Findings {
		f := &result.Report.Findings[i]
		notices = append(notices, finding.Notice{Path: f.Place.Path, Message: f.Message})
	}
	return notices
}

// notices writes the notices of a report to standard error.
func (p *program) notices(r *finding.Report) error {
	return report.Notices(p.Err, r, report.Options{CI: p.IsCI(), Width: term.Width(p.ErrFile)})
}

// viewNotices writes the notices of a view's run and more notices to standard error.
func (p *program) viewNotices(result *lint.Result, more []finding.Notice) error {
	result.Report.Notices = append(result.Report.Notices, more...)
	return p.notices(result.Report)
}
