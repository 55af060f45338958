package pyregex

import "strings"

// flags are the letters that Python knows. It gave up t later, so nothing is said of that.
const flags = "iLmsxatu"

// flagged parses flags and, where they are not of the whole pattern, the group that they hold for.
func (p *parser) flagged(s *sequence, char rune, verbose bool, depth int, first bool, start int) {
	var on, off string
	t := token{char: char, some: true}
	if char != '-' {
		if on, t = p.letters(t, start); p.failed() {
			return
		}
	}
	if t.is(')') {
		if !first || s.kind != nothing {
			p.failAt(start, "flags of the whole pattern stand behind its beginning")
		}
		for _, f := range on {
			p.flags[f] = true
		}
		return
	}
	if t.is('-') {
		if t = p.take(); !t.some || t.escaped || !oneOf(t.char, flags) {
			p.failAt(start, "a flag is missing behind the hyphen")
			return
		}
		if off, t = p.letters(t, start); p.failed() {
			return
		}
		if strings.ContainsAny(off, "auL") {
			p.failAt(start, "the flags a, u and L cannot be turned off")
			return
		}
	}
	switch {
	case !t.is(':'):
		p.failAt(start, "the flags end in no colon")
		return
	case strings.ContainsAny(on, off):
		p.failAt(start, "a flag is turned on and off")
		return
	}
	verbose = (verbose || strings.Contains(on, "x")) && !strings.Contains(off, "x")
	s.add(p.inside(verbose, depth, start), atom)
}

// letters reads flags, of which t is the first, and returns them and what follows.
func (p *parser) letters(t token, start int) (string, token) {
	var letters []rune
	for t.some && !t.escaped && oneOf(t.char, flags) {
		letters = append(letters, t.char)
		if t.char == 't' {
			p.goBeyond("the flag t")
		}
		t = p.take()
	}
	all := string(letters)
	switch {
	case strings.Contains(all, "L"):
		p.failAt(start, "the flag L is for bytes")
	case strings.Contains(all, "a") && strings.Contains(all, "u"):
		p.failAt(start, "the flags a and u exclude each other")
	case !t.some:
		p.failAt(start, never)
	case t.escaped || !oneOf(t.char, ")-:"):
		p.failAt(start, `"`+string(t.char)+`" is no flag`)
	}
	return all, t
}
