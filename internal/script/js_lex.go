package script

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A jsKind is the kind of a token of JavaScript and TypeScript.
type jsKind uint8

const (
	jsName jsKind = iota // also keywords, and private names
	jsNumber
	jsString   // text is its value
	jsTemplate // text is its value if it has no parts; otherwise it is dynamic
	jsRegexp
	jsPunct
	jsEnd
)

// A jsToken is a token. match is the index of the token that closes an opening bracket, or 0.
type jsToken struct {
	kind       jsKind
	dynamic    bool
	lineBefore bool // it starts a line
	text       string
	start, end int
	match      int
}

// A jsLexer splits a source into tokens. It does not parse: JavaScript and TypeScript are read by the same lexer, and the meaning of
// "/" is decided by the token before it. It is not certain after "}" and in JSX.
type jsLexer struct {
	src       string
	pos       int
	tokens    []jsToken
	open      []int
	problem   *Problem
	uncertain bool // "/" may have been misread, so a problem may be due to that
	newline   bool
	closed    int // the token that the last closing bracket closes
}

const maxJSBrackets = 2000

func lexJS(src string) *jsLexer {
	l := &jsLexer{src: src, tokens: make([]jsToken, 0, len(src)/5+8)}
	if strings.HasPrefix(src, "\ufeff") {
		l.pos = len("\ufeff")
	}
	if strings.HasPrefix(src[l.pos:], "#!") {
		l.line()
	}
	for l.problem == nil && l.next() {
	}
	if l.problem == nil && len(l.open) > 0 {
		t := l.tokens[l.open[len(l.open)-1]]
		l.fail(t.start, t.end, "unclosed "+t.text)
	}
	l.tokens = append(l.tokens, jsToken{kind: jsEnd, start: len(src), end: len(src)})
	return l
}

func (l *jsLexer) fail(start, end int, message string) bool {
	if l.problem == nil {
		l.problem = &Problem{span(start, min(end, len(l.src))), message}
	}
	return false
}

func (l *jsLexer) line() {
	for l.pos < len(l.src) && l.src[l.pos] != '\n' {
		l.pos++
	}
}

func (l *jsLexer) add(k jsKind, start int, text string) bool {
	l.tokens = append(l.tokens, jsToken{kind: k, text: text, start: start, end: l.pos, lineBefore: l.newline})
	l.newline = false
	return true
}

// next reads a token. It returns false at the end and at a problem.
func (l *jsLexer) next() bool {
	l.space()
	if l.pos >= len(l.src) {
		return false
	}
	start := l.pos
	switch c := l.src[l.pos]; {
	case strings.HasPrefix(l.src[l.pos:], "//"):
		l.line()
		return true
	case strings.HasPrefix(l.src[l.pos:], "/*"):
		n := strings.Index(l.src[l.pos+2:], "*/")
		if n < 0 {
			return l.fail(start, start+2, "unclosed comment")
		}
		l.pos += n + 4
		return true
	case c == '\'' || c == '"':
		return l.string(c)
	case c == '`':
		return l.template()
	case isJSName(c) || c == '#' || c == '\\':
		for l.pos++; l.pos < len(l.src) && isJSNamePart(l.src[l.pos]); l.pos++ {
		}
		return l.add(jsName, start, l.src[start:l.pos])
	case isDigit(c):
		for l.pos++; l.pos < len(l.src) && (isJSNamePart(l.src[l.pos]) || l.src[l.pos] == '.'); l.pos++ {
		}
		return l.add(jsNumber, start, l.src[start:l.pos])
	case c == '/' && l.startsRegexp():
		return l.regexp()
	}
	return l.punct()
}

// space skips white space.
func (l *jsLexer) space() {
	for l.pos < len(l.src) && strings.IndexByte(" \t\n\r", l.src[l.pos]) >= 0 {
		l.newline = l.newline || l.src[l.pos] == '\n'
		l.pos++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isJSNamePart(c byte) bool { return isJSName(c) || isDigit(c) }

func isJSName(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c >= utf8.RuneSelf
}

func (l *jsLexer) string(quote byte) bool {
	start := l.pos
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\\':
			l.pos++
			if l.pos+1 < len(l.src) && l.src[l.pos] == '\r' && l.src[l.pos+1] == '\n' {
				l.pos++
			}
		case c == quote:
			l.pos++
			return l.add(jsString, start, jsValue(l.src[start+1:l.pos-1]))
		case c == '\n':
			return l.fail(start, start+1, "unclosed quote")
		}
	}
	return l.fail(start, start+1, "unclosed quote")
}

// jsValue returns the value of the content of a string. Other escapes than those of quotes and line ends stay.
func jsValue(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\'`, `'`, `\"`, `"`, "\\`", "`", `\n`, "\n", `\\`, `\`).Replace(s)
}

// template reads a template. Its parts are read as tokens of their own, between "${" and "}".
func (l *jsLexer) template() bool {
	start := l.pos
	dynamic := false
	l.pos++
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == '\\':
			l.pos += 2
		case c == '`':
			l.pos++
			value := ""
			if !dynamic {
				value = jsValue(l.src[start+1 : l.pos-1])
			}
			l.add(jsTemplate, start, value)
			l.tokens[len(l.tokens)-1].dynamic = dynamic
			return true
		case c == '$' && l.pos+1 < len(l.src) && l.src[l.pos+1] == '{':
			dynamic = true
			l.pos += 2
			depth := len(l.open)
			l.open = append(l.open, len(l.tokens))
			l.tokens = append(l.tokens, jsToken{kind: jsPunct, text: "${", start: l.pos - 2, end: l.pos})
			if len(l.open) > maxJSBrackets {
				l.uncertain = true
				return l.fail(start, start+1, "brackets nested too deeply")
			}
			for len(l.open) > depth {
				if !l.next() {
					return l.fail(start, start+1, "unclosed template")
				}
			}
		default:
			l.pos++
		}
	}
	return l.fail(start, start+1, "unclosed template")
}

// startsRegexp reports whether "/" starts a regular expression, by the token before it.
func (l *jsLexer) startsRegexp() bool {
	if len(l.tokens) == 0 {
		return true
	}
	t := &l.tokens[len(l.tokens)-1]
	switch t.kind {
	case jsName:
		switch t.text {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do", "yield", "await":
			return true
		}
		return false
	case jsNumber, jsString, jsTemplate, jsRegexp:
		return false
	}
	switch t.text {
	case ")": // of a condition, a statement follows
		before := jsToken{}
		if l.closed > 0 {
			before = l.tokens[l.closed-1]
		}
		return before.kind == jsName && slices.Contains([]string{"if", "while", "for", "with"}, before.text)
	case "]":
		return false
	case "}":
		l.uncertain = true
		return t.lineBefore || l.newline
	case "<", ">":
		l.uncertain = true // JSX: </name>
		return false
	case "++", "--":
		return false
	}
	return true
}

func (l *jsLexer) regexp() bool {
	start := l.pos
	class := false
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\\':
			l.pos++
		case c == '\n':
			l.uncertain = true
			return l.fail(start, start+1, "unclosed regular expression")
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for l.pos++; l.pos < len(l.src) && isJSName(l.src[l.pos]); l.pos++ {
			}
			return l.add(jsRegexp, start, "")
		}
	}
	return l.fail(start, start+1, "unclosed regular expression")
}

func (l *jsLexer) punct() bool {
	start := l.pos
	for _, o := range [...]string{"...", "=>", "?.", "??", "&&", "||", "===", "!==", "==", "!=", "++", "--"} {
		if strings.HasPrefix(l.src[start:], o) {
			l.pos += len(o)
			return l.add(jsPunct, start, o)
		}
	}
	l.pos++
	text := l.src[start:l.pos]
	switch text {
	case "(", "[", "{":
		if len(l.open) >= maxJSBrackets {
			l.uncertain = true
			return l.fail(start, l.pos, "brackets nested too deeply")
		}
		l.open = append(l.open, len(l.tokens))
	case ")", "]", "}":
		if len(l.open) == 0 {
			return l.fail(start, l.pos, "unmatched "+text)
		}
		last := l.open[len(l.open)-1]
		o := l.tokens[last].text
		if !(o == "(" && text == ")" || o == "[" && text == "]" || (o == "{" || o == "${") && text == "}") {
			return l.fail(start, l.pos, text+" does not match "+o)
		}
		l.open = l.open[:len(l.open)-1]
		l.tokens[last].match = len(l.tokens)
		l.closed = last
	}
	return l.add(jsPunct, start, text)
}
