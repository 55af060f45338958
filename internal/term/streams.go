package term

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/skilllint/skilllint/internal/escape"
)

// Streams are the outputs of a program.
type Streams struct {
	Env
	Out     *bufio.Writer // standard output; flush at the end of the run
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

// People returns standard output for text that may quote untrusted files.
func (s *Streams) People() io.Writer {
	if s.IsCI() {
		return escape.Guard(s.Out)
	}
	return s.Out
}

// Note prints a line on standard error.
func (s *Streams) Note(format string, args ...any) {
	fmt.Fprintln(s.Err, escape.String(fmt.Sprintf(format, args...)))
}

// Notes prints lines on standard error.
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

// Exactly writes a text to standard output for another program: to files and pipes verbatim, to terminals and CI logs escaped,
// because these interpret control sequences. If anything is escaped, a note explains how to get the exact text.
func (s *Streams) Exactly(elsewhere string, write func(io.Writer) error) error {
	return s.writeExactly(s.Out, elsewhere, write)
}

// Patch writes a patch to standard output like Exactly, optionally with the colors of git.
func (s *Streams) Patch(color bool, write func(io.Writer) error) error {
	if color {
		return s.writeExactly(&patchColorer{w: s.Out}, "", write)
	}
	return s.writeExactly(s.Out, "", write)
}

func (s *Streams) writeExactly(out io.Writer, elsewhere string, write func(io.Writer) error) error {
	lines := s.escaper(out)
	if lines == nil {
		return errors.Join(write(out), s.Out.Flush())
	}
	err := write(lines)
	escaped, flushed := lines.Flush()
	if err = errors.Join(err, flushed, s.Out.Flush()); err == nil && escaped {
		s.Note("note: some characters are escaped; redirect to a file (> FILE)%s for the exact text", elsewhere)
	}
	return err
}

// escaper returns a writer that escapes text for standard output, or nil if no escaping is necessary.
func (s *Streams) escaper(out io.Writer) *escape.Lines {
	info, err := s.OutFile.Stat()
	switch {
	case err == nil && info.Mode().IsRegular():
	case IsTerminal(s.OutFile):
		return escape.Terminal(out)
	case s.IsCI():
		return escape.Log(out)
	}
	return nil
}

// ExactText is Exactly for a text that --format json contains, too.
func (s *Streams) ExactText(text string) error {
	return s.Exactly(" or use --format json", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
