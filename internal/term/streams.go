package term

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/skilllint/skilllint/internal/escape"
)

// Streams are where a program writes.
type Streams struct {
	Env
	Out     *bufio.Writer // standard output; to be flushed at the end of the run
	Err     io.Writer     // standard error
	OutFile *os.File
	ErrFile *os.File
}

// NewStreams returns the streams of a process.
func NewStreams(stdout, stderr *os.File, env Env) Streams {
	s := Streams{Env: env, Out: bufio.NewWriterSize(stdout, 64<<10), Err: stderr, OutFile: stdout, ErrFile: stderr}
	if s.IsCI() {
		s.Err = escape.Guard(s.Err)
	}
	return s
}

// People returns standard output for text that may quote what strangers wrote.
func (s *Streams) People() io.Writer {
	if s.IsCI() {
		return escape.Guard(s.Out)
	}
	return s.Out
}

// Note prints a remark on standard error.
func (s *Streams) Note(format string, args ...any) {
	fmt.Fprintln(s.Err, escape.String(fmt.Sprintf(format, args...)))
}

// Notes prints remarks on standard error, a line each.
func (s *Streams) Notes(lines []string) {
	for _, line := range lines {
		s.Note("%s", line)
	}
}

// JSON writes a value to standard output, indented.
func (s *Streams) JSON(v any) error {
	if err := escape.EncodeJSON(s.Out, "", v); err != nil {
		return err
	}
	return s.Out.WriteByte('\n')
}

// Exactly lets a text be written to standard output that a program is to read as it is. A file or another
// program gets it verbatim; a terminal and the log of a CI system, which obey some of what they show, get it
// escaped, with a remark about where else the exact text is.
func (s *Streams) Exactly(elsewhere string, write func(io.Writer) error) error {
	lines := s.escaping()
	if lines == nil {
		return errors.Join(write(s.Out), s.Out.Flush())
	}
	err := write(lines)
	escaped, flushed := lines.Flush()
	if err = errors.Join(err, flushed, s.Out.Flush()); err == nil && escaped {
		s.Note("note: some characters are escaped here; the exact text is in a file (> FILE)%s", elsewhere)
	}
	return err
}

// escaping returns what escapes text for standard output; nil where it is written verbatim.
func (s *Streams) escaping() *escape.Lines {
	info, err := s.OutFile.Stat()
	switch {
	case err == nil && info.Mode().IsRegular():
	case IsTerminal(s.OutFile):
		return escape.Terminal(s.Out)
	case s.IsCI():
		return escape.Log(s.Out)
	}
	return nil
}

// ExactText writes a text that is in the format json, too.
func (s *Streams) ExactText(text string) error {
	return s.Exactly(" and in --format json", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
