package lint

import "github.com/skilllint/skilllint/internal/finding"

// About returns the findings that a run on one path would report.
func (r *Result) About(path string) []finding.Finding {
	s := &scope{run: r.run}
	s.paths.add(path)
	return s.filter(r.Report.Findings)
}

// IsPart reports whether the paths of the run are parts of workspaces.
func (r *Result) IsPart() bool { return r.run.partial }
