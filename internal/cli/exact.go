package cli

import (
	"errors"
	"io"

	"github.com/skilllint/skilllint/internal/escape"
)

// exactly lets a text be written to standard output that a program is to read as it is. A file or another
// program gets it so; a terminal and the log of a CI system, which obey some of what they show, get it
// escaped, with a remark about where else the exact text is.
func (p *program) exactly(elsewhere string, write func(io.Writer) error) error {
	lines := p.escaping()
	if lines == nil {
		return errors.Join(write(p.out), p.out.Flush())
	}
	err := write(lines)
	escaped, flushed := lines.Flush()
	if err = errors.Join(err, flushed, p.out.Flush()); err == nil && escaped {
		p.note("note: some characters are escaped here; the exact text is in a file (> FILE)%s", elsewhere)
	}
	return err
}

// escaping returns what escapes text for standard output; nil where it is written as it is.
func (p *program) escaping() *escape.Lines {
	info, err := p.outFile.Stat()
	switch {
	case err == nil && info.Mode().IsRegular():
	case isTerminal(p.outFile):
		return escape.Terminal(p.out)
	case p.ci():
		return escape.Log(p.out)
	}
	return nil
}

// exactText writes a text that is in the format json, too.
func (p *program) exactText(text string) error {
	return p.exactly(" and in --format json", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
