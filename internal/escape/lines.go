package escape

import (
	"bytes"
	"io"
	"unicode"
)

// Lines writes untrusted text of several lines. It preserves line breaks and tabs, and escapes characters that have an effect on a
// terminal or log. Lines are written when complete; Flush writes the last one.
type Lines struct {
	w       io.Writer
	guard   *guard // for a log; nil for a terminal
	line    []byte
	escaped bool
}

// Terminal returns Lines for a terminal, which escapes unprintable characters like String.
func Terminal(w io.Writer) *Lines { return &Lines{w: w} }

// Log returns Lines for the log of a CI system. A program may also read the output, such as git a patch. Therefore, only commands and
// characters that move, hide or reorder text or start a line are escaped.
func Log(w io.Writer) *Lines {
	g := newGuard(w)
	return &Lines{w: g, guard: g}
}

func (l *Lines) Write(p []byte) (int, error) {
	for part := range bytes.Lines(p) {
		l.line = append(l.line, part...)
		if part[len(part)-1] == '\n' {
			if err := l.end(); err != nil {
				return 0, err
			}
		}
	}
	return len(p), nil
}

// Flush writes an incomplete last line and reports whether any text was escaped.
func (l *Lines) Flush() (escaped bool, err error) {
	err = l.end()
	return l.escaped || l.guard != nil && l.guard.escaped, err
}

func (l *Lines) end() error {
	text := bytes.TrimSuffix(l.line, []byte("\n"))
	if l.guard != nil && len(text) < len(l.line) {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	var out []byte
	before := rune(0)
	for rest := string(text); rest != ""; {
		c, size := nextCell(rest, before)
		if raw := rest[:size]; c.Rune == '\t' || l.guard != nil && size > 1 && !isControl(c.Rune) {
			c.Text = raw
		} else {
			l.escaped = l.escaped || c.Text != raw
		}
		out = append(out, c.Text...)
		before, rest = c.Rune, rest[size:]
	}
	_, err := l.w.Write(append(out, l.line[len(text):]...))
	l.line = l.line[:0]
	return err
}

// isControl reports whether a character has an effect on a log or terminal. Joiners are allowed because they occur in emoji and words,
// and the byte order mark because it occurs in files.
func isControl(r rune) bool {
	const nonJoiner, joiner, byteOrderMark = '\u200c', '\u200d', '\ufeff'
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && r != nonJoiner && r != joiner && r != byteOrderMark
}
