package escape

import (
	"io"
	"unicode"
	"unicode/utf8"
)

// Guard returns a writer for the log of a CI system. CI systems execute "::name" at the start of a line, and "##[name]", "##vso[" or
// "##teamcity[" anywhere. The guard escapes the ":" or "[" as \u003a or \u005b.
//
// A line starts after any character that some log viewer treats as a line break, such as a lone carriage return. The guard does not
// escape such characters or colors: untrusted text must be escaped by String or Lines first.
//
// A failed write returns the error of w.
func Guard(w io.Writer) io.Writer { return newGuard(w) }

func newGuard(w io.Writer) *guard { return &guard{w: w, lineStart: true} }

type guard struct {
	w          io.Writer
	lineStart  bool   // the line consists of spaces so far
	incomplete []byte // bytes of an incomplete character
	hashes     int    // number of preceding "#", ignoring letters after them
	letters    bool   // letters follow the "#" characters
	escaped    bool
	out        []byte
}

func (g *guard) Write(p []byte) (int, error) {
	g.out = g.out[:0]
	for _, c := range p {
		switch {
		case c == '[' && g.hashes >= 2:
			g.out = append(g.out, `\u005b`...)
			g.escaped = true
		case c == ':' && g.lineStart:
			g.out = append(g.out, `\u003a`...)
			g.escaped = true
		default:
			g.out = append(g.out, c)
		}
		g.update(c)
	}
	if _, err := g.w.Write(g.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// update updates the state with the next byte.
func (g *guard) update(c byte) {
	switch {
	case c == '#':
		if g.letters {
			g.hashes, g.letters = 0, false
		}
		g.hashes++
	case g.hashes >= 2 && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'):
		g.letters = true
	default:
		g.hashes, g.letters = 0, false
	}
	g.incomplete = append(g.incomplete, c)
	for len(g.incomplete) > 0 && utf8.FullRune(g.incomplete) {
		r, size := utf8.DecodeRune(g.incomplete)
		g.incomplete = g.incomplete[:copy(g.incomplete, g.incomplete[size:])]
		g.lineStart = endsLine(r) || g.lineStart && unicode.IsSpace(r)
	}
}

// endsLine reports whether some program treats a character as a line break.
func endsLine(r rune) bool {
	switch r {
	case '\n', '\v', '\f', '\r', 0x1C, 0x1D, 0x1E, 0x85, '\u2028', '\u2029':
		return true
	}
	return false
}
