package visible

import "io"

// Guard returns a writer for the log of a CI system. Such a system obeys a "::name" that begins a
// line, and "##[name]", "##vso[" or "##teamcity[" wherever they stand; what is written through the
// guard holds neither, because "[" or ":" becomes \u005b or \u003a there.
//
// A write that fails or comes short fails with the error of w.
func Guard(w io.Writer) io.Writer { return &guard{w: w, lineStart: true} }

type guard struct {
	w         io.Writer
	lineStart bool // nothing but blanks on this line so far
	marks     int  // how many "#" stand before, letters behind them not counted
	letters   bool // letters stand behind the marks
	out       []byte
}

func (g *guard) Write(p []byte) (int, error) {
	g.out = g.out[:0]
	for _, c := range p {
		switch {
		case c == '[' && g.marks >= 2:
			g.out = append(g.out, `\u005b`...)
		case c == ':' && g.lineStart:
			g.out = append(g.out, `\u003a`...)
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
	switch c {
	case '\n':
		g.lineStart = true
	case ' ', '\t', 0xE3, 0x80: // the last two: of an ideographic space, which counts as a blank too
	default:
		g.lineStart = false
	}
}
