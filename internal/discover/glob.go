package discover

import "strings"

// A glob is a compiled pattern of an ignore file. It matches bytes like git's wildmatch, but tracks all possible states
// at once: its time is bounded by pattern × text, whereas wildmatch can be exponential.
type glob []globStep

type globStep struct {
	op  globOp
	c   byte
	set *[256]bool
}

type globOp byte

const (
	literal     globOp = iota // the byte c
	one                       // any byte but "/"
	class                     // a byte of set, but not "/"
	star                      // any number of bytes but "/"
	stars                     // any number of bytes
	directories               // nothing, or the next two steps: stars and "/"
)

// compileGlob compiles a pattern. It returns nil for one that matches nothing, with an unclosed bracket or a final
// backslash.
func compileGlob(pattern string) glob {
	var g glob
	for i := 0; i < len(pattern); {
		switch pattern[i] {
		case '*':
			n := len(pattern) - i - len(strings.TrimLeft(pattern[i:], "*"))
			rest := pattern[i+n:]
			switch alone := n > 1 && (i == 0 || pattern[i-1] == '/'); {
			case alone && strings.HasPrefix(rest, "/"):
				g = append(g, globStep{op: directories}, globStep{op: stars})
			case alone && (rest == "" || strings.HasPrefix(rest, `\/`)):
				g = append(g, globStep{op: stars})
			default:
				g = append(g, globStep{op: star})
			}
			i += n
		case '?':
			g = append(g, globStep{op: one})
			i++
		case '[':
			set, n := compileClass(pattern[i+1:])
			if set == nil {
				return nil
			}
			g = append(g, globStep{op: class, set: set})
			i += 1 + n
		case '\\':
			if i+1 == len(pattern) {
				return nil
			}
			g = append(g, globStep{op: literal, c: pattern[i+1]})
			i += 2
		default:
			g = append(g, globStep{op: literal, c: pattern[i]})
			i++
		}
	}
	return g
}

// compileClass compiles a class after "[" and returns its length, including "]". The set is nil if the class
// is unclosed or contains an unknown class name.
func compileClass(pattern string) (*[256]bool, int) {
	set := new([256]bool)
	i, negated := 0, false
	if strings.HasPrefix(pattern, "!") || strings.HasPrefix(pattern, "^") {
		i, negated = 1, true
	}
	previous := -1 // possible start of a range
	for first := true; ; first = false {
		if i >= len(pattern) {
			return nil, 0
		}
		c := pattern[i]
		switch {
		case c == ']' && !first:
			for b := range set {
				set[b] = set[b] != negated
			}
			return set, i + 1
		case c == '-' && previous > 0 && i+1 < len(pattern) && pattern[i+1] != ']':
			last, n := escaped(pattern[i+1:])
			if n == 0 {
				return nil, 0
			}
			for b := previous; b <= int(last); b++ {
				set[b] = true
			}
			i, previous = i+1+n, -1
		case strings.HasPrefix(pattern[i:], "[:"):
			n := namedClass(set, pattern[i+2:])
			if n < 0 {
				return nil, 0
			}
			if n == 0 { // no ":]": an ordinary bracket
				set['['] = true
				i, previous = i+1, '['
				continue
			}
			i, previous = i+2+n, -1
		default:
			c, n := escaped(pattern[i:])
			if n == 0 {
				return nil, 0
			}
			set[c] = true
			i, previous = i+n, int(c)
		}
	}
}

// escaped returns the first byte of s, which may be escaped, and its length in s.
func escaped(s string) (byte, int) {
	if s[0] != '\\' {
		return s[0], 1
	}
	if len(s) == 1 {
		return 0, 0
	}
	return s[1], 2
}

// namedClass adds the class at the start of s, such as "alpha:]", and returns its length. It returns 0 if there is no
// class, or -1 if the class is unknown or unclosed.
func namedClass(set *[256]bool, s string) int {
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return -1
	}
	if end == 0 || s[end-1] != ':' {
		return 0
	}
	ranges, ok := classes[s[:end-1]]
	if !ok {
		return -1
	}
	for ; ranges != ""; ranges = ranges[2:] {
		for b := ranges[0]; b <= ranges[1]; b++ {
			set[b] = true
		}
	}
	return end + 1
}

// classes are the ASCII characters of each class: the first and last of each range.
var classes = map[string]string{
	"alnum": "09AZaz", "alpha": "AZaz", "blank": "\t\t  ", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~", "lower": "az",
	"print": " ~", "punct": "!/:@[`{~", "space": "\t\n\r\r  ", "upper": "AZ", "xdigit": "09AFaf",
}

// A globMatcher matches globs. It reuses its memory and counts its steps.
type globMatcher struct {
	now, next []int  // possible steps, unordered
	marked    []bool // by step: already in the list being built
	steps     int
}

// match reports whether the whole text matches.
func (m *globMatcher) match(g glob, text string) bool {
	if len(m.marked) <= len(g) {
		m.marked = make([]bool, len(g)+1)
	}
	m.now = m.now[:0]
	m.add(&m.now, g, 0)
	m.clear(m.now)
	for i := 0; i < len(text) && len(m.now) > 0; i++ {
		m.next = m.next[:0]
		for _, at := range m.now {
			if at < len(g) {
				m.advance(g, at, text[i])
			}
		}
		m.clear(m.next)
		m.steps += len(m.now)
		m.now, m.next = m.next, m.now
	}
	for _, at := range m.now {
		if at == len(g) {
			return true
		}
	}
	return false
}

func (m *globMatcher) clear(steps []int) {
	for _, at := range steps {
		m.marked[at] = false
	}
}

// advance adds the steps that are possible after a step consumes a byte.
func (m *globMatcher) advance(g glob, at int, c byte) {
	switch s := &g[at]; s.op {
	case literal:
		if s.c == c {
			m.add(&m.next, g, at+1)
		}
	case one:
		if c != '/' {
			m.add(&m.next, g, at+1)
		}
	case class:
		if c != '/' && s.set[c] {
			m.add(&m.next, g, at+1)
		}
	case star:
		if c != '/' {
			m.add(&m.next, g, at)
		}
	case stars:
		m.add(&m.next, g, at)
	}
}

// add adds a step and the steps that are reachable from it without consuming a byte.
func (m *globMatcher) add(to *[]int, g glob, at int) {
	for !m.marked[at] {
		m.marked[at] = true
		*to = append(*to, at)
		if at == len(g) {
			return
		}
		switch g[at].op {
		case directories:
			m.add(to, g, at+3)
			at++
		case star, stars:
			at++
		default:
			return
		}
	}
}
