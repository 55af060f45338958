// Package lex splits code of several languages into tokens, without checking its syntax.
package lex

import (
	"strings"
)

// The languages.
const (
	Python     = "py"
	JavaScript = "js"
	PowerShell = "ps1"
	Shell      = "sh"
	Other      = "other"    // one that Split does not know
	Compiled   = "compiled" // likewise
)

// A Kind is the kind of a token of code.
type Kind uint8

const (
	Identifier Kind = iota // a name with dots: os.environ
	Text                   // a string literal
	Sign                   // one character
	End                    // the end of a statement
)

// A Token is a token of Python, JavaScript, TypeScript or PowerShell.
type Token struct {
	Text               string // for a string, its content
	Start, End, Closes int32  // Closes: for a bracket, the index of the closing token; 0: none
	Kind               Kind
	Inner              bool // a string that contains code: f"{x}", `${x}`, "$x"
}

// mostTokens is the maximum number of tokens that Split returns, which need memory.
const mostTokens = 400_000

// A tokenizer splits code into tokens.
type tokenizer struct {
	language string
	src      string
	at       int
	tokens   []Token
	brackets []byte // open ones
	opened   []int  // their tokens
}

// Split returns the tokens of a text, or of the first part of a long one, and the end of that part. The last token is an End.
func Split(language, src string) (tokens []Token, end int) {
	t := &tokenizer{language: language, src: src, tokens: make([]Token, 0, min(len(src)/5, mostTokens)+8)}
	for t.at < len(src) && len(t.tokens) < mostTokens {
		t.next()
	}
	t.tokens = append(t.tokens, Token{Kind: End, Start: int32(t.at), End: int32(t.at)})
	return t.tokens, t.at
}

func (t *tokenizer) add(kind Kind, text string, start int) {
	t.tokens = append(t.tokens, Token{Kind: kind, Text: text, Start: int32(start), End: int32(t.at)})
}

// isEnclosed reports whether the last bracket is not that of a block.
func (t *tokenizer) isEnclosed() bool {
	n := len(t.brackets)
	return n > 0 && t.brackets[n-1] != '{'
}

func (t *tokenizer) next() {
	src, at := t.src, t.at
	c := src[at]
	switch {
	case c == '\n':
		t.at++
		if !t.isEnclosed() && !t.isContinued() {
			t.add(End, "", at)
		}
	case strings.IndexByte(" \t\r", c) >= 0:
		t.at++
	case c == '\\' && t.language == Python, c == '`' && t.language == PowerShell: // the next line continues this one
		if t.at++; t.at < len(src) && src[t.at] == '\n' {
			t.at++
		}
	case t.language == PowerShell && t.unquotedURL():
	case t.comment():
	case t.quoted():
	case isNameStart(c):
		t.name()
	case c == ';' && !t.isEnclosed():
		t.at++
		t.add(End, "", at)
	default:
		t.sign(c)
	}
}

// sign reads one character. The braces of a block end a statement.
func (t *tokenizer) sign(c byte) {
	at := t.at
	t.at++
	closes := c == '}' && !t.isEnclosed()
	t.bracket(c)
	t.add(Sign, t.src[at:at+1], at)
	if closes || c == '{' && !t.isEnclosed() {
		t.add(End, "", at)
	}
}

// object marks the bracket of an object literal, in contrast to a block.
const object = 'o'

func (t *tokenizer) bracket(c byte) {
	switch c {
	case '{':
		if !t.opensBlock() {
			c = object
		}
		t.brackets, t.opened = append(t.brackets, c), append(t.opened, len(t.tokens))
	case '(', '[':
		t.brackets, t.opened = append(t.brackets, c), append(t.opened, len(t.tokens))
	case ')', ']', '}':
		if n := len(t.brackets); n > 0 {
			t.tokens[t.opened[n-1]].Closes = int32(len(t.tokens))
			t.brackets, t.opened = t.brackets[:n-1], t.opened[:n-1]
		}
	}
}

// opensBlock reports whether a brace at the end of the tokens opens a block.
func (t *tokenizer) opensBlock() bool {
	n := len(t.tokens)
	if t.language == Python || n == 0 {
		return false
	}
	switch last := t.tokens[n-1]; {
	case last.Kind == End, last.Kind == Identifier && !strings.Contains(" return const let var of in await typeof new import export case yield ", " "+last.Text+" "):
		return true
	case last.Kind == Sign && last.Text == ")":
		return true
	case last.Kind == Sign && last.Text == ">":
		return n > 1 && t.tokens[n-2].Text == "="
	}
	return false
}

// isContinued reports whether the next line continues a statement: with a method or after an operator.
func (t *tokenizer) isContinued() bool {
	rest := strings.TrimLeft(t.src[t.at:min(len(t.src), t.at+200)], " \t\r\n")
	if t.language == JavaScript && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "?.")) {
		return true
	}
	if n := len(t.tokens); n > 0 && t.tokens[n-1].Kind == Sign {
		last := t.tokens[n-1].Text
		return last == "|" && t.language == PowerShell || t.language == JavaScript && (last == "=" || last == "+" || last == ",")
	}
	return false
}

func (t *tokenizer) comment() bool {
	rest := t.src[t.at:]
	switch {
	case t.language == JavaScript && strings.HasPrefix(rest, "//"), t.language != JavaScript && rest[0] == '#', t.language == JavaScript && t.at == 0 && strings.HasPrefix(rest, "#!"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			t.at += n
		} else {
			t.at = len(t.src)
		}
		return true
	case t.language == JavaScript && strings.HasPrefix(rest, "/*"):
		t.skip(rest, "*/")
		return true
	case t.language == PowerShell && strings.HasPrefix(rest, "<#"):
		t.skip(rest, "#>")
		return true
	}
	return false
}

// unquotedURL reads an unquoted address.
func (t *tokenizer) unquotedURL() bool {
	rest := t.src[t.at:]
	if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") {
		return false
	}
	n := strings.IndexAny(rest, " \t\r\n)|;\"'`,}")
	if n < 0 {
		n = len(rest)
	}
	start := t.at
	t.at += n
	t.add(Text, rest[:n], start)
	return true
}

func (t *tokenizer) skip(rest, closing string) {
	if n := strings.Index(rest[2:], closing); n >= 0 {
		t.at += 2 + n + 2
	} else {
		t.at = len(t.src)
	}
}

// quoted reads a string literal.
func (t *tokenizer) quoted() bool {
	start := t.at
	l, ok := literalAt(t.language, t.src[start:])
	if !ok {
		return false
	}
	content, n := scanString(t.src[start+l.open:], l.closing, l.raw, t.language == PowerShell, l.isLine)
	t.at += l.open + n
	t.tokens = append(t.tokens, Token{Kind: Text, Text: content, Start: int32(start), End: int32(t.at), Inner: l.inner})
	return true
}

// A literal is the start of a string literal.
type literal struct {
	open    int    // the length of its prefix and its opening quotes
	closing string // its closing quotes
	inner   bool   // it contains code
	raw     bool   // without escape sequences
	isLine  bool   // it ends with the line
}

// literalAt returns the string literal at the start of a text.
func literalAt(language, text string) (literal, bool) {
	prefix := 0
	if language == Python {
		for prefix < 2 && prefix < len(text) && strings.IndexByte("rRbBfFuU", text[prefix]) >= 0 {
			prefix++
		}
	}
	if prefix >= len(text) {
		return literal{}, false
	}
	q, rest := text[prefix], text[prefix:]
	isQuote := q == '"' || q == '\''
	l := literal{open: prefix + 1, closing: rest[:1], inner: strings.ContainsAny(text[:prefix], "fF"), raw: strings.ContainsAny(text[:prefix], "rR"), isLine: true}
	switch {
	case language == Python && (strings.HasPrefix(rest, `"""`) || strings.HasPrefix(rest, "'''")):
		l.open, l.closing, l.isLine = prefix+3, rest[:3], false
	case language == JavaScript && q == '`':
		l.inner, l.isLine = true, false
	case language == PowerShell && (strings.HasPrefix(rest, `@"`) || strings.HasPrefix(rest, "@'")):
		return literal{open: 2, closing: "\n" + rest[1:2] + "@", inner: rest[1] == '"', raw: true}, true
	case language == PowerShell && isQuote:
		l.inner, l.raw = q == '"', true
	default:
		return l, isQuote
	}
	return l, true
}

// scanString returns the content of a string literal, and its length with the closing quotation mark.
func scanString(src, closing string, raw, doubled, oneLine bool) (content string, n int) {
	plain := 0
	for plain < len(src) && src[plain] != '\\' && src[plain] != '\n' && src[plain] != closing[0] {
		plain++
	}
	if plain < len(src) && len(closing) == 1 && src[plain] == closing[0] && !doubled {
		return src[:plain], plain + 1
	}
	var b strings.Builder
	b.WriteString(src[:plain])
	for i := plain; i < len(src); i++ {
		switch c := src[i]; {
		case strings.HasPrefix(src[i:], closing):
			if doubled && strings.HasPrefix(src[i+len(closing):], closing) {
				b.WriteString(closing)
				i += 2*len(closing) - 1
				continue
			}
			return b.String(), i + len(closing)
		case c == '\n' && oneLine && !doubled:
			return b.String(), i
		case c == '\\' && i+1 < len(src) && !raw:
			i++
			i += escape(&b, src[i:])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), len(src)
}

// escape writes the character of an escape sequence, and returns the number of bytes after its first one.
func escape(b *strings.Builder, src string) int {
	switch src[0] {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case '\n':
	case 'x', 'u':
		width := 2
		if src[0] == 'u' {
			width = 4
		}
		if len(src) > width {
			if r, ok := hexOf(src[1 : 1+width]); ok {
				b.WriteRune(r)
				return width
			}
		}
		b.WriteByte(src[0])
	default:
		b.WriteByte(src[0])
	}
	return 0
}

func hexOf(digits string) (rune, bool) {
	var r rune
	for i := range len(digits) {
		c := digits[i] | 0x20
		switch {
		case '0' <= digits[i] && digits[i] <= '9':
			r = r<<4 | rune(digits[i]-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

func isNameStart(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// IsNamePart reports whether a byte may be part of a name.
func IsNamePart(c byte) bool { return isNameStart(c) || c >= '0' && c <= '9' }

// name reads a name with dots and, in PowerShell, hyphens and colons.
func (t *tokenizer) name() {
	start := t.at
	for t.at < len(t.src) {
		c := t.src[t.at]
		next := byte(0)
		if t.at+1 < len(t.src) {
			next = t.src[t.at+1]
		}
		switch {
		case IsNamePart(c):
			t.at++
		case c == '.' && isNameStart(next):
			t.at += 2
		case c == '?' && next == '.' && t.language == JavaScript && t.at+2 < len(t.src) && isNameStart(t.src[t.at+2]):
			t.at += 2
		case t.language == PowerShell && (c == '-' || c == ':') && isNameStart(next) && t.src[start] != '-':
			t.at += 2
		default:
			t.identifier(start)
			return
		}
	}
	t.identifier(start)
}

func (t *tokenizer) identifier(start int) {
	name := t.src[start:t.at]
	if strings.IndexByte(name, '?') >= 0 {
		name = strings.ReplaceAll(name, "?.", ".")
	}
	t.add(Identifier, name, start)
}
