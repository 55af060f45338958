package term

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
)

// Page writes a text to standard output. On a terminal it uses a pager like git: $PAGER, or else less. PAGER=cat disables it.
func (s *Streams) Page(text string) error {
	if cmd := s.pager(); cmd != nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), s.OutFile, s.ErrFile
		if err := cmd.Start(); err == nil {
			signal.Ignore(os.Interrupt) // the pager handles it
			return cmd.Wait()
		}
	}
	_, err := io.WriteString(s.People(), text)
	return err
}

// pager returns the command of the pager, or nil.
func (s *Streams) pager() *exec.Cmd {
	if !IsTerminal(s.OutFile) || s.IsCI() || s.Env("TERM") == "dumb" {
		return nil
	}
	words := strings.Fields(s.Env("PAGER"))
	if len(words) == 0 {
		words = []string{"less"}
	}
	path, err := exec.LookPath(words[0])
	if err != nil || words[0] == "cat" {
		return nil
	}
	cmd := exec.Command(path, words[1:]...)
	if s.Env("LESS") == "" {
		cmd.Env = append(cmd.Environ(), "LESS=FRX") // as git does: keep short texts on the screen, and colors
	}
	return cmd
}
