//go:build unix

package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A terminal is a pseudo-terminal with a running program.
type terminal struct {
	*os.File
	cmd    *exec.Cmd
	screen chan string // the complete output, sent at the end
}

// onTerminal starts the program demo on a terminal of some columns. env overrides the environment of the test.
func onTerminal(t *testing.T, dir string, columns uint16, env []string, args ...string) *terminal {
	t.Helper()
	cmd, _, _ := demo(t, dir, args...)
	cmd.Stdout, cmd.Stderr = nil, nil
	cmd.Env = append(cmd.Env, "GITLAB_CI=", "NO_COLOR=", "CLICOLOR_FORCE=", "TERM=xterm-256color", "PAGER=cat")
	cmd.Env = append(cmd.Env, env...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: columns})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	term := &terminal{file, cmd, make(chan string, 1)}
	t.Cleanup(func() { _ = cmd.Process.Kill(); file.Close() })
	go func() {
		text, _ := io.ReadAll(file) // Linux returns an error at the end
		term.screen <- strings.ReplaceAll(string(text), "\r\n", "\n")
	}()
	return term
}

// wait returns what the program printed, and its exit code.
func (term *terminal) wait() (string, int) {
	text := <-term.screen
	_ = term.cmd.Wait()
	return text, term.cmd.ProcessState.ExitCode()
}

// escapes are the control sequences of colors and links.
var escapes = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]|\x1b\]8;[^\x1b\x07]*(?:\x1b\\|\x07)`)

func TestTerminalColors(t *testing.T) {
	dir := skills(t, "ERROR loud!")
	for _, test := range []struct {
		name string
		env  []string
		args []string
		want bool
	}{
		{"findings", nil, nil, true},
		{"explain", nil, []string{"explain", "demo/shout"}, true},
		{"NO_COLOR", []string{"NO_COLOR=1"}, nil, false},
		{"TERM=dumb", []string{"TERM=dumb"}, nil, false},
		{"--color never", nil, []string{"--color", "never"}, false},
		{"--color always", []string{"NO_COLOR=1"}, []string{"--color", "always"}, true},
		{"a CI log", []string{"CI=1"}, nil, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _ := onTerminal(t, dir, 80, test.env, test.args...).wait()
			if colored := strings.Contains(got, "\x1b["); colored != test.want || got == "" {
				t.Errorf("colored %v, want %v:\n%q", colored, test.want, got)
			}
		})
	}
}

func TestTerminalWidth(t *testing.T) {
	dir := skills(t, "ERROR loud!")
	for _, columns := range []uint16{40, 80, 200} {
		for _, args := range [][]string{nil, {"--help"}, {"lint", "--help"}, {"explain", "demo/shout"}} {
			got, _ := onTerminal(t, dir, columns, nil, args...).wait()
			longest := 0
			for line := range strings.Lines(escapes.ReplaceAllString(got, "")) {
				// Examples and URLs are not wrapped.
				if line = strings.TrimRight(line, "\n"); len(line) > int(columns) && strings.Contains(strings.TrimSpace(line), "  ") {
					t.Errorf("%d columns, %v: %q", columns, args, line)
				}
				longest = max(longest, len(line))
			}
			if longest == 0 || columns == 200 && len(args) == 2 && args[0] == "lint" && longest <= 80 {
				t.Errorf("%d columns, %v: the longest line has %d characters", columns, args, longest)
			}
		}
	}
}

func TestTerminalPager(t *testing.T) {
	dir := skills(t, "text")
	pager := filepath.Join(t.TempDir(), "pager")
	if err := os.WriteFile(pager, []byte("#!/bin/sh\necho \"PAGED $1\"\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		env  []string
		args []string
		want bool
	}{
		{[]string{"PAGER=" + pager + " -x"}, []string{"explain", "demo/shout"}, true},
		{[]string{"PAGER=" + pager, "TERM=dumb"}, []string{"explain", "demo/shout"}, false},
		{[]string{"PAGER=" + pager, "CI=1"}, []string{"explain", "demo/shout"}, false},
		{[]string{"PAGER=" + pager}, nil, false},
		{[]string{"PAGER=cat"}, []string{"explain", "demo/shout"}, false},
		{[]string{"PAGER="}, []string{"explain", "demo/shout"}, false},
		{[]string{"PAGER=/nonexistent"}, []string{"explain", "demo/shout"}, false},
	} {
		got, code := onTerminal(t, dir, 80, test.env, test.args...).wait()
		if paged := strings.HasPrefix(got, "PAGED"); paged != test.want || code != exitClean || len(test.args) > 0 && !strings.Contains(got, "demo/shout") {
			t.Errorf("%q %v: paged %v, exit code %d:\n%s", test.env, test.args, paged, code, got)
		}
	}
}

// TestTerminalInterrupt sends Ctrl-C.
func TestTerminalInterrupt(t *testing.T) {
	dir := skills(t, "WAITING")
	term := onTerminal(t, dir, 80, nil)
	for _, v := range term.cmd.Env {
		if tmp, ok := strings.CutPrefix(v, "TMPDIR="); ok && strings.HasPrefix(tmp, filepath.Dir(t.TempDir())) {
			waitFor(t, filepath.Join(tmp, "stuck"))
		}
	}
	time.Sleep(700 * time.Millisecond) // until the progress is shown
	if _, err := term.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	got, code := term.wait()
	if code != exitInterrupted {
		t.Errorf("exit code %d, want %d: %q", code, exitInterrupted, got)
	}
	if !strings.Contains(got, "1 file") || !strings.HasSuffix(got, "\x1b[K") {
		t.Errorf("the progress is not shown and cleared: %q", got)
	}
}

// TestColoredPatch compares patches in a pipe, which have colors only if they are forced.
func TestColoredPatch(t *testing.T) {
	dir := skills(t, "text")
	if err := os.WriteFile(filepath.Join(dir, "skills", "s0", "SKILL.md"), []byte("---\nname: s0\ndescription: Use: for tests\n---\n# Text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var plain string
	for i, test := range []struct {
		env  string
		args []string
	}{
		{"NO_COLOR=", []string{"--diff"}},
		{"CLICOLOR_FORCE=1", []string{"--diff"}},
		{"NO_COLOR=1", []string{"--diff", "--color", "always"}},
	} {
		cmd, stdout, stderr := demo(t, dir, test.args...)
		cmd.Env = append(cmd.Env, programVariable+"=skilllint", "NO_COLOR=", "CLICOLOR_FORCE=", test.env)
		_ = cmd.Run()
		got := stdout.String()
		if i == 0 {
			plain = got
		}
		if plain == "" || strings.Contains(got, "\x1b[") != (i > 0) || escapes.ReplaceAllString(got, "") != plain {
			t.Errorf("%s %v: %q, %s", test.env, test.args, got, stderr)
		}
	}
}
