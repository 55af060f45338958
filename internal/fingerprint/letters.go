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

// letters returns the first letters and digits of a text, without the numbers of list items. atLineStart reports whether the
// text begins at the start of a line.
func letters(text []byte, limit int, atLineStart bool) string {
	var out strings.Builder
	for i, n := 0, 0; i < len(text) && n < limit; {
		if atLineStart {
			i += prefixLength(text[i:])
			atLineStart = false
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			out.WriteRune(r)
			n++
		}
		atLineStart = r == '\n'
		i += size
	}
	return out.String()
}

// lastLetters returns the last letters and digits of a part of a paragraph.
func lastLetters(text []byte, limit int) string {
	text = text[prefixLength(text):]
	var out []rune
	for len(text) > 0 && len(out) < limit {
		r, size := utf8.DecodeLastRune(text)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			out = append(out, r)
		}
		text = text[:len(text)-size]
	}
	slices.Reverse(out)
	return string(out)
}

func countRunes(letters string) int { return utf8.RuneCountInString(letters) }

// prefixLength returns the length of indentation, quote markers and item number at the start of a line.
func prefixLength(line []byte) int {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '>') {
		i++
	}
	digits := i
	for digits < len(line) && digits < i+9 && '0' <= line[digits] && line[digits] <= '9' {
		digits++
	}
	if digits > i && digits+1 < len(line) && (line[digits] == '.' || line[digits] == ')') && isSpace(line[digits+1]) {
		return digits + 1
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isLineStart(source []byte, at int) bool { return at == 0 || source[at-1] == '\n' }

// A lineRole is the role of a line in its paragraph.
type lineRole int

const (
	continues  lineRole = iota // the line above it
	starts                     // starts a paragraph, such as a list item
	standalone                 // is a paragraph, such as a heading or table row
	empty
)

// roleOf determines the role of a line from its start. It need not agree with a parser, but must not depend on formatting.
func roleOf(line []byte) lineRole {
	prefix := prefixLength(line)
	rest := bytes.TrimRight(line[prefix:], " \t\r\n")
	switch {
	case len(rest) == 0:
		return empty
	case prefix > 0 && strings.IndexByte(" \t>", line[prefix-1]) < 0:
		return starts // a number
	}
	switch rest[0] {
	case '#':
		title := bytes.TrimLeft(rest, "#")
		if len(title) == 0 || isSpace(title[0]) {
			return standalone
		}
	case '|':
		return standalone
	case '`', '~':
		if bytes.HasPrefix(rest, []byte("```")) || bytes.HasPrefix(rest, []byte("~~~")) {
			return standalone
		}
	case '-', '+', '*', '=', '_':
		if len(bytes.Trim(rest, "-=*_ \t")) == 0 {
			return standalone
		}
		if rest[0] != '=' && rest[0] != '_' && len(rest) > 1 && isSpace(rest[1]) {
			return starts
		}
	}
	return continues
}

// blockAround returns the paragraph, list item, heading or table row in which a range starts, limited to the window.
func blockAround(source []byte, r analysis.Range) analysis.Range {
	first := max(0, r.Start-window)
	start := 1 + bytes.LastIndexByte(source[first:r.Start], '\n') + first
	end := lineEnd(source, r.End)
	for roleOf(source[start:lineEnd(source, start)]) == continues && start > first {
		above := 1 + bytes.LastIndexByte(source[first:start-1], '\n') + first
		if k := roleOf(source[above:start]); k == empty || k == standalone {
			break
		}
		start = above
	}
	last := min(len(source), r.End+window)
	for roleOf(source[start:lineEnd(source, start)]) != standalone && end < last && roleOf(source[end:lineEnd(source, end)]) == continues {
		end = lineEnd(source, end)
	}
	return analysis.Range{Start: start, End: min(end, last)}
}

// lineEnd returns the end of the line that contains an offset, limited to the window.
func lineEnd(source []byte, at int) int {
	last := min(len(source), at+window)
	if n := bytes.IndexByte(source[at:last], '\n'); n >= 0 {
		return at + n + 1
	}
	return last
}

func isFence(source []byte, block analysis.Range) bool {
	line := source[block.Start:block.End]
	line = line[prefixLength(line):]
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// memberAt returns the member that contains an offset. Members, except merged ones, are in the order of the file.
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
