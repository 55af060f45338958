package python

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is the kind of a token.
type kind uint8

const (
	endOfFile kind = iota
	newline
	indent
	dedent
	name // also keywords
	number
	text // a string; fields has the fields of an f-string
	operator
	invalid // where err of the lexer occurred
)

// A token is a token of the source.
type token struct {
	kind  kind
	match int32 // the index of the token that closes an opening bracket, or 0
	start int
	text  string
}

func (t *token) end() int { return t.start + len(t.text) }

// A span is a range of the source.
type span struct{ start, end int }

// Limits of CPython's tokenizer, except that of nested f-strings, which is 150 there.
const (
	maxBrackets = 200
	maxIndents  = 100
	maxFormats  = 20
)

// A lexer splits a source into tokens. The parser reports err if it gets to it.
type lexer struct {
	src     string
	pos     int
	end     int
	tokens  []token
	fields  map[int][]span // of f-strings, by token
	open    []int          // tokens of the open brackets
	indents []column
	err     *Error
	tooDeep bool
	inField bool // in an f-string: line ends are white space
}

// A column is an indentation with tabs of 8 columns, and with tabs of 1 column.
type column struct{ tab8, tab1 int }

// lex splits a part of a source into tokens, which it appends to a buffer. Without a buffer, it is a field of an f-string.
func lex(src string, from, to int, buffer []token) *lexer {
	l := &lexer{src: src, pos: from, end: to, inField: buffer == nil, tokens: buffer, indents: []column{{}}}
	if from == 0 && strings.HasPrefix(src, "\ufeff") {
		l.pos = len("\ufeff")
	}
	if l.inField || l.indentation() {
		for l.next() {
		}
	}
	l.finish()
	return l
}

func (l *lexer) add(k kind, start, end int) {
	l.tokens = append(l.tokens, token{kind: k, start: start, text: l.src[start:end]})
}

// fail records the first error and stops.
func (l *lexer) fail(start, end int, message string) bool {
	if l.err == nil {
		l.err = &Error{start, min(max(end, start), len(l.src)), message}
		l.add(invalid, start, l.err.End)
	}
	return false
}

// finish adds the tokens at the end.
func (l *lexer) finish() {
	if l.err == nil && !l.inField {
		if len(l.open) == 0 && len(l.tokens) > 0 && l.tokens[len(l.tokens)-1].kind != newline && l.tokens[len(l.tokens)-1].kind != dedent {
			l.add(newline, l.end, l.end)
		}
		for range l.indents[1:] {
			l.add(dedent, l.end, l.end)
		}
	}
	l.add(endOfFile, l.end, l.end)
}

// lineEnd returns the length of a line end at an offset.
func (l *lexer) lineEnd(at int) int {
	switch {
	case at >= l.end:
		return 0
	case l.src[at] == '\n':
		return 1
	case l.src[at] == '\r' && at+1 < l.end && l.src[at+1] == '\n':
		return 2
	case l.src[at] == '\r':
		return 1
	}
	return 0
}

// indentation reads the white space at the start of a line, and lines without tokens. It returns false at an error.
func (l *lexer) indentation() bool {
	for l.pos < l.end {
		var c column
		start := l.pos
	space:
		for ; l.pos < l.end; l.pos++ {
			switch l.src[l.pos] {
			case ' ':
				c = column{c.tab8 + 1, c.tab1 + 1}
			case '\t':
				c = column{(c.tab8/8 + 1) * 8, c.tab1 + 1}
			case '\f':
				c = column{}
			default:
				break space
			}
		}
		if l.pos < l.end && l.src[l.pos] == '#' {
			l.comment()
		}
		if n := l.lineEnd(l.pos); n > 0 {
			l.pos += n
			continue
		}
		if l.pos >= l.end {
			return true
		}
		if l.src[l.pos] == '\\' && l.lineEnd(l.pos+1) > 0 { // the next line has the indentation of this one, if it has any
			l.pos += 1 + l.lineEnd(l.pos+1)
			if c == (column{}) {
				continue
			}
			l.spaces()
		}
		return l.shift(c, start)
	}
	return true
}

// shift adds the tokens for a change of the indentation.
func (l *lexer) shift(c column, start int) bool {
	top := l.indents[len(l.indents)-1]
	const mixed = "inconsistent use of tabs and spaces"
	switch {
	case c.tab8 == top.tab8:
		if c.tab1 != top.tab1 {
			return l.fail(start, l.pos, mixed)
		}
	case c.tab8 > top.tab8:
		if c.tab1 <= top.tab1 {
			return l.fail(start, l.pos, mixed)
		}
		if len(l.indents) >= maxIndents {
			l.tooDeep = true
			return l.fail(start, l.pos, "too many levels of indentation")
		}
		l.indents = append(l.indents, c)
		l.add(indent, start, l.pos)
	default:
		for len(l.indents) > 1 && c.tab8 < l.indents[len(l.indents)-1].tab8 {
			l.indents = l.indents[:len(l.indents)-1]
			l.add(dedent, l.pos, l.pos)
		}
		if top = l.indents[len(l.indents)-1]; c.tab8 != top.tab8 {
			return l.fail(start, l.pos, "indentation does not match any outer level")
		} else if c.tab1 != top.tab1 {
			return l.fail(start, l.pos, mixed)
		}
	}
	return true
}

func (l *lexer) comment() {
	for l.pos < l.end && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
		l.pos++
	}
}

func (l *lexer) spaces() {
	for l.pos < l.end && (l.src[l.pos] == ' ' || l.src[l.pos] == '\t' || l.src[l.pos] == '\f') {
		l.pos++
	}
}

// next reads a token. It returns false at the end and at an error.
func (l *lexer) next() bool {
	l.spaces()
	if l.pos >= l.end {
		return false
	}
	c := l.src[l.pos]
	switch {
	case c == '#':
		l.comment()
		return true
	case c == '\n' || c == '\r':
		start := l.pos
		l.pos += l.lineEnd(l.pos)
		if l.inField || len(l.open) > 0 {
			return true
		}
		l.add(newline, start, start)
		return l.indentation()
	case c == '\\':
		n := l.lineEnd(l.pos + 1)
		if n == 0 {
			return l.fail(l.pos, l.pos+1, "unexpected character after a line continuation")
		}
		l.pos += 1 + n
		return true
	case c == '"' || c == '\'':
		return l.string(l.pos)
	case isNameStart(c):
		return l.name()
	case isDigit(c) || c == '.' && l.pos+1 < l.end && isDigit(l.src[l.pos+1]):
		return l.number()
	}
	return l.operator()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
}

func (l *lexer) name() bool {
	start := l.pos
	for l.pos < l.end {
		c := l.src[l.pos]
		if c < utf8.RuneSelf {
			if !isNameStart(c) && !isDigit(c) {
				break
			}
			l.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.src[l.pos:l.end])
		if !isNameRune(r, l.pos == start) {
			if l.pos > start {
				break
			}
			return l.fail(l.pos, l.pos+n, "invalid character "+string(r))
		}
		l.pos += n
	}
	if l.pos < l.end && (l.src[l.pos] == '"' || l.src[l.pos] == '\'') && isPrefix(l.src[start:l.pos]) {
		return l.string(start)
	}
	l.add(name, start, l.pos)
	return true
}

// isNameRune reports whether a character outside ASCII may be part of a name.
func isNameRune(r rune, first bool) bool {
	switch {
	case r == utf8.RuneError:
		return false
	case unicode.IsLetter(r), unicode.Is(unicode.Nl, r), unicode.Is(unicode.Other_ID_Start, r):
		return true
	case first:
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

func isPrefix(s string) bool {
	if len(s) > 2 {
		return false
	}
	switch strings.ToLower(s) {
	case "r", "u", "b", "br", "rb", "f", "fr", "rf", "t", "tr", "rt":
		return true
	}
	return false
}

// string reads a string with its prefix.
func (l *lexer) string(start int) bool {
	s := stringScanner{src: l.src, end: l.end}
	end, message := s.scan(start, 0)
	switch {
	case s.tooDeep:
		l.tooDeep = true
		return l.fail(start, start+1, "f-string nested too deeply")
	case message != "":
		return l.fail(s.at, min(s.at+s.length, l.end), message)
	}
	l.add(text, start, end)
	if s.fields != nil {
		if l.fields == nil {
			l.fields = map[int][]span{}
		}
		l.fields[len(l.tokens)-1] = s.fields
	}
	l.pos = end
	return true
}
