package markdown

import (
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

var (
	openTag  = regexp.MustCompile(`^[ \t]*<([A-Za-z][A-Za-z0-9_-]*)>[ \t\r]*$`)
	closeTag = regexp.MustCompile(`^[ \t]*(\|?)[ \t]*</([A-Za-z][A-Za-z0-9_-]*)>[|\t\r ]*$`)
)

// reportRows reports closing tags that are rows of a table: "| </rules> | |". Formatters write them where no empty line
// separates a table from the closing tag after it. The opening tag is alone on an earlier line.
func reportRows(pass *analysis.Pass) {
	d := pass.Document
	open, fences := map[string]analysis.Range{}, d.Fences
	for n := d.LineOf(d.BodyStart()); n <= d.LineCount(); n++ {
		line := d.TrimLine(d.LineRange(n))
		for len(fences) > 0 && fences[0].End <= line.Start {
			fences = fences[1:]
		}
		if len(fences) > 0 && fences[0].Open.Start <= line.Start {
			continue
		}
		text := d.Text(line)
		if m := openTag.FindStringSubmatch(text); m != nil {
			open[m[1]] = line
			continue
		}
		m := closeTag.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if start, ok := open[m[2]]; ok && m[1] != "" && strings.HasSuffix(text, "|") {
			reportRow(pass, start, line, "</"+m[2]+">")
		}
		delete(open, m[2])
	}
}

func reportRow(pass *analysis.Pass, start, row analysis.Range, tag string) {
	d, moved := pass.Document, tag
	if before := d.LineRange(d.LineOf(row.Start) - 1); !closeTag.MatchString(d.Text(before)) {
		moved = "\n" + tag
	}
	at := row.Start + strings.Index(d.Text(row), tag)
	pass.Report(analysis.Diagnostic{Range: analysis.Range{Start: at, End: at + len(tag)}, Message: "closing tag is a row of a table: " + quote.Text(tag),
		Effect:  "models may take it for data of the table, and more text for the content of the tag",
		Related: []analysis.Related{{Location: d.At(start), Message: "opened here"}},
		SuggestedFixes: []analysis.SuggestedFix{{Title: "move the tag below the table",
			Edits: []analysis.Edit{{Range: row, Text: moved}}}}})
}
