package frontmatter

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/schema"
)

func reportBroken(pass *analysis.Pass, rules schema.HeaderRules) {
	d := pass.Document
	found := analysis.Diagnostic{Range: d.Broken.Range, Severity: lesser(rules.Broken), Message: because(d.Broken.Message, rules.WhenBroken)}
	switch repaired(d, rules) {
	case loader.Loads:
		found.Severity = analysis.Warning
		found.Message = because(d.Broken.Message, d.Dialect.Title+" has to repair the header, and agents that repair nothing skip the skill")
	case loader.Partial:
		found.Message = because(d.Broken.Message, d.Dialect.Title+" repairs the header and reads other than what is written, and agents that repair nothing skip the skill")
	}
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

// repaired says what the agent whose skill it is makes of a broken header, where it repairs such: what
// its program was seen to do.
func repaired(d *analysis.Document, rules schema.HeaderRules) loader.Status {
	if !rules.Repairs || d.Kind != analysis.Skill || path.Base(d.Rel) != "SKILL.md" {
		return loader.Rejected
	}
	return loader.Lookup(d.Dialect.Name).Read(d).Status
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

// noMapping says what a header is that holds no fields.
func noMapping(d *analysis.Document, v *analysis.Value) string {
	what := "YAML file"
	if d.Header != nil {
		what = "header"
	}
	switch colon := strings.IndexByte(v.Text, ':'); {
	case v.Kind == analysis.List:
		return "the " + what + ` is a list and no mapping; write "key: value" on each line, without a dash`
	case colon > 0 && !strings.ContainsAny(v.Text[:colon], " \n"):
		return "the " + what + ` is text and no mapping, because no space follows its first colon; write "key: value" on each line`
	}
	return "the " + what + ` is text and no mapping; write "key: value" on each line`
}

// firstLine returns the part of a range that is on its first line.
func firstLine(d *analysis.Document, r analysis.Range) analysis.Range {
	if r.Len() > 0 {
		r.End = min(r.End, d.LineRange(d.LineOf(r.Start)).End)
	}
	return r
}
