package vcs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/memtemp"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// repository creates a repository that tracks files.
func repository(t *testing.T, files ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	for _, name := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		git(t, dir, "add", "-f", "--", name)
	}
	return dir
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestLsFiles(t *testing.T) {
	names := []string{"a.md", "skills/x/SKILL.md", "é/ü.md", "with space.md"}
	if runtime.GOOS != "windows" {
		names = append(names, "line\nfeed.md", "caf\xe9.md")
	}
	dir := repository(t, names...)
	if err := os.WriteFile(filepath.Join(dir, "untracked.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := LsFiles(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	if tracked := slices.Sorted(maps.Keys(got)); !slices.Equal(tracked, names) {
		t.Errorf("got %q, want %q", tracked, names)
	}
}

// TestLsFilesIgnoresEnvironment checks that variables do not select another repository. In a hook, they are set.
func TestLsFilesIgnoresEnvironment(t *testing.T) {
	dir, other := repository(t, "a.md"), repository(t, "other.md")
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other, ".git", "index"))
	t.Setenv("GIT_TRACE", "1") // it would write to standard error
	t.Setenv("GIT_GLOB_PATHSPECS", "1")
	if branch := DefaultBranch(context.Background(), dir); branch == "" {
		t.Error("no branch")
	}
	got, err := LsFiles(context.Background(), dir)
	if err != nil || len(got) != 1 || !got["a.md"] {
		t.Errorf("got %v, %v; want a.md", got, err)
	}
}

// TestUntrustedConfigNotRun checks that git starts no program from the configuration of an untrusted repository, which
// specifies programs in all ways that git supports.
func TestUntrustedConfigNotRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell commands")
	}
	dir := repository(t, "skills/x/SKILL.md")
	marker := filepath.Join(dir, "PWNED")
	program := fmt.Sprintf("sh -c 'touch %s'", marker)
	script := filepath.Join(dir, "git")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+marker+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "core.askPass", "core.gitProxy", "diff.external", "diff.x.textconv",
		"diff.x.command", "filter.x.smudge", "filter.x.clean", "filter.x.process", "pager.ls-files", "credential.helper", "gpg.program", "sequence.editor"} {
		git(t, dir, "config", key, program)
	}
	git(t, dir, "config", "core.hooksPath", dir)
	git(t, dir, "config", "alias.ls-files", "!"+program)
	git(t, dir, "config", "extensions.partialClone", "origin")
	git(t, dir, "config", "core.repositoryFormatVersion", "1")
	git(t, dir, "config", "remote.origin.url", "ext::"+program)
	git(t, dir, "config", "remote.origin.promisor", "true")
	if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte("*.md diff=x filter=x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Remove(marker) // git itself may have run them during setup
	t.Setenv("PATH", "."+string(filepath.ListSeparator)+dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Chdir(dir)
	got, err := LsFiles(context.Background(), dir)
	if err != nil || !got["skills/x/SKILL.md"] {
		t.Errorf("got %v, %v; want the skill", got, err)
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Error("a program of the repository was run")
	}
}

// TestNoFetch checks that git does not fetch an object that a clone lacks. Git before 2.39.4 ignores GIT_NO_LAZY_FETCH and
// could fetch with a program from the configuration.
func TestNoFetch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell commands")
	}
	dir := repository(t, "a.md")
	marker := filepath.Join(t.TempDir(), "PWNED")
	const missing = "1234567890123456789012345678901234567890"
	for key, value := range map[string]string{
		"extensions.partialClone": "origin", "core.repositoryFormatVersion": "1", "remote.origin.promisor": "true",
		"remote.origin.url": dir, "remote.origin.uploadpack": "touch " + marker + "; git-upload-pack", "core.sshCommand": "touch " + marker,
		"protocol.allow": "always", "protocol.file.allow": "always", "protocol.ext.allow": "always", "protocol.ssh.allow": "always",
	} {
		git(t, dir, "config", key, value)
	}
	for _, url := range []string{dir, "ext::sh -c touch% " + marker, "ssh://x.invalid/a"} {
		git(t, dir, "config", "remote.origin.url", url)
		cmd, err := command(context.Background(), dir, "cat-file", "--batch")
		if err != nil {
			t.Fatal(err)
		}
		cmd.Env = slices.DeleteFunc(cmd.Env, func(pair string) bool { return strings.HasPrefix(pair, "GIT_NO_LAZY_FETCH=") })
		cmd.Stdin = strings.NewReader(missing + "\n")
		out, err := cmd.CombinedOutput()
		t.Logf("%s: %v\n%s", url, err, out)
		if _, err := os.Lstat(marker); err == nil {
			t.Fatalf("%s: a program from the configuration was run", url)
		}
	}
}

func TestLsFilesErrors(t *testing.T) {
	dir := repository(t, "a.md")
	empty := t.TempDir()
	if err := os.Mkdir(filepath.Join(empty, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(dir, "inside")
	if err := os.MkdirAll(filepath.Join(inside, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{empty, inside} {
		if got, err := LsFiles(context.Background(), at); err == nil || !strings.Contains(err.Error(), "cannot read its .git") {
			t.Errorf("invalid .git: got %v, %v", got, err)
		}
	}
	t.Setenv("PATH", dir)
	if _, err := LsFiles(context.Background(), dir); !errors.Is(err, ErrNoGit) {
		t.Errorf("without git: got %v", err)
	}
}

func TestLsFilesOfAnotherUser(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() != 0 {
		t.Skip("only root can change the owner of a repository")
	}
	dir := repository(t, "a.md")
	for _, p := range []string{dir, filepath.Join(dir, ".git")} {
		if err := os.Chown(p, 12345, 12345); err != nil {
			t.Skip(err)
		}
	}
	_, err := LsFiles(context.Background(), dir)
	if err == nil || !strings.Contains(err.Error(), "git config --global --add safe.directory "+dir) {
		t.Errorf("got %v, want an error with the command to run", err)
	}
}

// TestLsFilesTimeout checks a configuration without an end.
func TestLsFilesTimeout(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no /dev/zero")
	}
	dir := repository(t, "a.md")
	git(t, dir, "config", "include.path", "/dev/zero")
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	if _, err := LsFiles(ctx, dir); err == nil {
		t.Error("no error for an endless configuration")
	}
}
