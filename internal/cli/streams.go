package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/skilllint/skilllint/internal/escape"
	"golang.org/x/term"
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
func (s *streams) ci() bool {
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION"} {
		if v := s.getenv(name); v != "" && v != "false" && v != "0" {
			return true
		}
	}
	return false
}

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

// colour reports whether what goes to a file is coloured: as --color says, else as the
// environment does, else on terminals only.
func (s *streams) colour(flag string, to *os.File) bool {
	switch {
	case flag != "auto":
		return flag == "always"
	case s.getenv("NO_COLOR") != "":
		return false
	case s.getenv("CLICOLOR_FORCE") != "" && s.getenv("CLICOLOR_FORCE") != "0":
		return true
	}
	return isTerminal(to) && s.getenv("TERM") != "dumb"
}

func isTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// width returns the columns of a terminal, or 0 when the file is none.
func width(f *os.File) int {
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
		return columns
	}
	return 0
}

// table prints rows with their columns aligned, two blanks between. Cells may hold what strangers
// wrote.
func table(w io.Writer, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], escape.Width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(escape.String(cell))
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", widths[i]-escape.Width(cell)+2))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
