package jsontree

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
)

func startsValue(c byte) bool {
	return c == '{' || c == '[' || c == '"' || c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n'
}

// isWord reports whether a byte may occur in an unquoted word or number.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '$'
}

func (p *parser) wordLength(at int) int {
	n := 0
	for at+n < len(p.source) && (isWord(p.source[at+n]) || p.source[at+n] == '+') {
		n++
	}
	return n
}

// tokenLength returns the estimated length of the token at an offset.
func (p *parser) tokenLength(at int) int {
	if p.source[at] == '"' {
		if n := bytes.IndexByte(p.lineFrom(at)[1:], '"'); n >= 0 {
			return n + 2
		}
		return 1
	}
	return max(p.wordLength(at), p.character(at))
}

func (p *parser) character(at int) int {
	_, n := utf8.DecodeRune(p.source[at:])
	return n
}

// shown returns a part of the text for a message; a string keeps its own quotes.
func (p *parser) shown(start, end int) string {
	text := p.text[start:end]
	if strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`) && len(text) > 2 {
		return quote.Text(text[1 : len(text)-1])
	}
	if text == `"` {
		return "a quotation mark"
	}
	return quote.Text(text)
}

// clip shortens a word for a message.
func clip(word string) string {
	quoted := quote.Text(word)
	return quoted[1 : len(quoted)-1]
}
