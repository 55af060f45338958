// Package pyregex says whether Python's module re compiles a pattern, and whether the pattern
// matches the empty string. It follows the grammar of Python 3.11 and later, which differs from
// that of Go's package regexp in both directions: (?P=name), \Z, {,3} and look-around exist there
// only, (?<name>…), \pL, \Q…\E and \z here only.
package pyregex

import (
	"slices"
	"unicode"
)

// A Verdict is what Python makes of a pattern.
type Verdict struct {
	Problem string // why it does not compile, a clause: "the group is never closed"; empty: it does
	Offset  int    // of the problem, in code points
	Empty   bool   // it matches the empty string; false where Beyond is set

	// Beyond is what the pattern has beyond regular expressions, or what was not modelled: "a
	// look-ahead". Whether it matches the empty string is not known then.
	Beyond string
}

// deepest is how many groups may stand inside each other before nothing is said of a pattern.
// Python's own limit is at some hundreds.
const deepest = 100

// Check parses a pattern, in time linear in its length.
func Check(pattern string) Verdict {
	p := &parser{text: []rune(pattern), flags: map[rune]bool{}, names: map[string]int{}, groups: []*expr{nil}, behind: -1, varying: -1}
	p.advance()
	e := p.alternatives(false, 0)
	p.finish()
	switch {
	case p.problem != "":
		return Verdict{Problem: p.problem, Offset: p.offset}
	case p.beyond != "":
		return Verdict{Beyond: p.beyond}
	}
	return Verdict{Empty: e.empty}
}

// finish looks at what can be told at the end only.
func (p *parser) finish() {
	switch {
	case p.failed() || p.stopped:
		return
	case p.next.is(')'):
		p.failAt(p.at(), "a parenthesis is closed that was never opened")
	case p.flags['a'] && p.flags['u']:
		p.failAt(0, "the flags a and u exclude each other")
	}
	for _, a := range p.asked {
		if a.group >= len(p.groups) {
			p.failAt(a.offset, "a condition asks for a group that does not exist")
		}
	}
	if p.varying >= 0 {
		p.failAt(p.varying, "what a look-behind looks for has no fixed length")
	}
}

// A parser reads a pattern token by token: a character, or a backslash and the one behind it.
type parser struct {
	text  []rune
	index int // behind next
	next  token

	problem string
	offset  int
	beyond  string
	stopped bool // the rest was not read

	flags   map[rune]bool // of the whole pattern
	names   map[string]int
	groups  []*expr // nil while it is open; group 0 is the pattern
	behind  int     // how many groups there were before the outermost look-behind around; -1: none
	asked   []asked // in conditions
	varying int     // the first look-behind of no fixed length; -1: none
}

// asked is a group that a condition asks for by its number.
type asked struct{ group, offset int }

// A token is one step of a pattern. The zero token is its end.
type token struct {
	char    rune
	escaped bool
	some    bool
}

func (t token) is(char rune) bool { return t.some && !t.escaped && t.char == char }

func (t token) digit() bool { return t.some && !t.escaped && t.char >= '0' && t.char <= '9' }

func (t token) octal() bool { return t.digit() && octal(t.char) }

func (t token) hex() bool {
	return t.digit() || t.some && !t.escaped && (t.char >= 'a' && t.char <= 'f' || t.char >= 'A' && t.char <= 'F')
}

// advance reads the next token. A failed parser is at its end.
func (p *parser) advance() {
	p.next = token{}
	if p.failed() || p.index >= len(p.text) {
		return
	}
	char := p.text[p.index]
	if char != '\\' {
		p.index++
		p.next = token{char: char, some: true}
		return
	}
	if p.index+1 == len(p.text) {
		p.failAt(p.index, "it ends in a backslash")
		return
	}
	p.next = token{char: p.text[p.index+1], escaped: true, some: true}
	p.index += 2
}

// take returns the next token and goes past it.
func (p *parser) take() token {
	t := p.next
	p.advance()
	return t
}

// match goes past a character, if that is the next token.
func (p *parser) match(char rune) bool {
	if p.next.is(char) {
		p.advance()
		return true
	}
	return false
}

// at is the offset of the next token.
func (p *parser) at() int {
	switch {
	case !p.next.some:
		return p.index
	case p.next.escaped:
		return p.index - 2
	}
	return p.index - 1
}

func (p *parser) seek(index int) {
	p.index = index
	p.advance()
}

// until returns what stands before a closing character, and goes past that.
func (p *parser) until(end rune, start int) string {
	var name []rune
	for {
		switch t := p.take(); {
		case !t.some:
			p.failAt(start, "a name is never closed")
			return ""
		case t.is(end):
			if len(name) == 0 {
				p.failAt(start, "a name is missing")
			}
			return string(name)
		case t.escaped:
			name = append(name, '\\', t.char)
		default:
			name = append(name, t.char)
		}
	}
}

func (p *parser) failed() bool { return p.problem != "" }

// failAt keeps the first problem, at which Python stops.
func (p *parser) failAt(offset int, problem string) {
	if p.problem == "" && !p.stopped {
		p.problem, p.offset = problem, offset
	}
	p.end()
}

// stop gives up on the rest of a pattern.
func (p *parser) stop(why string) {
	if !p.failed() {
		p.beyond, p.stopped = why, true
	}
	p.end()
}

func (p *parser) end() { p.next, p.index = token{}, len(p.text) }

// goBeyond keeps the first thing that is not modelled.
func (p *parser) goBeyond(what string) {
	if p.beyond == "" {
		p.beyond = what
	}
}

// isIdentifier reports whether a text is a name to Python. Of other scripts it takes any letter,
// mark and number.
func isIdentifier(name string) bool {
	for i, r := range name {
		switch {
		case r == '_' || unicode.IsLetter(r) || r > unicode.MaxASCII && unicode.In(r, unicode.Nl):
		case i > 0 && unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc):
		default:
			return false
		}
	}
	return name != ""
}

func oneOf(char rune, chars string) bool { return slices.Contains([]rune(chars), char) }
