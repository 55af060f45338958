//go:build unix

package skilllint_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lintJSON runs the program and returns its report in the format json.
func lintJSON(t *testing.T, binary, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"--format", "json", "--min-severity", "info", "--fail-on", "never", "--allow-empty"}, args...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, stderr.String())
	}
	return out
}

// copyTrees returns copies of real trees and of one with injected problems.
func copyTrees(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, repository := range corpus(t) {
		dir := filepath.Join(t.TempDir(), filepath.Base(repository))
		copyTree(t, dir, repository)
		dirs = append(dirs, dir)
	}
	if exists(filepath.Join("..", "shared", "tools", "gentree")) {
		dir := filepath.Join(t.TempDir(), "generated")
		generate(t, dir, "-n", sample(20, 120), "-lines", "200", "-faults", "0.4")
		dirs = append(dirs, dir)
	}
	if len(dirs) == 0 {
		t.Skip("neither the corpus nor the tree generator was found")
	}
	return dirs
}

// TestGitTreesAreLintedAsCheckouts compares the output for git's index with that for the checkout, byte by byte.
// Compared with the same commit, no finding is new.
func TestGitTreesAreLintedAsCheckouts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	binary := build(t)
	for _, dir := range copyTrees(t) {
		runGit(t, dir, "init", "-q")
		runGit(t, dir, "add", "-A", "-f")
		want := lintJSON(t, binary, dir)
		if got := lintJSON(t, binary, dir, "--staged"); !bytes.Equal(got, want) {
			t.Errorf("%s: output for staged files:\n%.3000s\nwant\n%.3000s", filepath.Base(dir), got, want)
		}
		runGit(t, dir, "commit", "-q", "-m", "all")
		var all struct{ Findings []any }
		if err := json.Unmarshal(want, &all); err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"--staged", "--changed=HEAD"} {
			var after struct {
				Summary  struct{ Unchanged int }
				Findings []any
			}
			if err := json.Unmarshal(lintJSON(t, binary, dir, flag), &after); err != nil {
				t.Fatal(err)
			}
			if len(after.Findings) > 0 || after.Summary.Unchanged != len(all.Findings) {
				t.Errorf("%s %s: %d new findings, and %d of %d unchanged: %v", filepath.Base(dir), flag, len(after.Findings), after.Summary.Unchanged, len(all.Findings), after.Findings)
			}
		}
	}
}

// TestGitCommands checks that only git commands that read objects and the index are called, and that no program in the
// tree's git configuration is run.
func TestGitCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	binary, dir, tools := build(t), filepath.Join(t.TempDir(), "tree"), t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "skills", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	skill := filepath.Join(dir, "skills", "x", "SKILL.md")
	write(skill, "---\nname: x\ndescription: Does x. Use for x.\n---\n\nSee [a](nothing.md).\n", 0o644)
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "-m", "one")
	write(skill, "---\nname: x\ndescription: Does x. Use for x.\n---\n\nSee [b](nowhere.md).\n", 0o644)
	runGit(t, dir, "add", "-A")
	write(filepath.Join(dir, ".gitattributes"), "*.md diff=x filter=x\n", 0o644)
	marker := filepath.Join(tools, "run")
	program := "sh -c 'touch " + marker + "'"
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "core.alternateRefsCommand", "diff.external", "diff.x.textconv", "diff.x.command",
		"filter.x.smudge", "filter.x.clean", "filter.x.process", "alias.cat-file", "alias.ls-files", "alias.ls-tree", "alias.rev-parse", "alias.merge-base"} {
		runGit(t, dir, "config", key, program)
	}
	for _, pair := range []string{"core.repositoryFormatVersion=1", "extensions.partialClone=origin", "remote.origin.promisor=true", "remote.origin.url=ext::" + program, "core.hooksPath=" + tools} {
		key, value, _ := strings.Cut(pair, "=")
		runGit(t, dir, "config", key, value)
	}
	for _, hook := range []string{"post-index-change", "reference-transaction", "post-checkout"} {
		write(filepath.Join(tools, hook), "#!/bin/sh\ntouch "+marker+"\n", 0o755)
	}
	if err := os.Remove(marker); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	log := filepath.Join(tools, "log")
	write(filepath.Join(tools, "git"), "#!/bin/sh\nprintf '%s\\n' \"$*\" >>"+log+"\nexec "+git+" \"$@\"\n", 0o755)
	t.Setenv("PATH", tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, flag := range []string{"--changed=HEAD", "--staged", "--changed=HEAD~9", "--changed"} {
		cmd := exec.Command(binary, flag)
		cmd.Dir = dir
		_ = cmd.Run() // some fail
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Error("a program in the tree's git configuration was run")
	}
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(lines)) {
		for _, must := range []string{"-c core.fsmonitor=false", "-c core.hooksPath=/dev/null", "-c protocol.allow=never", "--no-pager", "--no-optional-locks", "-C " + dir} {
			if !strings.Contains(line, must) {
				t.Errorf("git was called without %s: %s", must, line)
			}
		}
		_, command, _ := strings.Cut(line, "-C "+dir+" ")
		name := strings.Fields(command)[0]
		seen[name] = true
		if !slices.Contains([]string{"rev-parse", "merge-base", "ls-tree", "ls-files", "cat-file"}, name) {
			t.Errorf("unexpected command: git %s", command)
		}
	}
	for _, name := range []string{"rev-parse", "merge-base", "ls-tree", "ls-files", "cat-file"} {
		if !seen[name] {
			t.Errorf("git %s was not called", name)
		}
	}
}
