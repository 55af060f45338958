package cli

import (
	"bytes"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/visible"
)

// exactly returns standard output for text that a program is to read as it is. A file or another
// program gets it so; a terminal and the log of a CI system, which obey some of what they show, get
// it escaped. The function tells afterwards whether that changed anything; it is nil where nothing
// is escaped.
func (p *program) exactly() (to io.Writer, escaped func() bool) {
	info, err := p.outFile.Stat()
	switch {
	case err == nil && info.Mode().IsRegular():
		return p.out, nil
	case isTerminal(p.outFile):
		w := &escaping{to: p.out}
		return w, func() bool { return w.changed }
	case p.ci():
		passed := counting{to: p.out}
		w := &counting{to: visible.Guard(&passed)}
		return w, func() bool { return passed.n != w.n }
	}
	return p.out, nil
}

// An escaping writes text for a terminal, line by line as it comes.
type escaping struct {
	to      io.Writer
	changed bool
}

func (e *escaping) Write(text []byte) (int, error) {
	for line := range bytes.Lines(text) {
		whole, ended := strings.CutSuffix(string(line), "\n")
		shown := visible.String(whole)
		e.changed = e.changed || shown != whole
		if ended {
			shown += "\n"
		}
		if _, err := io.WriteString(e.to, shown); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// A counting counts what passes.
type counting struct {
	to io.Writer
	n  int
}

func (c *counting) Write(text []byte) (int, error) {
	n, err := c.to.Write(text)
	c.n += n
	return n, err
}
