package escape

import (
	"io"
	"unicode"
	"unicode/utf8"
)

// Guard returns a writer for the log of a CI system. CI systems execute "::name" at the start of a line, and
// "##[name]", "##vso[" or "##teamcity[" anywhere. The guard replaces the "[" or ":" in them by \u005b or
// \u003a.
//
// All characters that some log viewer treats as a line end start a line, such as a lone carriage return. They
// pass, and so do colors: String or Lines must have escaped untrusted text before.
//
// A failed or short write returns the error of w.
func Guard(w io.Writer) io.Writer { return newGuard(w) }

func newGuard(w io.Writer) *guard { return &guard{w: w, lineStart: true} }

type guard struct {
	w         io.Writer
	lineStart bool   // only spaces on this line so far
	begun     []byte // bytes of an incomplete character
	marks     int    // number of preceding "#", ignoring letters after them
	letters   bool   // letters follow the "#"
	escaped   bool
	out       []byte
}

func (g *guard) Write(p []byte) (int, error) {
	g.out = g.out[:0]
	for _, c := range p {
		switch {
		case c == '[' && g.marks >= 2:
			g.out = append(g.out, `\u005b`...)
			g.escaped = true
		case c == ':' && g.lineStart:
			g.out = append(g.out, `\u003a`...)
			g.escaped = true
		default:
			g.out = append(g.out, c)
		}
		g.see(c)
	}
	if _, err := g.w.Write(g.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// see updates the state with the next byte.
func (g *guard) see(c byte) {
	switch {
	case c == '#':
		if g.letters {
			g.marks, g.letters = 0, false
		}
		g.marks++
	case g.marks >= 2 && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'):
		g.letters = true
	default:
		g.marks, g.letters = 0, false
	}
	g.begun = append(g.begun, c)
	for len(g.begun) > 0 && utf8.FullRune(g.begun) {
		r, size := utf8.DecodeRune(g.begun)
		g.begun = g.begun[:copy(g.begun, g.begun[size:])]
		g.lineStart = endsLine(r) || g.lineStart && unicode.IsSpace(r)
	}
}

// endsLine reports whether some program starts a new line after a character.
func endsLine(r rune) bool {
	switch r {
	case '\n', '\v', '\f', '\r', 0x1C, 0x1D, 0x1E, 0x85, '\u2028', '\u2029':
		return true
	}
	return false
}
