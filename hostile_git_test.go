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
		{"--changed", 2}, {"--changed=HEAD", 2}, {"--base HEAD", 2}, {"--staged", 2}, {"--no-ignore", 0}, {"", 1},
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

// TestTrackedPackages commits what a package manager would install, and hides a skill there.
func TestTrackedPackages(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	binary, dir, module := build(t), t.TempDir(), t.TempDir()
	hidden := ordinarySkill + "\n```sh\necho never closed\n"
	for _, at := range []string{dir, module} {
		inGit(t, at, "init", "-q")
		plantFile(t, at, ".gitignore", "/node_modules/\n")
		plantFile(t, at, "skills/x/SKILL.md", ordinarySkill)
		inGit(t, at, "add", "-A")
		inGit(t, at, "commit", "-q", "-m", "x")
	}
	plantFile(t, module, "skills/sub/SKILL.md", strings.Replace(hidden, "name: x", "name: sub", 1))
	inGit(t, module, "add", "-A")
	inGit(t, module, "commit", "-q", "-m", "x")
	plantFile(t, dir, "node_modules/untracked/skills/u/SKILL.md", hidden)
	plantFile(t, dir, "node_modules/tracked/skills/t/SKILL.md", strings.Replace(hidden, "name: x", "name: t", 1))
	inGit(t, dir, "add", "-f", "node_modules/tracked")
	inGit(t, dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-f", module, "node_modules/module")
	for _, args := range []string{"", "--changed=HEAD", "--staged", "--no-ignore"} {
		out := string(reportOf(t, binary, dir, strings.Fields(args)...))
		for _, path := range []string{"node_modules/tracked/skills/t/SKILL.md", "node_modules/module/skills/sub/SKILL.md"} {
			if !strings.Contains(out, path) {
				t.Errorf("%s: nothing is found in %s:\n%s", args, path, out)
			}
		}
		if strings.Contains(out, "untracked") {
			t.Errorf("%s: what git does not track was checked:\n%s", args, out)
		}
	}
}
