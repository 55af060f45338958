package frontmatter

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func reportBroken(pass *analysis.Pass, rules schema.HeaderRules) {
	d := pass.Document
	found := analysis.Diagnostic{Range: d.Broken.Range, Severity: lesser(rules.Broken), Message: because(d.Broken.Message, rules.WhenBroken)}
	if d.Header != nil && rules.Notes && isNote(d.Rel) && !meantAsHeader(d) {
		return
	}
	switch {
	case d.Header != nil && !hasFields(d):
		found.Range = d.Header.Open
		found.Message = because(`the "---" on the first line opens a header, but no field follows; remove it, or write "key: value" below it`, cmp.Or(rules.WhenMissing, rules.WhenBroken))
	case d.Broken.Fix != nil:
		found.SuggestedFixes = []analysis.SuggestedFix{*d.Broken.Fix}
	}
	pass.Report(found)
}

// lesser returns the severity that a dialect gives to a fault; none means that of the rule.
func lesser(name string) analysis.Severity {
	severity, _ := analysis.ParseSeverity(name)
	return severity
}

// hasFields reports whether something that looks like a field stands in the header, and not below
// the first block of code, which no header has.
func hasFields(d *analysis.Document) bool {
	for line := range fieldLines(d) {
		if begins(d.Text(line), "```") {
			return false
		}
		if text := strings.TrimLeft(d.Text(line), " \t-?{\"'"); strings.Contains(text, ":") && !begins(text, "#") && !begins(text, "**") {
			return true
		}
	}
	return false
}
