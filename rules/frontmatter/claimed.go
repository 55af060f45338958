package frontmatter

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// claimed returns what breaks the schema of a document's fields and is the pass's rule's to report.
// fields are the document's.
func claimed(pass *analysis.Pass, fields *analysis.Value) []schema.Violation {
	d := pass.Document
	var kept []schema.Violation
	for _, v := range oneOfEach(violationsFact.Of(pass), isNamed(d)) {
		if v.Rule == pass.Analyzer.Name && !isOddValue(d, fields, v.Path) {
			kept = append(kept, v)
		}
	}
	return kept
}
