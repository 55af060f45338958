package jsontree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// unquote returns the value of the last token, a string, and reports what parsers lose of it. what is the role of the
// string, for the message.
func (p *parser) unquote(what string) string {
	inner := p.text[p.start+1 : p.end-1]
	if plain(inner) {
		return inner
	}
	p.inspect(what)
	if !strings.Contains(inner, `\`) && utf8.ValidString(inner) {
		return inner
	}
	// Unpaired surrogates and invalid bytes become U+FFFD. inspect has reported them.
	text, _ := jsontext.AppendUnquote(nil, p.source[p.start:p.end])
	return string(text)
}

// plain reports whether a string is ASCII without escapes.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '\\' {
			return false
		}
	}
	return true
}

// inspect reports the first unpaired surrogate and the first invalid UTF-8 byte of the last token, a string.
func (p *parser) inspect(what string) {
	surrogate, invalid := false, false
	for i := p.start + 1; i < p.end-1; {
		switch c := p.text[i]; {
		case c == '\\':
			n, lone := escape(p.text[i:p.end])
			if lone && !surrogate {
				surrogate = true
				p.warn(analysis.LoneSurrogate, i, i+n, fmt.Sprintf("unpaired surrogate %s in a %s", p.text[i:i+n], what),
					"write the whole pair, or remove it")
			}
			i += n
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRuneInString(p.text[i:p.end])
			if r == utf8.RuneError && n == 1 && !invalid {
				invalid = true
				p.warn(analysis.BadUTF8, i, i+1, fmt.Sprintf("invalid UTF-8 byte 0x%02X in a %s", c, what),
					"save the file as UTF-8")
			}
			i += n
		}
	}
}

// escape returns the length of the escape sequence at the start of s, and whether it is an unpaired surrogate. The
// sequence is well-formed.
func escape(s string) (n int, lone bool) {
	if s[1] != 'u' {
		return 2, false
	}
	high := hex4(s[2:])
	if !utf16.IsSurrogate(high) {
		return 6, false
	}
	if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' && utf16.DecodeRune(high, hex4(s[8:])) != utf8.RuneError {
		return 12, false
	}
	return 6, true
}

func hex4(s string) rune {
	if len(s) < 4 {
		return 0
	}
	n, _ := strconv.ParseUint(s[:4], 16, 16)
	return rune(n)
}

func (p *parser) warn(kind analysis.ParseWarningKind, start, end int, message, help string) {
	p.warnings = append(p.warnings, analysis.ParseWarning{Kind: kind, Range: p.rangeOf(start, end), Message: message, Help: help})
}

// checkNumber rejects numbers that other parsers cannot handle.
func (p *parser) checkNumber() *analysis.Problem {
	text := p.text[p.start:p.end]
	if len(text) > MaxNumber {
		return p.problem(p.start, p.end, NumberLimit,
			fmt.Sprintf("number is %s characters long (limit %d)", quote.Count(len(text)), MaxNumber), "shorten it, or use a string")
	}
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return nil
	}
	if n, err := strconv.Atoi(text[i+1:]); err != nil || n > MaxNumber || n < -MaxNumber {
		return p.problem(p.start, p.end, NumberLimit,
			"exponent of "+quote.Text(text)+" is out of range", fmt.Sprintf("use an exponent between -%d and %d, or a string", MaxNumber, MaxNumber))
	}
	return nil
}
