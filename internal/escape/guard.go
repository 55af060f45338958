package escape

import (
	"io"
	"unicode"
	"unicode/utf8"
)

// Guard returns a writer for the log of a CI system. Such a system obeys a "::name" that begins a
// line, and "##[name]", "##vso[" or "##teamcity[" wherever they stand; what is written through the
// guard holds neither, because "[" or ":" becomes \u005b or \u003a there.
//
// A line begins after everything that some reader of logs takes for a line end, as a lone carriage
// return. Such characters pass, as do the colors of our own output: what strangers wrote is escaped
// by String or Lines before.
//
// A write that fails or comes short fails with the error of w.
func Guard(w io.Writer) io.Writer { return newGuard(w) }

func newGuard(w io.Writer) *guard { return &guard{w: w, lineStart: true} }

type guard struct {
	w         io.Writer
	lineStart bool   // nothing but blanks on this line so far
	begun     []byte // of a character that is not complete
	marks     int    // how many "#" stand before, letters behind them not counted
	letters   bool   // letters stand behind the marks
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

// see keeps track of what stands before the next byte.
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

// endsLine reports whether some program begins a line after a character.
func endsLine(r rune) bool {
	switch r {
	case '\n', '\v', '\f', '\r', 0x1C, 0x1D, 0x1E, 0x85, '\u2028', '\u2029':
		return true
	}
	return false
}
