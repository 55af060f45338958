//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/vcs"
	"github.com/skilllint/skilllint/rules"
)

// TestHangingGit compares with a repository whose configuration includes a named pipe.
func TestHangingGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := skills(t, "Text.")
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"config", "include.path", pipe}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s", out)
		}
	}
	t.Chdir(dir)
	for flag, command := range map[string]string{"--changed": "git rev-parse", "--changed=main": "git rev-parse", "--staged": "git rev-parse", "--base=main": "git rev-parse"} {
		var out, stderr bytes.Buffer
		p := newProgram(rules.All())
		p.Out, p.Err = bufio.NewWriter(&out), &stderr
		code := p.run(vcs.WithTimeout(context.Background(), 200*time.Millisecond), []string{"lint", flag, "--no-config"})
		if got := stderr.String(); code != exitTrouble || !strings.Contains(got, command+" did not finish within 200ms") {
			t.Errorf("%s: exit code %d: %s", flag, code, got)
		}
	}
}
