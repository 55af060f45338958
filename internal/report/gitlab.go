package report

import (
	"bufio"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// The structs below define GitLab's Code Quality report.

type gitlabFinding struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

var gitlabSeverities = [...]string{analysis.Info: "info", analysis.Warning: "minor", analysis.Error: "major"}

// writeGitLab writes an array of findings, even if empty: GitLab compares reports, and cannot compare with a missing one.
func writeGitLab(w *bufio.Writer, r *finding.Report, o Options) error {
	s := newStream(w)
	q := newQuota(r, o.MaxResults)
	seen := map[string]int{}
	s.raw("[")
	separator := "\n"
	for i := range r.Findings {
		f := &r.Findings[i]
		fingerprint := f.Fingerprint
		if seen[fingerprint]++; seen[fingerprint] > 1 { // several repositories may contain the same path
			fingerprint = fmt.Sprintf("%s-%d", fingerprint, seen[f.Fingerprint])
		}
		if !q.take(f.Severity) {
			continue
		}
		start, end := positions(f.Place.Location)
		s.raw(separator)
		separator = ",\n"
		if err := s.value(gitlabFinding{
			Description: escape.String(oneLine(f)), Check: f.Rule, Fingerprint: fingerprint, Severity: gitlabSeverities[f.Severity],
			Location: gitlabLocation{Path: f.Place.Path, Lines: gitlabLines{start.Line, end.Line}},
		}); err != nil {
			return err
		}
	}
	if separator != "\n" {
		s.raw("\n")
	}
	s.raw("]\n")
	return nil
}
