package yamltree

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// An edit replaces a piece of the text.
type edit struct {
	start, end int
	text       string
}

// applied returns the text with edits, which are in order and do not overlap.
func (d diagnosis) applied(edits []edit) []byte {
	var out []byte
	from := 0
	for _, e := range edits {
		out = append(out, d.Src[from:e.start]...)
		out = append(out, e.text...)
		from = e.end
	}
	return append(out, d.Src[from:]...)
}

// improves reports whether YAML goes on behind the fault, and behind the edits, once they are
// applied.
func (d diagnosis) improves(edits ...edit) bool {
	p := libyaml.Read(d.applied(edits), variant)
	if p.Fault == nil {
		return true
	}
	last := d.Fault.At
	for _, e := range edits {
		last = max(last, e.end) + len(e.text) - (e.end - e.start)
	}
	return p.Fault.At > last && p.Fault.Code != libyaml.TooManyNodes && p.Fault.Code != libyaml.TooDeep
}

// withFix adds a fix to a problem, if it helps.
func (d diagnosis) withFix(p *problem, title string, safe bool, edits ...edit) *problem {
	if !d.improves(edits...) {
		return p
	}
	fix := &analysis.SuggestedFix{Title: title, Safe: safe, Uncovers: true}
	for _, e := range edits {
		fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: e.start, End: e.end}, Text: e.text})
	}
	p.Fix = fix
	return p
}

// quoteFix adds the fix that puts the plain value at an offset in quotation marks, as far as it
// is certain where the value ends. It is never safe when the value may end before a comment.
func (d diagnosis) quoteFix(p *problem, start int, safe bool) *problem {
	end, ok := d.plainEnd(start)
	if !ok || end == start {
		return p
	}
	if d.lineEnd(end) != end && d.textStart(end) < d.lineEnd(end) {
		safe = false
	}
	return d.withFix(p, quoteTheValue, safe, edit{start, end, quoted(string(d.Src[start:end]))})
}

// quoted puts a text of one or more lines in quotation marks, so that it means what it means
// without them: line breaks are folded in both.
func quoted(text string) string {
	if strings.ContainsAny(text, `"\`) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return `"` + text + `"`
}

// plainEnd returns where a value without quotation marks ends that its author meant to begin at
// an offset: with its line, or with the lines below it that are indented deeper than its key. It
// is not ok where these may be something else.
func (d diagnosis) plainEnd(start int) (end int, ok bool) {
	indent := 0
	if f := d.around(start); f != nil {
		if isFlow(f) {
			return 0, false
		}
		indent = d.indentOf(f.Start)
	}
	if d.textStart(d.lineStart(start)) == start {
		return 0, false
	}
	end = d.endOfLine(start)
	commented := d.textStart(end) < d.lineEnd(end)
	for line := d.nextLine(end); line < len(d.Src); line = d.nextLine(line) {
		from := d.textStart(line)
		if from == d.lineEnd(line) || d.Src[from] == '#' {
			return end, !d.deeperBelow(line, indent)
		}
		if from-line <= indent {
			break
		}
		rest := d.Src[from:d.lineEnd(from)]
		if _, _, isKey := keyAt(d.Src, from); isKey || commented || bytes.HasPrefix(rest, []byte("- ")) || d.endOfLine(from) < from+len(bytes.TrimRight(rest, " \t")) {
			return 0, false
		}
		end = d.endOfLine(from)
	}
	return end, true
}

// deeperBelow reports whether the next line with text is indented deeper than a key.
func (d diagnosis) deeperBelow(line, indent int) bool {
	for ; line < len(d.Src); line = d.nextLine(line) {
		from := d.textStart(line)
		if from < d.lineEnd(line) && d.Src[from] != '#' {
			return from-line > indent
		}
	}
	return false
}
