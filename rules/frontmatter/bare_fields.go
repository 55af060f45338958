package frontmatter

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// bareFields describes a file that begins with a name or description without an opening "---".
func bareFields(d *analysis.Document, rules schema.HeaderRules) *analysis.Diagnostic {
	if d.Header.State != analysis.HeaderNone {
		return nil
	}
	first := firstText(d)
	if key := keyOf(d, first); key != "name" && key != "description" {
		return nil
	}
	last, end, named := first, analysis.Range{}, map[string]bool{}
	for number := d.LineOf(first.Start); number <= min(d.LineCount(), d.LineOf(first.Start)+longestLook); number++ {
		line := d.LineRange(number)
		key, text := keyOf(d, line), d.Text(line)
		if strings.TrimSpace(text) == "---" {
			end = line
		}
		if end.Len() > 0 || key == "" && !begins(text, " ") && !begins(text, "- ") {
			break
		}
		if last = line; key != "" {
			named[key] = true
		}
	}
	if end.Len() == 0 && (!named["name"] || !named["description"]) || len(named) < 2 && !named["name"] {
		return nil // "name: …" may be text, and "description: …" a heading
	}
	found := analysis.Diagnostic{Range: first, Severity: dialectSeverity(rules.Missing), Message: `missing "---" before the fields`, Effect: rules.WhenMissing}
	if rules.Need != "required" {
		found.Severity = analysis.Warning
	}
	lineBreak := "\n"
	if bytes.Contains(d.Source, []byte("\r\n")) {
		lineBreak = "\r\n"
	}
	edits := []analysis.Edit{{Range: analysis.Range{Start: bomEnd(d), End: first.Start}, Text: "---" + lineBreak}}
	title := `add "---" before the fields`
	if end.Len() == 0 {
		edits = append(edits, analysis.Edit{Range: analysis.Range{Start: last.End, End: last.End}, Text: lineBreak + "---"})
		title = `add "---" before and after the fields`
	}
	found.SuggestedFixes = []analysis.SuggestedFix{{Title: title, Uncovers: true, Edits: edits}}
	return &found
}

// meantAsHeader reports whether the file has frontmatter with a name or description.
func meantAsHeader(d *analysis.Document) bool {
	if d.Header.State == analysis.HeaderNone {
		return false
	}
	for line := range fieldLines(d) {
		if key := keyOf(d, line); key == "name" || key == "description" {
			return true
		}
	}
	return false
}
