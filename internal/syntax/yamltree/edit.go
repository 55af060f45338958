package yamltree

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// An edit replaces a part of the text.
type edit struct {
	start, end int
	text       string
}

// apply returns the text with the edits applied. They are in order and do not overlap.
func (d diagnosis) apply(edits []edit) []byte {
	var out []byte
	from := 0
	for _, e := range edits {
		out = append(out, d.Src[from:e.start]...)
		out = append(out, e.text...)
		from = e.end
	}
	return append(out, d.Src[from:]...)
}

// improves reports whether parsing gets past the error and the edits once they are applied.
func (d diagnosis) improves(edits ...edit) bool {
	p := libyaml.Read(d.apply(edits), variant)
	if p.Err == nil {
		return true
	}
	last := d.Err.At
	for _, e := range edits {
		last = max(last, e.end) + len(e.text) - (e.end - e.start)
	}
	return p.Err.At > last && p.Err.Code != libyaml.TooManyNodes && p.Err.Code != libyaml.TooDeep
}

// withFix adds a fix to a problem if it improves the text.
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

// quoteFix adds the fix that quotes the plain value at an offset, if its end is certain. The fix is unsafe if the
// value may end before a comment. There is none if the comment is probably a part of the value: a number such as #12, or
// text in quotation marks.
func (d diagnosis) quoteFix(p *problem, start int, safe bool) *problem {
	end, ok := d.plainEnd(start)
	if !ok || end == start {
		return p
	}
	if d.lineEnd(end) != end && d.textStart(end) < d.lineEnd(end) {
		comment := d.Src[d.textStart(end):d.lineEnd(end)]
		isWhole := bytes.IndexByte([]byte(`.!?)"'`), d.Src[end-1]) >= 0
		if !bytes.HasPrefix(comment, []byte("# ")) || !isWhole || bytes.Count(d.Src[start:end], []byte(`"`))%2 == 1 {
			return p // it may be a part of the value
		}
		safe = false
	}
	if d.continuesBelow(end) {
		p.Help = `write the value as block text (">") and indent all of its lines`
		return p
	}
	return d.withFix(p, quoteTheValue, safe, edit{start, end, quoted(string(d.Src[start:end]))})
}

// continuesBelow reports whether the text after the end of a value is neither a key nor a comment: the value continues on
// lines that are not indented, and quotes would not include them.
func (d diagnosis) continuesBelow(end int) bool {
	for line := d.nextLine(end); line < len(d.Src); line = d.nextLine(line) {
		if from := d.textStart(line); from < d.lineEnd(line) {
			_, _, isKey := keyAt(d.Src, from)
			return !isKey && d.Src[from] != '#'
		}
	}
	return false
}

// quoted returns a text of one or more lines in quotes. Line breaks are folded with and without quotes.
func quoted(text string) string {
	if strings.ContainsAny(text, `"\`) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return `"` + text + `"`
}

// plainEnd returns the end of the plain value that was meant to start at an offset: the end of its line, or of the
// following lines that are indented deeper than its key. It returns false if these lines may be something else.
func (d diagnosis) plainEnd(start int) (end int, ok bool) {
	indent := 0
	if f := d.enclosing(start); f != nil {
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
