package frontmatter

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// claimedViolations returns the schema violations that the rule of the pass reports.
func claimedViolations(pass *analysis.Pass, fields *analysis.Value) []schema.Violation {
	d := pass.Document
	var kept []schema.Violation
	for _, v := range oneOfEach(violationsFact.Of(pass), isNamed(d)) {
		if v.Rule == pass.Analyzer.Name && !isReportedValue(d, fields, v.Path) {
			kept = append(kept, v)
		}
	}
	return kept
}
