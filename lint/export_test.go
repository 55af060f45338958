package lint

import "github.com/skilllint/skilllint/internal/finding"

// Findings converts the findings of a report.
func Findings(r *finding.Report) []Finding {
	var all []Finding
	for i := range r.Findings {
		all = append(all, newFinding(&r.Findings[i]))
	}
	return all
}
