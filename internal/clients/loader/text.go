package loader

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/utf8replace"
	"github.com/skilllint/skilllint/schema"
)

// decode decodes UTF-8 as JavaScript does, by the WHATWG standard: each incomplete character becomes one
// U+FFFD. A byte order mark is kept.
func decode(source []byte) string {
	return string(utf8replace.Text(source))
}

// encodedAt converts an offset in the decoded text to one in the bytes.
func encodedAt(source []byte, offset int) int {
	if utf8.Valid(source) {
		return min(offset, len(source))
	}
	at := 0
	for decoded := 0; at < len(source) && decoded < offset; {
		r, n := utf8replace.DecodeRune(source[at:])
		decoded += utf8.RuneLen(r)
		at += n
	}
	return at
}

// isLineEnd reports whether a character is a line terminator of JavaScript, which "." does not match.
func isLineEnd(r rune) bool { return isLineEndJS(r) }

func trim(s string) string      { return TrimJS(s) }
func trimStart(s string) string { return trimStartJS(s) }

// units returns the length of a text in UTF-16 units, as in JavaScript.
func units(s string) int { return schema.Length(s, schema.UTF16) }

// textLines splits a text at LF and CR LF.
func textLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines[:len(lines)-1] {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// block returns the text between a first line "---" and the next line that starts with it:
// /^---\r?\n([\s\S]*?)\r?\n---/. start and end are offsets in text.
func block(text string) (start, end int, ok bool) {
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return 0, 0, false
	}
	start = len("---") + 1
	if strings.HasPrefix(rest, "\r") {
		start++
	}
	if start > len(text) || text[start-1] != '\n' {
		return 0, 0, false
	}
	n := strings.Index(text[start:], "\n---")
	if n < 0 {
		return 0, 0, false
	}
	end = start + n
	if end > start && text[end-1] == '\r' {
		end--
	}
	return start, end, true
}
