package frontmatter

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/schema"
)

// reportBroken reports frontmatter or a file that does not parse.
func reportBroken(pass *analysis.Pass, rules schema.HeaderRules) {
	d := pass.Document
	found := analysis.Diagnostic{Range: d.Broken.Range, Severity: dialectSeverity(rules.Broken), Effect: rules.WhenBroken, Help: d.Broken.Help,
		Message: "invalid " + language(d) + ": " + d.Broken.Message}
	switch repairStatus(d, rules) {
	case loader.Loads:
		found.Severity = analysis.Warning
		found.Effect = d.Dialect.Title + " repairs the frontmatter, other clients skip the skill"
	case loader.Partial:
		found.Effect = d.Dialect.Title + " repairs the frontmatter but misreads it, other clients skip the skill"
	}
	if hint := isArgumentHint(d); hint || rules.Requotes && isPlainValue(d.Broken) {
		found.Severity = analysis.Info
		found.Effect = d.Dialect.Title + " quotes the value itself, but other parsers reject the YAML"
	}
	if rules.Plain != nil && isPlainValue(d.Broken) {
		found.Severity = analysis.Info // a client that reads some fields verbatim may read all so
	}
	if d.Header != nil && rules.Notes && isNote(d.Rel) && !meantAsHeader(d) {
		return
	}
	switch {
	case d.Header != nil && !hasFields(d):
		found.Range = d.Header.Open
		found.Message, found.Effect = "frontmatter without fields", cmp.Or(rules.WhenMissing, rules.WhenBroken)
		found.Help = `add "key: value" lines, or remove the "---"`
	case d.Broken.Fix != nil:
		found.Help = ""
		found.SuggestedFixes = []analysis.SuggestedFix{*d.Broken.Fix}
	}
	pass.Report(found)
}

// isArgumentHint reports whether a problem is about hints such as "[file] [mode]", a form that Claude Code documents. Other
// clients read .agents.
func isArgumentHint(d *analysis.Document) bool {
	line := d.LineRange(d.LineOf(d.Broken.Range.Start))
	return d.Dialect.Name == "claude-code" && !strings.Contains("/"+d.Rel, "/.agents/") && (d.Broken.Cause == "reserved-start" || d.Broken.Cause == "flow-separator") && keyOf(d, line) == "argument-hint" &&
		strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(d.Text(line), "argument-hint:"), " "), "[")
}

// isPlainValue reports whether a problem is about an unquoted value.
func isPlainValue(p *analysis.Problem) bool {
	switch p.Cause {
	case "unquoted-colon", "reserved-start", "lost-break":
		return true
	}
	return false
}

// language returns the name of the language of a document's fields.
func language(d *analysis.Document) string {
	if d.Header == nil && path.Ext(d.Rel) == ".toml" {
		return "TOML"
	}
	return "YAML"
}

// repairStatus returns how the client of the document's dialect treats frontmatter that it has to repair; Rejected if it does
// not repair frontmatter.
func repairStatus(d *analysis.Document, rules schema.HeaderRules) loader.Status {
	if !rules.Repairs || d.Kind != analysis.Skill || path.Base(d.Rel) != "SKILL.md" {
		return loader.Rejected
	}
	return loader.Lookup(d.Dialect.Name).Read(d).Status
}

// dialectSeverity returns the severity that a dialect sets. Off stands for the severity of the rule.
func dialectSeverity(name string) analysis.Severity {
	severity, _ := analysis.ParseSeverity(name)
	return severity
}

// hasFields reports whether a line before the first code block of the frontmatter looks like a field.
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

// noMapping describes frontmatter that is not a mapping.
func noMapping(d *analysis.Document, v *analysis.Value) (message, help string) {
	what := "YAML file"
	if d.Header != nil {
		what = "frontmatter"
	}
	switch colon := strings.IndexByte(v.Text, ':'); {
	case v.Kind == analysis.List:
		return what + " is a list, not a mapping", `write "key: value" on each line, without dashes`
	case colon > 0 && !strings.ContainsAny(v.Text[:colon], " \n"):
		return what + " is text, not a mapping: missing space after the first colon", `write "key: value" on each line`
	}
	return what + " is text, not a mapping", `write "key: value" on each line`
}

// firstLine returns the part of a range that is on its first line.
func firstLine(d *analysis.Document, r analysis.Range) analysis.Range {
	if r.Len() > 0 {
		r.End = min(r.End, d.LineRange(d.LineOf(r.Start)).End)
	}
	return r
}
