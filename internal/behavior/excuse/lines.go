package excuse

import (
	"bytes"
	"slices"
	"strings"
)

// LevelOf returns the level of a heading, or 0 if the line is not a heading.
func LevelOf(content []byte) int {
	level := 0
	for level < len(content) && content[level] == '#' {
		level++
	}
	if level > 6 || level == len(content) || content[level] != ' ' {
		return 0
	}
	return level
}

// FenceOf returns the characters that open or close a fence, or nil.
func FenceOf(content []byte) []byte {
	for _, c := range []byte("`~") {
		n := 0
		for n < len(content) && content[n] == c {
			n++
		}
		if n >= 3 && bytes.IndexByte(content[n:], '`') < 0 {
			return content[:n]
		}
	}
	return nil
}

// TrimList removes a list marker.
func TrimList(content []byte) []byte {
	if !IsListItem(content) {
		return content
	}
	return bytes.TrimLeft(content[bytes.IndexAny(content, " \t"):], " \t")
}

// IsListItem reports whether a line starts with a list marker.
func IsListItem(content []byte) bool {
	n := 0
	for n < len(content) && n < 5 && content[n] != ' ' && content[n] != '\t' {
		n++
	}
	if n < 1 || n > 4 || n == len(content) {
		return false
	}
	mark := content[:n]
	return n == 1 && bytes.IndexByte([]byte("-*+"), mark[0]) >= 0 || (mark[n-1] == '.' || mark[n-1] == ')') && len(bytes.Trim(mark[:n-1], "0123456789")) == 0
}

// SentenceEnd returns the length of the first sentence of a text.
func SentenceEnd(text []byte) int {
	code, quoted := false, -1
	for i := 0; i+1 < len(text); i++ {
		switch text[i] {
		case '`':
			code = !code
		case '"':
			if quoted >= 0 {
				quoted = -1
			} else if n := bytes.IndexByte(text[i+1:min(len(text), i+longestQuotation)], '"'); n >= 0 {
				quoted = i
			}
		case '.', '!', '?', ';':
			if !code && quoted < 0 && (text[i+1] == ' ' || text[i+1] == '\n') && !isAbbreviation(text[:i+1]) {
				return i + 1
			}
		}
	}
	return len(text)
}

// longestQuotation is the number of bytes in quotation marks in which no sentence ends.
const longestQuotation = 200

// isAbbreviation reports whether a text ends in an abbreviation within a sentence.
func isAbbreviation(text []byte) bool {
	end := text[max(0, len(text)-4):]
	return bytes.EqualFold(end, []byte("e.g.")) || bytes.EqualFold(end, []byte("i.e."))
}

// containsAny reports whether a text contains one of several parts.
func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}
