//go:build unix

package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gits returns the directories of the versions of git to test: the one on PATH, and those in SKILLLINT_GITS. The oldest
// version that .ci/gits installs ignores safe.bareRepository.
func gits() []string {
	return append([]string{""}, filepath.SplitList(os.Getenv("SKILLLINT_GITS"))...)
}

// writeBare writes a bare repository, as a pull request may commit it. A git that takes it for the repository of the
// working directory runs the trap.
func (p *pullRequest) writeBare(t *testing.T, dir, trap string) {
	t.Helper()
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tsshCommand = {}\n\tfsmonitor = {}\n\thooksPath = hooks\n\tgitProxy = {}\n" +
		"\talternateRefsCommand = {}\n\tpager = {}\n\tattributesFile = attributes\n[remote \"origin\"]\n\turl = ssh://example.org/octo/skills\n\tuploadpack = {}\n" +
		"\tfetch = +refs/heads/*:refs/remotes/origin/*\n[credential]\n\thelper = !{}\n[protocol]\n\tallow = always\n[alias]\n\tfetch = !{}\n\trev-parse = !{}\n" +
		"[filter \"x\"]\n\tprocess = {}\n\tclean = {}\n[diff]\n\texternal = {}\n[include]\n\tpath = more\n"
	files := map[string]string{"HEAD": "ref: refs/heads/trunk\n", "config": strings.ReplaceAll(config, "{}", trap), "attributes": "* filter=x\n",
		"more": "[gc]\n\tauto = 1\n", "objects/info/keep": "", "refs/keep": "", "hooks/reference-transaction": "#!/bin/sh\n" + trap + "\n"}
	for name, text := range files {
		write(t, filepath.Join(p.workspace, dir), name, text)
	}
	for _, name := range []string{"post-checkout", "pre-auto-gc", "post-index-change"} {
		if err := os.Symlink("reference-transaction", filepath.Join(p.workspace, dir, "hooks", name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(p.workspace, dir, "hooks/reference-transaction"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestBareRepository commits a bare repository to each directory from the root to the working directory. git prefers one
// in the working directory or above it to the .git of the root.
func TestBareRepository(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	p := newPullRequest(t)
	marks := t.TempDir()
	trap, ran := filepath.Join(marks, "trap"), filepath.Join(marks, "ran")
	if err := os.WriteFile(trap, []byte("#!/bin/sh\necho \"$0 $*\" >> "+ran+"\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH")
	for _, dir := range gits() {
		if dir != "" {
			t.Setenv("PATH", dir+string(os.PathListSeparator)+path)
		}
		version, err := exec.Command("git", "version").Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSpace(string(version)), func(t *testing.T) {
			for _, depth := range []string{"1", "0"} {
				p.checkOut(t, depth)
				for _, working := range []string{".", "skills", "skills/worse"} {
					for _, bare := range []string{".", "skills", "skills/worse"} {
						if working == "." && bare != "." || !strings.HasPrefix(working+"/", strings.TrimPrefix(bare+"/", "./")) {
							continue
						}
						p.checkOut(t, depth)
						p.writeBare(t, bare, trap)
						code, outputs := p.lint(map[string]string{"working-directory": working, "changed": "base"})
						if code != 1 || outputs["errors"] != "1" || strings.Contains(p.output, "fetching") != (depth == "1") {
							t.Errorf("depth %s, %s in %s: exit code %d, %v", depth, bare, working, code, outputs)
						}
						if text, err := os.ReadFile(ran); err == nil {
							t.Fatalf("depth %s, %s in %s: the configuration of the pull request was run: %s", depth, bare, working, text)
						}
					}
				}
			}
			// The trap works for a git that discovers the repository, unless the version ignores bare repositories.
			fetch := exec.Command("git", "-c", "safe.bareRepository=all", "fetch", "origin")
			fetch.Dir = filepath.Join(p.workspace, "skills/worse")
			_ = fetch.Run()
			if err := os.Remove(ran); err != nil {
				t.Errorf("the trap does not work: %v", err)
			}
		})
	}
}
