//go:build unix

package skilllint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// writeFile writes a file with the directories above it.
func writeFile(t testing.TB, dir, name, text string) {
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

// TestForeignGitDirectory lints a tree whose .git points to an unrelated repository on the same machine.
func TestForeignGitDirectory(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	binary := build(t)
	secret, dir := t.TempDir(), t.TempDir()
	writeFile(t, secret, "skills/x/SKILL.md", ordinarySkill+"\n```\n"+outsideMarker+"\n")
	runGit(t, secret, "init", "-q")
	runGit(t, secret, "add", "-A")
	runGit(t, secret, "commit", "-q", "-m", "x")
	writeFile(t, dir, "skills/x/SKILL.md", ordinarySkill)
	writeFile(t, dir, ".git", "gitdir: "+filepath.Join(secret, ".git")+"\n")
	writeFile(t, dir, ".gitignore", "skills/\n")
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

// TestTrackedPackages commits skills below node_modules, which is usually excluded.
func TestTrackedPackages(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	binary, dir, module := build(t), t.TempDir(), t.TempDir()
	hidden := ordinarySkill + "\n```sh\necho never closed\n"
	for _, repository := range []string{dir, module} {
		runGit(t, repository, "init", "-q")
		writeFile(t, repository, ".gitignore", "/node_modules/\n")
		writeFile(t, repository, "skills/x/SKILL.md", ordinarySkill)
		runGit(t, repository, "add", "-A")
		runGit(t, repository, "commit", "-q", "-m", "x")
	}
	writeFile(t, module, "skills/sub/SKILL.md", strings.Replace(hidden, "name: x", "name: sub", 1))
	runGit(t, module, "add", "-A")
	runGit(t, module, "commit", "-q", "-m", "x")
	writeFile(t, dir, "node_modules/untracked/skills/u/SKILL.md", hidden)
	writeFile(t, dir, "node_modules/tracked/skills/t/SKILL.md", strings.Replace(hidden, "name: x", "name: t", 1))
	runGit(t, dir, "add", "-f", "node_modules/tracked")
	runGit(t, dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-f", module, "node_modules/module")
	for _, args := range []string{"", "--changed=HEAD", "--staged", "--no-ignore"} {
		out := string(lintJSON(t, binary, dir, strings.Fields(args)...))
		for _, path := range []string{"node_modules/tracked/skills/t/SKILL.md", "node_modules/module/skills/sub/SKILL.md"} {
			if !strings.Contains(out, path) {
				t.Errorf("%s: no findings in %s:\n%s", args, path, out)
			}
		}
		if strings.Contains(out, "untracked") {
			t.Errorf("%s: untracked files were checked:\n%s", args, out)
		}
	}
}
