package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

func openTag() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*<([A-Za-z][A-Za-z0-9_-]*)>[ \t\r]*$`)
}

func closeTag() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t]*(\|?)[ \t]*</([A-Za-z][A-Za-z0-9_-]*)>[|\t\r ]*$`)
}

// mayHaveRow reports whether a closing tag follows a "|" in a text.
func mayHaveRow(source []byte) bool {
	for {
		before, after, ok := bytes.Cut(source, []byte("</"))
		if !ok || bytes.HasSuffix(bytes.TrimRight(before, " \t"), []byte("|")) {
			return ok
		}
		source = after
	}
}

// reportRows reports closing tags that are rows of a table: "| </rules> | |". Formatters write them where no empty line
// separates a table from the closing tag after it. The opening tag is alone on an earlier line.
func reportRows(pass *analysis.Pass) {
	d := pass.Document
	if !mayHaveRow(d.Source) {
		return
	}
	open, opening, closing := map[string]analysis.Range{}, openTag(), closeTag()
	for n := d.LineOf(d.BodyStart()); n <= d.LineCount(); n++ {
		line := d.TrimLine(d.LineRange(n))
		if d.FenceAt(line.Start) != nil {
			continue
		}
		text := d.Text(line)
		if m := opening.FindStringSubmatch(text); m != nil {
			open[m[1]] = line
			continue
		}
		m := closing.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if start, ok := open[m[2]]; ok && m[1] != "" && strings.HasSuffix(text, "|") {
			reportRow(pass, start, line, "</"+m[2]+">", closing)
		}
		delete(open, m[2])
	}
}

func reportRow(pass *analysis.Pass, start, row analysis.Range, tag string, closing *regexp.Regexp) {
	d, moved := pass.Document, tag
	if before := d.LineRange(d.LineOf(row.Start) - 1); !closing.MatchString(d.Text(before)) {
		moved = "\n" + tag
	}
	at := row.Start + strings.Index(d.Text(row), tag)
	pass.Report(analysis.Diagnostic{Range: analysis.Range{Start: at, End: at + len(tag)}, Message: "closing tag is a row of a table: " + quote.Text(tag),
		Effect:  "models may take it for data of the table, and more text for the content of the tag",
		Related: []analysis.Related{{Location: d.At(start), Message: "opened here"}},
		SuggestedFixes: []analysis.SuggestedFix{{Title: "move the tag below the table",
			Edits: []analysis.Edit{{Range: row, Text: moved}}}}})
}
