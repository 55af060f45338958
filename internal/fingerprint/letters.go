package fingerprint

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// letters returns the first letters and digits of a text, without the numbers of list items. atStart: the
// text starts at the start of a line.
func letters(text []byte, most int, atStart bool) string {
	var out strings.Builder
	for i, n := 0, 0; i < len(text) && n < most; {
		if atStart {
			i += markLength(text[i:])
			atStart = false
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			out.WriteRune(r)
			n++
		}
		atStart = r == '\n'
		i += size
	}
	return out.String()
}

// lastLetters returns the last letters and digits of a part of a paragraph.
func lastLetters(text []byte, most int) string {
	text = text[markLength(text):]
	var out []rune
	for len(text) > 0 && len(out) < most {
		r, size := utf8.DecodeLastRune(text)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			out = append(out, r)
		}
		text = text[:len(text)-size]
	}
	slices.Reverse(out)
	return string(out)
}

func count(letters string) int { return utf8.RuneCountInString(letters) }

// markLength returns the length of indentation, quote markers and item numbers at the start of a line.
func markLength(line []byte) int {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '>') {
		i++
	}
	digits := i
	for digits < len(line) && digits < i+9 && '0' <= line[digits] && line[digits] <= '9' {
		digits++
	}
	if digits > i && digits+1 < len(line) && (line[digits] == '.' || line[digits] == ')') && isBlank(line[digits+1]) {
		return digits + 1
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func lineStart(source []byte, at int) bool { return at == 0 || source[at-1] == '\n' }

// A kind is the role of a line in its paragraph.
type kind int

const (
	goesOn kind = iota // the line above it
	begins             // starts a paragraph, such as a list item
	alone              // is a paragraph, such as a heading or table row
	nothing
)

// kindOf returns the role of a line by its start. It need not agree with a parser, but must be the same
// before and after a change of format.
func kindOf(line []byte) kind {
	marks := markLength(line)
	rest := bytes.TrimRight(line[marks:], " \t\r\n")
	switch {
	case len(rest) == 0:
		return nothing
	case marks > 0 && line[marks-1] != ' ' && line[marks-1] != '\t' && line[marks-1] != '>':
		return begins // a number
	}
	switch rest[0] {
	case '#':
		title := bytes.TrimLeft(rest, "#")
		if len(title) == 0 || isBlank(title[0]) {
			return alone
		}
	case '|':
		return alone
	case '`', '~':
		if bytes.HasPrefix(rest, []byte("```")) || bytes.HasPrefix(rest, []byte("~~~")) {
			return alone
		}
	case '-', '+', '*', '=', '_':
		if len(bytes.Trim(rest, "-=*_ \t")) == 0 {
			return alone
		}
		if rest[0] != '=' && rest[0] != '_' && len(rest) > 1 && isBlank(rest[1]) {
			return begins
		}
	}
	return goesOn
}

// blockAround returns the paragraph, item, heading or row in which a range starts, limited to the window.
func blockAround(source []byte, r analysis.Range) analysis.Range {
	first := max(0, r.Start-window)
	start := 1 + bytes.LastIndexByte(source[first:r.Start], '\n') + first
	end := lineEnd(source, r.End)
	for kindOf(source[start:lineEnd(source, start)]) == goesOn && start > first {
		above := 1 + bytes.LastIndexByte(source[first:start-1], '\n') + first
		if k := kindOf(source[above:start]); k == nothing || k == alone {
			break
		}
		start = above
	}
	last := min(len(source), r.End+window)
	for kindOf(source[start:lineEnd(source, start)]) != alone && end < last && kindOf(source[end:lineEnd(source, end)]) == goesOn {
		end = lineEnd(source, end)
	}
	return analysis.Range{Start: start, End: min(end, last)}
}

// lineEnd returns the offset after the line of an offset, limited to the window.
func lineEnd(source []byte, at int) int {
	last := min(len(source), at+window)
	if n := bytes.IndexByte(source[at:last], '\n'); n >= 0 {
		return at + n + 1
	}
	return last
}

func isFence(source []byte, block analysis.Range) bool {
	line := source[block.Start:block.End]
	line = line[markLength(line):]
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// memberAt returns the member that contains an offset. Members are in the order of the file, except merged
// ones.
func memberAt(members []analysis.Member, offset int) *analysis.Member {
	in := func(m *analysis.Member) bool {
		return m.KeyRange.Start <= offset && offset < max(m.KeyRange.End, m.Value.Range.End) ||
			m.Value.Range.Start <= offset && offset < m.Value.Range.End
	}
	i := sort.Search(len(members), func(i int) bool { return members[i].KeyRange.Start > offset }) - 1
	if i >= 0 && in(&members[i]) {
		return &members[i]
	}
	return nil
}

// itemAt returns the item that contains an offset.
func itemAt(items []*analysis.Value, offset int) *analysis.Value {
	i := sort.Search(len(items), func(i int) bool { return items[i].Range.Start > offset }) - 1
	if i >= 0 && offset < items[i].Range.End {
		return items[i]
	}
	return nil
}
