package jsontree

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// badWord diagnoses an invalid word in place of a value.
func (p *parser) badWord(at int) *analysis.Problem {
	end := at + max(1, p.wordLength(at))
	word := p.text[at:end]
	bare := strings.TrimLeft(word, "+-")
	switch strings.ToLower(bare) {
	case "nan", "inf", "infinity":
		return p.problem(at, end, NaN, "invalid number "+clip(word), "use null or a string")
	case "true", "false", "null":
		return p.problem(at, end, Literal, "invalid literal "+clip(word), "write "+strings.ToLower(bare))
	case "none", "nil", "undefined":
		return p.problem(at, end, Literal, "invalid literal "+clip(word), "write null")
	}
	if end == len(p.source) && isUnfinished(word) {
		return p.problem(at, end, IncompleteWord, fmt.Sprintf("incomplete value %q", clip(word)), "complete it")
	}
	if c := word[0]; c == '+' || c == '-' || c == '.' || c >= '0' && c <= '9' {
		return p.problem(at, end, Number, "invalid number "+clip(word), "write digits without a leading zero, or put the text in double quotes")
	}
	return p.problem(at, end, UnquotedText, "unquoted text "+clip(word), fmt.Sprintf(`write "%s"`, clip(word)))
}

// isUnfinished reports whether a word may be the beginning of a literal or number.
func isUnfinished(word string) bool {
	for _, whole := range []string{"true", "false", "null"} {
		if strings.HasPrefix(whole, word) {
			return true
		}
	}
	last := word[len(word)-1]
	return last == '-' || strings.TrimLeft(word[:len(word)-1], "-0123456789") == "" && (last == '.' || last == 'e' || last == 'E')
}

// badString diagnoses an invalid string.
func (p *parser) badString(at int) *analysis.Problem {
	for i := at + 1; i < len(p.source); i++ {
		switch c := p.source[i]; {
		case c == '\\':
			n, ok := p.escapeLength(i)
			if !ok {
				return p.badEscape(at, i, n)
			}
			i += n - 1
		case c == '\n' || c == '\r':
			return p.problem(at, i, LineBreak, "string is not closed on its line", `add the closing quote, or write \n for a line break`)
		case c < ' ':
			return p.problem(i, i+1, ControlChar, "unescaped "+controlName(c)+" in a string", "write "+controlEscape(c))
		}
	}
	return p.problem(at, at+1, UnclosedString, "unclosed string", "add the closing quote")
}

// escapeLength returns the length of the escape sequence at an offset, and whether it is valid.
func (p *parser) escapeLength(at int) (int, bool) {
	rest := p.source[at:]
	if len(rest) < 2 {
		return len(rest), false
	}
	if strings.IndexByte(`"\/bfnrt`, rest[1]) >= 0 {
		return 2, true
	}
	if rest[1] != 'u' {
		return 1 + p.character(at+1), false
	}
	n := 2
	for n < len(rest) && n < 6 && isHex(rest[n]) {
		n++
	}
	return n, n == 6
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func (p *parser) badEscape(open, at, n int) *analysis.Problem {
	if at+n == len(p.source) {
		return p.problem(open, open+1, UnclosedString, "unclosed string", "add the closing quote")
	}
	escape := p.text[at : at+n]
	if n > 1 && escape[1] == 'u' {
		return p.problem(at, at+n, BadEscape, "incomplete escape sequence "+clip(escape), `write four hexadecimal digits after \u`)
	}
	if escape[1] < ' ' {
		return p.problem(at, at+1, BadEscape, "backslash at the end of a line", `write \n for a line break`)
	}
	return p.problem(at, at+n, BadEscape, "invalid escape sequence "+clip(escape), `write \\ for a backslash`)
}

func controlName(c byte) string {
	switch c {
	case '\t':
		return "tab"
	case 0:
		return "zero byte"
	}
	return fmt.Sprintf("control character (U+%04X)", c)
}

func controlEscape(c byte) string {
	switch c {
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	return fmt.Sprintf(`\u%04x`, c)
}
