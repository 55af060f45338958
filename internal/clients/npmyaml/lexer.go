package npmyaml

import "strings"

// A lexer splits a text into tokens. The meaning of a character depends on the state: at the start of a line, in a
// block, or in a flow collection.
type lexer struct {
	text    string
	pos     int
	lineEnd int // position of the next line feed, -1 if there is none; valid from pos on
	emit    func(text string, mark kind)

	scalarIndent int // explicit indentation of a block scalar, minus one; -1 if there is none
	keep         bool
	flowKey      bool // a ":" may follow immediately
	flowLevel    int
	indentNext   int // required indentation of the next line of a scalar
	indentValue  int // of the current line
}

// A state reads at least one token, or passes control to the state that it returns.
type state func(*lexer) state

const end = -1 // in place of a character

// maxStalls is the maximum number of successive states that read nothing.
const maxStalls = 8

// run emits all tokens. It returns false if it cannot continue.
func (l *lexer) run() bool {
	l.lineEnd = -2
	stalled := 0
	for next := state((*lexer).stream); l.pos < len(l.text); {
		before := l.pos
		next = next(l)
		if stalled++; l.pos > before {
			stalled = 0
		}
		if stalled > maxStalls {
			return false
		}
	}
	return true
}

func (l *lexer) at(i int) int {
	if i < 0 || i >= len(l.text) {
		return end
	}
	return int(l.text[i])
}

func (l *lexer) char(n int) int { return l.at(l.pos + n) }

func isEmpty(c int) bool { return c == end || c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func isFlowIndicator(c int) bool { return c >= 0 && strings.IndexByte(",[]{}", byte(c)) >= 0 }

func isBlank(c int) bool { return c == ' ' || c == '\t' }

// line returns the rest of the line.
func (l *lexer) line() string {
	if l.lineEnd != -1 && l.lineEnd < l.pos {
		l.lineEnd = -1
		if n := strings.IndexByte(l.text[l.pos:], '\n'); n >= 0 {
			l.lineEnd = l.pos + n
		}
	}
	if l.lineEnd < 0 {
		return l.text[l.pos:]
	}
	stop := l.lineEnd
	if l.at(stop-1) == '\r' {
		stop--
	}
	return l.text[min(l.pos, stop):max(l.pos, stop)]
}

func charOf(line string, n int) int {
	if n >= len(line) {
		return end
	}
	return int(line[n])
}

// take emits n bytes.
func (l *lexer) take(n int) int {
	n = min(n, len(l.text)-l.pos)
	if n <= 0 {
		return 0
	}
	l.pos += n
	l.emit(l.text[l.pos-n:l.pos], kNone)
	return n
}

// takeTo emits everything before a position.
func (l *lexer) takeTo(i int) int { return l.take(min(i, len(l.text)) - l.pos) }

// takeScalar emits everything before a position as the text of a scalar, which may be empty.
func (l *lexer) takeScalar(i int) {
	i = max(min(i, len(l.text)), l.pos)
	l.emit(l.text[l.pos:i], kScalar)
	l.pos = i
}

func (l *lexer) spaces(tabs bool) int {
	i := l.pos
	for c := l.at(i); c == ' ' || tabs && c == '\t'; c = l.at(i) {
		i++
	}
	return l.take(i - l.pos)
}

func (l *lexer) newline() int {
	switch {
	case l.char(0) == '\n':
		return l.take(1)
	case l.char(0) == '\r' && l.char(1) == '\n':
		return l.take(2)
	}
	return 0
}

// word emits everything up to a character that is not allowed in anchors.
func (l *lexer) word() int {
	i := l.pos
	for c := l.at(i); c != end && strings.IndexByte(" ,[]{}\n\r\t", byte(c)) < 0; c = l.at(i) {
		i++
	}
	return l.takeTo(i)
}

func (l *lexer) tag() int {
	i := l.pos + 1
	if l.char(1) == '<' {
		i++
		for !isEmpty(l.at(i)) && l.at(i) != '>' {
			i++
		}
		if l.at(i) == '>' {
			i++
		}
		return l.takeTo(i)
	}
	for {
		switch c := l.at(i); {
		case c == end:
			return l.takeTo(i)
		case isTagChar(byte(c)):
			i++
		case c == '%' && isHex(l.at(i+1)) && isHex(l.at(i+2)):
			i += 3
		default:
			return l.takeTo(i)
		}
	}
}

func isTagChar(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.IndexByte("-#;/?:@&=+$_.!~*'()", c) >= 0
}

func isHex(c int) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

// indicators emits tags, anchors and the indicators of sequences and mappings.
func (l *lexer) indicators() int {
	n := 0
	for {
		switch l.char(0) {
		case '!':
			n += l.tag() + l.spaces(true)
			continue
		case '&':
			n += l.word() + l.spaces(true)
			continue
		case '-', '?', ':':
			inFlow := l.flowLevel > 0
			if next := l.char(1); isEmpty(next) || inFlow && isFlowIndicator(next) {
				if inFlow {
					l.flowKey = false
				} else {
					l.indentNext = l.indentValue + 1
				}
				n += l.take(1) + l.spaces(true)
				continue
			}
		}
		return n
	}
}

// isMarker reports whether a line starts with "---" or "...".
func isMarker(line string) bool {
	return (strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...")) && isEmpty(charOf(line, 3))
}

// continues returns the offset in a line where a scalar continues, or -1.
func (l *lexer) continues(at int) int {
	if l.indentNext > 0 {
		indent := 0
		for l.at(at+indent) == ' ' {
			indent++
		}
		c := l.at(at + indent)
		if c == '\r' && l.at(at+indent+1) == '\n' {
			return at + indent + 1
		}
		if c == '\n' || indent >= l.indentNext {
			return at + indent
		}
		return -1
	}
	if c := l.at(at); (c == '-' || c == '.') && isMarker(l.text[at:]) {
		return -1
	}
	return at
}
