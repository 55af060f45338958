package loader

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// A rustHeader is a header that was taken line by line and put together again, as programs in Rust
// do it: the lines without their ends, joined by LF.
type rustHeader struct {
	text  string
	lines []rustLine
	body  int // offset in the file behind the closing line
}

// A rustLine says where a line of the header stands.
type rustLine struct{ inText, inFile int }

// rustLines returns the end of the line that starts at an offset, and the start of the next. A CR
// belongs to a line unless an LF follows it.
func rustLines(source string, at int) (end, next int) {
	n := strings.IndexByte(source[at:], '\n')
	if n < 0 {
		return len(source), len(source)
	}
	end, next = at+n, at+n+1
	if end > at && source[end-1] == '\r' {
		end--
	}
	return end, next
}

// rustHeaderOf returns the header of a text: behind a first line that opens it, up to one that
// closes it.
func rustHeaderOf(source string, marks func(line string) bool) (header rustHeader, opened, closed bool) {
	end, at := rustLines(source, 0)
	if !marks(source[:end]) {
		return header, false, false
	}
	var text strings.Builder
	for at < len(source) {
		end, next := rustLines(source, at)
		if marks(source[at:end]) {
			header.text, header.body = text.String(), next
			return header, true, true
		}
		if len(header.lines) > 0 {
			text.WriteByte('\n')
		}
		header.lines = append(header.lines, rustLine{text.Len(), at})
		text.WriteString(source[at:end])
		at = next
	}
	return header, true, false
}

// inFile returns the offset in the file of an offset in the header's text.
func (h *rustHeader) inFile(offset int) int {
	i, found := slices.BinarySearchFunc(h.lines, offset, func(l rustLine, at int) int { return l.inText - at })
	if !found {
		i--
	}
	if i < 0 {
		return 0
	}
	return h.lines[i].inFile + offset - h.lines[i].inText
}

// wordAt is the range from an offset to the end of the word there, as of a key.
func (f *file) wordAt(offset int) analysis.Range {
	start := min(offset, len(f.source))
	end := start
	for end < len(f.source) && (end == start || bytes.IndexByte([]byte(" \t\r\n:,"), f.source[end]) < 0) {
		end++
	}
	return analysis.Range{Start: start, End: end}
}

// serdeFlaw says why serde_yaml does not read a header. place finds the offset in the file of one
// in the header.
func serdeFlaw(f *file, err error, place func(offset int) int, agent, repairs string) outcome {
	var broken *serdeyaml.Error
	if !errors.As(err, &broken) {
		return tooLarge(f)
	}
	message := agent + " does not read the header (" + broken.Message + "), and " + repairs
	return outcome{reasons: []Reason{{message, f.flaw(f.wordAt(place(broken.Offset))), "syntax"}}}
}

// lostTag says that the beginning of a text is a tag to YAML, which agents drop.
func lostTag(f *file, field, agent string, n *serdeyaml.Node) []Reason {
	if n = n.Resolved(); n.Form != libyaml.Scalar || !n.IsTagged() {
		return nil
	}
	message := quote.Text(n.Tag) + " is a tag to YAML, so " + agent + " leaves it out of the " + field + "; put the text in quotation marks"
	return []Reason{{message, f.at(field), "tag"}}
}

// misspelt returns what a key has to do with a field that is missing: the same letters in another
// case, or "<<".
func misspelt(members []serdeyaml.Member, field string) string {
	for _, m := range members {
		if m.Key.Form != libyaml.Scalar {
			continue
		}
		if m.Key.Text != field && strings.EqualFold(m.Key.Text, field) {
			return ", and " + quote.Text(m.Key.Text) + " is another key"
		}
		if m.Key.Text == "<<" {
			return ", and takes none from <<"
		}
	}
	return ""
}

// noRustHeader says why no header was found.
func noRustHeader(f *file, source, agent string, opened bool) outcome {
	var r Reason
	start := strings.TrimLeftFunc(source, unicode.IsSpace)
	switch {
	case strings.HasPrefix(source, "\ufeff"):
		r = Reason{"a byte order mark stands before the header, so " + agent + " finds none", analysis.Range{End: 3}, "byte-order-mark"}
	case opened:
		r = Reason{"no line is --- alone to close the header, so " + agent + " finds none", f.top(), "no-header"}
	case strings.HasPrefix(start, "---") && len(start) < len(source):
		r = Reason{"white space stands before the opening ---, so " + agent + " finds no header", f.top(), "no-header"}
	case strings.HasPrefix(start, "---"):
		r = Reason{"the first line is not --- alone, so " + agent + " finds no header", f.top(), "no-header"}
	default:
		r = Reason{"the file does not begin with ---, so " + agent + " finds no header", f.top(), "no-header"}
	}
	return outcome{reasons: []Reason{r}}
}
