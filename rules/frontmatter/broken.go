package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// forEditors are the kinds that editors read.
const forEditors = analysis.Instructions | analysis.Prompt | analysis.CursorRule

func reportBroken(pass *analysis.Pass, rules schema.HeaderRules) {
	d := pass.Document
	found := analysis.Diagnostic{Range: d.Broken.Range, Message: because(d.Broken.Message, rules.WhenBroken)}
	if d.Kind&forEditors != 0 && d.Dialect == nil {
		if key := keyOf(d, d.LineRange(d.LineOf(found.Range.Start))); key == "globs" || key == "applyTo" {
			return
		}
		found.Severity = analysis.Warning
		found.Message = because(d.Broken.Message, "whoever reads it as YAML finds no fields")
	}
	switch {
	case d.Header != nil && !hasFields(d):
		if rules.Notes && isNote(d.Rel) {
			return
		}
		found.Range = d.Header.Open
		found.Message = because(`the "---" on the first line opens a header, but no field follows; remove it, or write "key: value" below it`, rules.WhenBroken)
	case d.Broken.Fix != nil:
		found.SuggestedFixes = []analysis.SuggestedFix{*d.Broken.Fix}
	}
	pass.Report(found)
}

// hasFields reports whether something that looks like a field stands in the header.
func hasFields(d *analysis.Document) bool {
	for line := range fieldLines(d) {
		if text := strings.TrimLeft(d.Text(line), " \t-?{\"'"); strings.Contains(text, ":") && !begins(text, "#") && !begins(text, "**") {
			return true
		}
	}
	return false
}
