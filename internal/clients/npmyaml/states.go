package npmyaml

import "strings"

const byteOrderMark = "\ufeff"

// stream reads text outside of documents.
func (l *lexer) stream() state {
	line := l.line()
	if strings.HasPrefix(line, byteOrderMark) {
		l.take(len(byteOrderMark))
		line = line[len(byteOrderMark):]
	}
	if strings.HasPrefix(line, "%") {
		n := l.take(directiveEnd(line))
		n += l.spaces(true)
		l.take(len(line) - n)
		return (*lexer).stream
	}
	rest := strings.TrimLeft(line, " \t")
	if rest == "" || rest[0] == '#' {
		n := l.spaces(true)
		l.take(len(line) - n)
		l.newline()
		return (*lexer).stream
	}
	l.emit("", kDocMode)
	return l.lineStart()
}

// directiveEnd returns the end of a directive, before a comment and white space.
func directiveEnd(line string) int {
	stop := len(line)
	for from := 0; ; {
		n := strings.IndexByte(line[from:], '#')
		if n < 0 {
			break
		}
		if from += n; from > 0 && isBlank(int(line[from-1])) {
			stop = from - 1
			break
		}
		from++
	}
	return len(strings.TrimRight(line[:stop], " \t"))
}

func (l *lexer) lineStart() state {
	if c := l.char(0); (c == '-' || c == '.') && isMarker(l.text[l.pos:]) {
		l.take(3)
		l.indentValue, l.indentNext = 0, 0
		if c == '-' {
			return (*lexer).document
		}
		return (*lexer).stream
	}
	l.indentValue = l.spaces(false)
	if l.indentNext > l.indentValue && !isEmpty(l.char(1)) {
		l.indentNext = l.indentValue
	}
	return l.blockStart()
}

func (l *lexer) blockStart() state {
	if c := l.char(0); (c == '-' || c == '?' || c == ':') && isEmpty(l.char(1)) {
		n := l.take(1) + l.spaces(true)
		l.indentNext = l.indentValue + 1
		l.indentValue += n
		return (*lexer).blockStart
	}
	return (*lexer).document
}

// document reads the rest of a line in a block.
func (l *lexer) document() state {
	l.spaces(true)
	line := l.line()
	n := l.indicators()
	switch charOf(line, n) {
	case '#':
		l.take(len(line) - n)
		l.newline()
		return l.lineStart()
	case end:
		l.newline()
		return l.lineStart()
	case '{', '[':
		l.take(1)
		l.flowKey, l.flowLevel = false, 1
		return (*lexer).flow
	case '}', ']': // an error
		l.take(1)
		return (*lexer).document
	case '*':
		l.word()
		return (*lexer).document
	case '"', '\'':
		return l.quoted()
	case '|', '>':
		n += l.blockHeader()
		n += l.spaces(true)
		l.take(len(line) - n)
		l.newline()
		return l.blockScalar()
	}
	return l.plain()
}

// flow reads one token in a flow collection.
func (l *lexer) flow() state {
	indent := -1
	for {
		if l.newline() > 0 {
			indent = l.spaces(false)
			l.indentValue = indent
			l.spaces(true)
		} else if l.spaces(true) == 0 {
			break
		}
	}
	line := l.line()
	if indent != -1 && indent < l.indentNext && charOf(line, 0) != '#' || indent == 0 && isMarker(line) {
		closes := indent == l.indentNext-1 && l.flowLevel == 1 && (charOf(line, 0) == ']' || charOf(line, 0) == '}')
		if !closes {
			l.flowLevel = 0
			l.emit("", kFlowError)
			return l.lineStart()
		}
	}
	n := 0
	for charOf(line, n) == ',' {
		n += l.take(1)
		n += l.spaces(true)
		l.flowKey = false
	}
	n += l.indicators()
	return l.flowToken(line, n)
}

func (l *lexer) flowToken(line string, n int) state {
	switch charOf(line, n) {
	case end:
		return (*lexer).flow
	case '#':
		l.take(len(line) - n)
		return (*lexer).flow
	case '{', '[':
		l.take(1)
		l.flowKey = false
		l.flowLevel++
		return (*lexer).flow
	case '}', ']':
		l.take(1)
		l.flowKey = true
		l.flowLevel--
		return l.afterScalar()
	case '*':
		l.word()
		return (*lexer).flow
	case '"', '\'':
		l.flowKey = true
		return l.quoted()
	case ':':
		if next := l.char(1); l.flowKey || isEmpty(next) || next == ',' {
			l.flowKey = false
			l.take(1)
			l.spaces(true)
			return (*lexer).flow
		}
	}
	l.flowKey = false
	return l.plain()
}

// afterScalar returns the state after a scalar.
func (l *lexer) afterScalar() state {
	if l.flowLevel > 0 {
		return (*lexer).flow
	}
	return (*lexer).document
}

func (l *lexer) index(text string, from int) int {
	if from > len(l.text) {
		return -1
	}
	if n := strings.Index(l.text[from:], text); n >= 0 {
		return from + n
	}
	return -1
}

func (l *lexer) quoted() state {
	quote := l.text[l.pos : l.pos+1]
	stop := l.index(quote, l.pos+1)
	for stop >= 0 {
		if quote == "'" {
			if l.at(stop+1) != '\'' {
				break
			}
			stop = l.index(quote, stop+2)
			continue
		}
		slashes := 0
		for l.at(stop-1-slashes) == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			break
		}
		stop = l.index(quote, stop+1)
	}
	// An unclosed scalar has no inner lines whose indentation could be wrong.
	for from := l.pos; from < stop; {
		nl := strings.IndexByte(l.text[from:stop], '\n')
		if nl < 0 {
			break
		}
		nl += from
		if from = l.continues(nl + 1); from < 0 {
			stop = nl - 1
			if l.at(nl-1) == '\r' {
				stop--
			}
			break
		}
	}
	if stop < 0 {
		stop = len(l.text)
	}
	l.takeTo(max(stop+1, l.pos+1))
	return l.afterScalar()
}

func (l *lexer) blockHeader() int {
	l.scalarIndent, l.keep = -1, false
	for i := l.pos + 1; ; i++ {
		c := l.at(i)
		switch {
		case c == '+':
			l.keep = true
		case c > '0' && c <= '9':
			l.scalarIndent = c - '0' - 1
		case c != '-':
			i = l.pos
			for !isEmpty(l.at(i)) && l.at(i) != '#' {
				i++
			}
			return l.takeTo(i)
		}
	}
}

func (l *lexer) blockScalar() state {
	nl, indent, i := l.pos-1, 0, l.pos
	for ; ; i++ {
		c := l.at(i)
		if c == ' ' {
			indent++
			continue
		}
		if c == '\n' {
			nl, indent = i, 0
			continue
		}
		if c != '\r' || l.at(i+1) != '\n' {
			break
		}
	}
	if indent >= l.indentNext {
		nl = l.blockScalarEnd(nl, indent)
	}
	i = nl + 1
	for l.at(i) == ' ' {
		i++
	}
	if l.at(i) == '\t' { // trailing tabs are an error, which the composer detects in the text
		for isEmpty(l.at(i)) && l.at(i) != end {
			i++
		}
		nl = i - 1
	} else if !l.keep {
		nl = l.withoutEmptyLines(nl, indent)
	}
	l.takeScalar(nl + 1)
	return l.lineStart()
}

// blockScalarEnd returns the end of the last line that belongs to a block scalar.
func (l *lexer) blockScalarEnd(nl, indent int) int {
	switch {
	case l.scalarIndent < 0:
		l.indentNext = indent
	case l.indentNext == 0:
		l.indentNext = l.scalarIndent + 1
	default:
		l.indentNext += l.scalarIndent
	}
	for {
		next := l.continues(nl + 1)
		if next < 0 {
			return nl
		}
		if nl = l.index("\n", next); nl < 0 {
			return len(l.text)
		}
	}
}

// withoutEmptyLines drops empty lines at the end of a block scalar.
func (l *lexer) withoutEmptyLines(nl, indent int) int {
	for {
		i := nl - 1
		if l.at(i) == '\r' {
			i--
		}
		last := i
		for l.at(i) == ' ' {
			i--
		}
		if l.at(i) != '\n' || i < l.pos || i+1+indent <= last {
			return nl
		}
		nl = i
	}
}

func (l *lexer) plain() state {
	inFlow := l.flowLevel > 0
	last := l.pos - 1
loop:
	for i := l.pos; i < len(l.text); i++ {
		c, next := l.at(i), l.at(i+1)
		switch {
		case c == ':':
			if isEmpty(next) || inFlow && isFlowIndicator(next) {
				break loop
			}
			last = i
		case isEmpty(c):
			if c == '\r' {
				if next == '\n' {
					i++
					c, next = '\n', l.at(i+1)
				} else {
					last = i
				}
			}
			if next == '#' || inFlow && isFlowIndicator(next) {
				break loop
			}
			if c == '\n' {
				at := l.continues(i + 1)
				if at < 0 {
					break loop
				}
				i = max(i, at-2)
			}
		case inFlow && isFlowIndicator(c):
			break loop
		default:
			last = i
		}
	}
	l.takeScalar(last + 1)
	return l.afterScalar()
}
