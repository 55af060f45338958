//go:build unix

package skilllint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// plantFile writes a file with the directories above it.
func plantFile(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const ordinarySkill = "---\nname: x\ndescription: Formats reports. Use when a report must be formatted.\n---\n\n# Title\n\nDo the work.\n"

// TestRepositoryOfAnother lints a tree whose .git names the repository of somebody else on this machine.
func TestRepositoryOfAnother(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	binary := build(t)
	secret, dir := t.TempDir(), t.TempDir()
	plantFile(t, secret, "skills/x/SKILL.md", ordinarySkill+"\n```\n"+outsideMarker+"\n")
	inGit(t, secret, "init", "-q")
	inGit(t, secret, "add", "-A")
	inGit(t, secret, "commit", "-q", "-m", "x")
	plantFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	plantFile(t, dir, ".git", "gitdir: "+filepath.Join(secret, ".git")+"\n")
	plantFile(t, dir, ".gitignore", "skills/\n")
	for _, test := range []struct {
		args string
		exit int
	}{
		{"--changed", 2}, {"--changed=HEAD", 2}, {"--base HEAD", 2}, {"--staged", 2}, {"--no-ignore", 0}, {"", 0},
	} {
		cmd := exec.Command(binary, append([]string{"lint", "--format", "text"}, strings.Fields(test.args)...)...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != test.exit {
			t.Errorf("%s: exit code %d, want %d\n%s", test.args, code, test.exit, out)
		}
		if !strings.Contains(string(out), `".git" points to a repository that does not point back`) || strings.Contains(string(out), outsideMarker) {
			t.Errorf("%s:\n%s", test.args, out)
		}
	}
}
