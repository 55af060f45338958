package pyregex

import (
	"strconv"
	"strings"
	"unicode"
)

// never is what is said of parentheses that do not close.
const never = "a parenthesis is never closed"

// group parses what follows an opening parenthesis.
func (p *parser) group(s *sequence, verbose bool, depth int, first bool, start int) {
	if !p.match('?') {
		p.capture(s, "", verbose, depth, start)
		return
	}
	t := p.take()
	switch {
	case !t.some:
		p.failAt(start, never)
	case t.escaped:
		p.unknown(start, `\`+string(t.char))
	case t.char == 'P':
		p.pythonGroup(s, verbose, depth, start)
	case t.char == ':':
		s.add(p.inside(verbose, depth, start), atom)
	case t.char == '>':
		p.goBeyond("an atomic group")
		s.add(p.inside(verbose, depth, start), atom)
	case t.char == '#':
		p.comment(start)
	case oneOf(t.char, "=!<"):
		p.look(s, t.char, verbose, depth, start)
	case t.char == '(':
		p.condition(s, verbose, depth, start)
	case t.char == '-' || oneOf(t.char, flags):
		p.flagged(s, t.char, verbose, depth, first, start)
	default:
		p.unknown(start, string(t.char))
	}
}

func (p *parser) unknown(start int, what string) {
	p.failAt(start, "(?"+what+" opens no group that Python has")
}

// inside parses the contents of a group up to its closing parenthesis.
func (p *parser) inside(verbose bool, depth, start int) expr {
	e := p.alternatives(verbose, depth+1)
	if !p.match(')') && !p.stopped {
		p.failAt(start, never)
	}
	return e
}

func (p *parser) capture(s *sequence, name string, verbose bool, depth, start int) {
	group := len(p.groups)
	p.groups = append(p.groups, nil)
	if name != "" {
		if _, twice := p.names[name]; twice {
			p.failAt(start, "two groups have the name "+strconv.Quote(name))
			return
		}
		p.names[name] = group
	}
	e := p.inside(verbose, depth, start)
	p.groups[group] = &e
	s.add(e, atom)
}

// pythonGroup parses (?P<name>…) and (?P=name).
func (p *parser) pythonGroup(s *sequence, verbose bool, depth, start int) {
	switch {
	case p.match('<'):
		if name, ok := p.name('>', start); ok {
			p.capture(s, name, verbose, depth, start)
		}
	case p.match('='):
		name, ok := p.name(')', start)
		if !ok {
			return
		}
		group, known := p.names[name]
		if !known {
			p.failAt(start, "no group before it has the name "+strconv.Quote(name))
			return
		}
		p.reference(s, group, start)
	default:
		if t := p.take(); t.some {
			p.unknown(start, "P"+string(t.char))
		}
		p.failAt(start, never)
	}
}

// name reads the name of a group up to its end.
func (p *parser) name(end rune, start int) (string, bool) {
	name := p.until(end, start)
	if !p.failed() && !isIdentifier(name) {
		p.failAt(start, strconv.Quote(name)+" is no name of a group")
	}
	return name, !p.failed()
}

func (p *parser) comment(start int) {
	for !p.match(')') {
		if t := p.take(); !t.some {
			p.failAt(start, "a comment is never closed")
			return
		}
	}
}

// look parses a look-ahead or look-behind.
func (p *parser) look(s *sequence, char rune, verbose bool, depth, start int) {
	what, behind := "a look-ahead", p.behind
	ahead := char != '<'
	if !ahead {
		what = "a look-behind"
		if t := p.take(); !t.is('=') && !t.is('!') {
			p.unknown(start, strings.TrimRight("<"+string(t.char), "\x00"))
			return
		}
		if behind < 0 {
			p.behind = len(p.groups)
		}
	}
	p.goBeyond(what)
	e := p.inside(verbose, depth, start)
	p.behind = behind
	if !ahead && e.least != e.most && p.varying < 0 {
		p.varying = start
	}
	s.add(noCharacter, atom)
}

// condition parses (?(group)yes|no).
func (p *parser) condition(s *sequence, verbose bool, depth, start int) {
	name := p.until(')', start)
	if p.failed() {
		return
	}
	group, known := p.names[name]
	if !isIdentifier(name) {
		if strings.Trim(name, "+0123456789 \t\n\r\v\f") != "" && strings.TrimFunc(name, isOddDigit) != name {
			p.stop("a condition in digits that people do not write")
			return
		}
		var err error
		group, err = strconv.Atoi(strings.TrimPrefix(strings.Trim(name, " \t\n\r\v\f"), "+"))
		if err != nil || group <= 0 {
			p.failAt(start, strconv.Quote(name)+" is no group that a condition can ask for")
			return
		}
		p.asked = append(p.asked, asked{group, start})
	} else if !known {
		p.failAt(start, "no group before it has the name "+strconv.Quote(name))
		return
	}
	if p.behind >= 0 && (group >= p.behind || p.groups[group] == nil) {
		p.failAt(start, "a look-behind refers to a group of its own")
		return
	}
	p.goBeyond("a condition")
	p.branches(s, verbose, depth, start)
}

func (p *parser) branches(s *sequence, verbose bool, depth, start int) {
	if depth >= deepest {
		p.stop("groups nested that deeply")
		return
	}
	yes, no := p.items(verbose, depth+1, false), noCharacter
	if p.match('|') {
		no = p.items(verbose, depth+1, false)
		if p.next.is('|') {
			p.failAt(start, "a condition has more than two branches")
		}
	}
	if !p.match(')') && !p.stopped {
		p.failAt(start, never)
	}
	s.add(yes.or(no), atom)
}

// isOddDigit reports whether Python takes a character for a part of a number that few people would.
func isOddDigit(char rune) bool { return char == '_' || char > unicode.MaxASCII }
