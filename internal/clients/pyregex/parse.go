package pyregex

import (
	"slices"
	"strconv"
)

// without is the upper limit of a quantifier that has none, and what no limit may reach.
const without = 1<<32 - 1

// alternatives parses what stands between bars, up to a closing parenthesis or the end.
func (p *parser) alternatives(verbose bool, depth int) expr {
	if depth > deepest {
		p.stop("groups nested that deeply")
		return expr{}
	}
	e := p.items(verbose, depth, depth == 0)
	for p.match('|') {
		if depth == 0 {
			verbose = p.flags['x']
		}
		e = e.or(p.items(verbose, depth, false))
	}
	return e
}

// items parses what stands up to a bar, a closing parenthesis or the end. first: it is the
// beginning of the pattern, where flags may stand.
func (p *parser) items(verbose bool, depth int, first bool) expr {
	s := &sequence{before: noCharacter, last: noCharacter}
	for p.next.some && !p.next.is('|') && !p.next.is(')') {
		start := p.at()
		t := p.take()
		switch {
		case t.escaped:
			p.escape(s, t, start)
		case verbose && oneOf(t.char, " \t\n\r\v\f"):
		case verbose && t.char == '#':
			p.skipLine()
		case t.char == '[':
			p.class(start)
			s.add(oneCharacter, atom)
		case oneOf(t.char, "*+?{"):
			p.quantifier(s, t.char, start)
		case t.char == '(':
			p.group(s, verbose, depth, first, start)
			if first {
				verbose = p.flags['x']
			}
		case t.char == '^' || t.char == '$':
			s.add(noCharacter, anchor)
		default:
			s.add(oneCharacter, atom)
		}
	}
	return s.before.then(s.last)
}

func (p *parser) skipLine() {
	for {
		if t := p.take(); !t.some || t.is('\n') {
			return
		}
	}
}

// quantifier parses the rest of a quantifier and repeats the last item. Braces that hold none are
// text.
func (p *parser) quantifier(s *sequence, char rune, start int) {
	least, most := uint64(0), uint64(without)
	switch char {
	case '?':
		most = 1
	case '+':
		least = 1
	case '{':
		behind := p.at()
		var ok bool
		if least, most, ok = p.braces(start); !ok {
			s.add(oneCharacter, atom)
			p.seek(behind)
			return
		}
	}
	switch s.kind {
	case nothing, anchor:
		p.failAt(start, "nothing stands before the quantifier that it can repeat")
		return
	case repeated:
		p.failAt(start, "a quantifier follows another one")
		return
	}
	if !p.match('?') && p.match('+') {
		p.goBeyond("a possessive quantifier")
	}
	s.last, s.kind = s.last.times(least, most), repeated
}

// braces parses the numbers of a quantifier in braces. A failed parser has one.
func (p *parser) braces(start int) (least, most uint64, ok bool) {
	if p.next.is('}') {
		return 0, 0, false
	}
	low := p.digits()
	high := low
	if p.match(',') {
		high = p.digits()
	}
	if !p.match('}') {
		return 0, 0, p.failed()
	}
	least, most = 0, without
	for _, limit := range []struct {
		digits string
		n      *uint64
	}{{low, &least}, {high, &most}} {
		if limit.digits == "" {
			continue
		}
		n, err := strconv.ParseUint(limit.digits, 10, 32)
		if err != nil || n >= without {
			p.failAt(start, "the number of repetitions is too large")
			return 0, 0, true
		}
		*limit.n = n
	}
	if high != "" && most < least {
		p.failAt(start, "the quantifier's lower limit is above its upper one")
	}
	return least, most, true
}

func (p *parser) digits() string {
	start := p.at()
	for p.next.digit() {
		p.advance()
	}
	if p.failed() {
		return ""
	}
	return string(p.text[start:p.at()])
}

// escape adds what an escape outside of a class stands for.
func (p *parser) escape(s *sequence, t token, start int) {
	switch {
	case oneOf(t.char, "AbBZ"):
		s.add(expr{empty: t.char == 'A' || t.char == 'Z'}, anchor)
	case oneOf(t.char, "dDsSwW"):
		s.add(oneCharacter, atom)
	case t.char >= '1' && t.char <= '9':
		p.number(s, t, start)
	default:
		p.character(t, start)
		s.add(oneCharacter, atom)
	}
}

// number adds what a backslash and digits stand for: a character in octal, or an earlier group.
func (p *parser) number(s *sequence, t token, start int) {
	group := int(t.char - '0')
	if p.next.digit() {
		second := p.take()
		if octal(t.char) && octal(second.char) && p.next.octal() {
			if p.take(); t.char > '3' {
				p.failAt(start, "an octal escape is above \\377")
			}
			s.add(oneCharacter, atom)
			return
		}
		group = 10*group + int(second.char-'0')
	}
	p.reference(s, group, start)
}

// reference adds what an earlier group matched.
func (p *parser) reference(s *sequence, group, start int) {
	switch {
	case group >= len(p.groups):
		p.failAt(start, "it refers to a group that does not exist")
	case p.groups[group] == nil:
		p.failAt(start, "a group refers to itself")
	case p.behind >= 0 && group >= p.behind:
		p.failAt(start, "a look-behind refers to a group of its own")
	default:
		p.goBeyond("a back-reference")
		s.add(*p.groups[group], atom)
	}
}

// character reads the rest of an escape that stands for one character, and returns that; -1 where
// it is not known.
func (p *parser) character(t token, start int) rune {
	switch t.char {
	case 'a', 'b', 'f', 'n', 'r', 't', 'v':
		return rune("\a\b\f\n\r\t\v"[slices.Index([]rune("abfnrtv"), t.char)])
	case 'x':
		return p.hex(2, start)
	case 'u':
		return p.hex(4, start)
	case 'U':
		return p.hex(8, start)
	case 'N':
		if !p.match('{') {
			p.failAt(start, `\N stands without a name in braces`)
			return -1
		}
		p.until('}', start)
		p.goBeyond("a character by its name")
		return -1
	}
	if octal(t.char) {
		value := t.char - '0'
		for range 2 {
			if !p.next.octal() {
				break
			}
			value = 8*value + p.take().char - '0'
		}
		if value > 0o377 {
			p.failAt(start, `an octal escape is above \377`)
		}
		return value
	}
	if t.char == 'z' {
		p.failAt(start, `\z means nothing to Python before 3.14`)
	}
	if isLetter(t.char) || t.char >= '0' && t.char <= '9' {
		p.failAt(start, `\`+string(t.char)+" means nothing to Python")
	}
	return t.char
}

// hex reads the digits of an escape.
func (p *parser) hex(digits, start int) rune {
	value := int64(0)
	for range digits {
		if !p.next.hex() {
			p.failAt(start, "an escape has too few hexadecimal digits")
			return -1
		}
		digit, _ := strconv.ParseInt(string(p.take().char), 16, 64)
		value = 16*value + digit
	}
	if value > 0x10ffff {
		p.failAt(start, "an escape is above the last character")
		return -1
	}
	return rune(value)
}

func octal(char rune) bool { return char >= '0' && char <= '7' }

func isLetter(char rune) bool { return char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' }
