package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/term"
)

// streams are where a run reads and writes.
type streams struct {
	out     *bufio.Writer // standard output; flushed at the end of the run
	err     io.Writer     // standard error
	getenv  func(string) string
	outFile *os.File
	errFile *os.File
}

func processStreams() streams {
	s := streams{
		out:     bufio.NewWriterSize(os.Stdout, 64<<10),
		err:     os.Stderr,
		getenv:  os.Getenv,
		outFile: os.Stdout,
		errFile: os.Stderr,
	}
	if s.ci() {
		s.err = escape.Guard(s.err)
	}
	return s
}

// ci reports whether output goes to the log of a CI system, which obeys some of what it shows.
func (s *streams) ci() bool { return term.Env(s.getenv).IsCI() }

// utf8 reports whether the user's terminal can show more than ASCII.
func (s *streams) utf8() bool { return term.Env(s.getenv).IsUTF8() }

// forPeople returns standard output for text that may quote what strangers wrote.
func (s *streams) forPeople() io.Writer {
	if s.ci() {
		return escape.Guard(s.out)
	}
	return s.out
}

// complain prints an error on standard error. Mistakes in a configuration begin with their
// place; all others with the name of the program.
func (s *streams) complain(err error) {
	prefix := "skilllint: "
	if atPlace(err) {
		prefix = ""
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		fmt.Fprintln(s.err, prefix+escape.String(line))
		prefix = ""
	}
}

// note prints a remark on standard error.
func (s *streams) note(format string, args ...any) {
	fmt.Fprintln(s.err, escape.String(fmt.Sprintf(format, args...)))
}

// notes prints remarks on standard error, a line each.
func (s *streams) notes(lines []string) {
	for _, line := range lines {
		s.note("%s", line)
	}
}

// colour reports whether what goes to a file is coloured: as --color says, else as the
// environment does, else on terminals only.
func (s *streams) colour(flag string, to *os.File) bool { return term.Env(s.getenv).HasColor(flag, to) }

func isTerminal(f *os.File) bool { return term.IsTerminal(f) }

// width returns the columns of a terminal, or 0 when the file is none.
func width(f *os.File) int { return term.Width(f) }
