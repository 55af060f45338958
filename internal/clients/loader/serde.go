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

// A rustHeader is frontmatter as the clients in Rust read it: lines without line endings, joined by LF.
type rustHeader struct {
	text  string
	lines []rustLine
	body  int // offset in the file after the closing line
}

// A rustLine has the offsets of one line.
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

// rustHeaderOf returns the frontmatter between the first line and a closing line, if both are delimiters.
func rustHeaderOf(source string, isDelimiter func(line string) bool) (header rustHeader, opened, closed bool) {
	end, at := rustLines(source, 0)
	if !isDelimiter(source[:end]) {
		return header, false, false
	}
	var text strings.Builder
	for at < len(source) {
		end, next := rustLines(source, at)
		if isDelimiter(source[at:end]) {
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

// inFile converts an offset in the frontmatter's text to one in the file.
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

// wordAt returns the range of the word, such as a key, at an offset.
func (f *file) wordAt(offset int) analysis.Range {
	start := min(offset, len(f.source))
	end := start
	for end < len(f.source) && (end == start || bytes.IndexByte([]byte(" \t\r\n:,"), f.source[end]) < 0) {
		end++
	}
	return analysis.Range{Start: start, End: end}
}

// serdeFailure returns the outcome of an error of serde_yaml. place converts an offset in the frontmatter to
// one in the file.
func serdeFailure(f *file, err error, place func(offset int) int) outcome {
	var broken *serdeyaml.Error
	if !errors.As(err, &broken) {
		return tooLarge(f)
	}
	return outcome{reasons: []Reason{invalidYAML(f, broken.Message, f.wordAt(place(broken.Offset)))}}
}

// droppedTag returns the reason for text that starts with a YAML tag, which clients drop.
func droppedTag(f *file, field string, n *serdeyaml.Node) []Reason {
	if n = n.Resolved(); n.Form != libyaml.Scalar || !n.IsTagged() {
		return nil
	}
	return []Reason{{"unquoted " + quote.Text(n.Tag) + " is a YAML tag", "drops it from the " + field, f.valueRange(field), "tag"}}
}

// missingHint explains a missing field: a key that differs in case only, or a merge key.
func missingHint(members []serdeyaml.Member, field string) string {
	for _, m := range members {
		if m.Key.Form != libyaml.Scalar {
			continue
		}
		if m.Key.Text != field && strings.EqualFold(m.Key.Text, field) {
			return " (" + quote.Text(m.Key.Text) + " is another field)"
		}
		if m.Key.Text == "<<" {
			return " (merge keys are ignored)"
		}
	}
	return ""
}

// noRustHeader returns the outcome of a file without closed frontmatter.
func noRustHeader(f *file, source string, opened bool) outcome {
	var r Reason
	start := strings.TrimLeftFunc(source, unicode.IsSpace)
	switch {
	case strings.HasPrefix(source, "\ufeff"):
		r = Reason{"byte order mark before the frontmatter", "", analysis.Range{End: 3}, "byte-order-mark"}
	case opened:
		r = Reason{"unclosed frontmatter", "", f.topRange(), "no-header"}
	case strings.HasPrefix(start, "---") && len(start) < len(source):
		r = Reason{`white space before the opening "---"`, "", f.topRange(), "no-header"}
	case strings.HasPrefix(start, "---"):
		r = Reason{`text after the opening "---"`, "", f.topRange(), "no-header"}
	default:
		r = Reason{"missing frontmatter", "", f.topRange(), "no-header"}
	}
	return outcome{reasons: []Reason{r}}
}
