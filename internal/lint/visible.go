package lint

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
)

// Visible returns the report with findings below a severity moved to Hidden. If least is Off, the configurations determine
// the severity. Visible is not a stage, because baselines, fixes and exit codes apply to all findings.
func (r *Result) Visible(least, failOn analysis.Severity) *finding.Report {
	if least > analysis.Off {
		return Hide(r.Report, least, failOn)
	}
	return r.visible(defaultLeast, failOn)
}

// VisibleFrom is like [Result.Visible] with Off, but with another default for configurations that set no severity.
func (r *Result) VisibleFrom(fallback analysis.Severity) *finding.Report {
	return r.visible(fallback, analysis.Off)
}

func (r *Result) visible(fallback, failOn analysis.Severity) *finding.Report {
	return hide(r.Report, shows(r.least(fallback), failOn))
}

// Shows returns a function that reports whether [Result.Visible] shows a finding.
func (r *Result) Shows(least, failOn analysis.Severity) func(*finding.Finding) bool {
	if least > analysis.Off {
		return shows(func(*finding.Finding) analysis.Severity { return least }, failOn)
	}
	return shows(r.least(defaultLeast), failOn)
}

// least returns a function that returns the lowest reported severity for a finding.
func (r *Result) least(fallback analysis.Severity) func(*finding.Finding) analysis.Severity {
	var last *analysis.File // findings are sorted by file
	c := r.run.policy.configFor(nil)
	return func(f *finding.Finding) analysis.Severity {
		if f.File != last {
			last, c = f.File, r.run.policy.configFor(f.File)
		}
		return r.leastSeverity(c, f, fallback)
	}
}

// shows returns a function that reports whether a finding is shown.
func shows(least func(*finding.Finding) analysis.Severity, failOn analysis.Severity) func(*finding.Finding) bool {
	return func(f *finding.Finding) bool {
		return failOn > analysis.Off && f.Severity >= failOn || f.Severity >= least(f) || f.Analyzer != nil && f.Analyzer.Unchecked
	}
}

// defaultLeast is the default lowest reported severity.
const defaultLeast = analysis.Warning

// leastSeverity returns the lowest reported severity in the configuration of a finding's file, or fallback. For enforced
// rules, the configuration can only lower the default.
func (r *Result) leastSeverity(c *config.Config, f *finding.Finding, fallback analysis.Severity) analysis.Severity {
	p, least := r.run.policy, c.MinSeverity
	switch {
	case least == analysis.Off:
		return fallback
	case p.strict != nil && p.isEnforced(f.Analyzer):
		return min(least, defaultLeast)
	case f.Analyzer != nil && f.Analyzer.IsProtected():
		return p.leastSeverityOf(f, least, fallback)
	}
	return least
}

// Hide returns a report with findings below a severity moved to Hidden, except those that make the run fail or report
// unchecked files. Suppressed findings below the severity are removed.
func Hide(report *finding.Report, least, failOn analysis.Severity) *finding.Report {
	return hide(report, shows(func(*finding.Finding) analysis.Severity { return least }, failOn))
}

func hide(report *finding.Report, shows func(*finding.Finding) bool) *finding.Report {
	split := func(findings []finding.Finding) (visible, hidden []finding.Finding) {
		first := 0 // index of the first hidden finding
		for first < len(findings) && shows(&findings[first]) {
			first++
		}
		if first == len(findings) {
			return findings, nil
		}
		n := first
		for i := first; i < len(findings); i++ {
			if shows(&findings[i]) {
				n++
			}
		}
		// Findings are large, so the slices do not grow.
		visible, hidden = append(make([]finding.Finding, 0, n), findings[:first]...), make([]finding.Finding, 0, len(findings)-n)
		for i := first; i < len(findings); i++ {
			if f := &findings[i]; shows(f) {
				visible = append(visible, *f)
			} else {
				hidden = append(hidden, *f)
			}
		}
		return visible, hidden
	}
	visible := *report
	visible.Findings, visible.Hidden = split(report.Findings)
	visible.Suppressed, _ = split(report.Suppressed)
	joined := len(visible.Findings) + len(visible.Hidden)
	visible.Findings, visible.Hidden = postprocess.Join(visible.Findings), postprocess.Join(visible.Hidden)
	if len(visible.Findings)+len(visible.Hidden) < joined {
		s := &visible.Summary
		s.Errors, s.Warnings, s.Infos = postprocess.Count(visible.Findings)
		errors, warnings, infos := postprocess.Count(visible.Hidden)
		s.Errors, s.Warnings, s.Infos = s.Errors+errors, s.Warnings+warnings, s.Infos+infos
	}
	return &visible
}
