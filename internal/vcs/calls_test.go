//go:build unix

package vcs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHangingGit checks a repository whose configuration blocks git, because it includes a named pipe.
func TestHangingGit(t *testing.T) {
	dir := committedRepository(t, "a.md")
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "config", "include.path", pipe)
	ctx := WithTimeout(context.Background(), 200*time.Millisecond)
	for name, call := range map[string]func() error{
		"files":  func() error { _, err := LsFiles(ctx, dir); return err },
		"commit": func() error { _, err := Commit(ctx, dir, "HEAD"); return err },
		"base":   func() error { _, err := OpenBase(ctx, dir, "HEAD", keepAll); return err },
		"index":  func() error { _, err := OpenIndex(ctx, dir); return err },
	} {
		if err := call(); !errors.Is(err, errStopped) || !strings.Contains(err.Error(), "git ") || !strings.Contains(err.Error(), "did not finish within 200ms") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(callsOf(ctx).hung) != 1 {
		t.Error("the hang was not recorded")
	}
}

// fakeGit puts a shell script named git on PATH.
func fakeGit(t *testing.T, script string) {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// TestHangingContent checks that a read ends if git hangs before or within the content of a file.
func TestHangingContent(t *testing.T) {
	dir := committedRepository(t, "a.md")
	for name, output := range map[string]string{"before": "", "within": "printf '%s blob 9\\nhalf' " + strings.Repeat("a", 40) + "; "} {
		t.Run(name, func(t *testing.T) {
			ctx := WithTimeout(context.Background(), 300*time.Millisecond)
			tree, err := OpenCommit(ctx, dir, gitOutput(t, dir, "rev-parse", "HEAD"))
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			fakeGit(t, output+"exec sleep 1000\n")
			if _, err := tree.Open("a.md"); err == nil || !strings.Contains(err.Error(), "git cat-file did not finish within 300ms") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestHangingChildProcess checks that a child process of git is killed if git hangs.
func TestHangingChildProcess(t *testing.T) {
	dir := committedRepository(t, "a.md")
	pidFile := filepath.Join(t.TempDir(), "pid")
	fakeGit(t, "sleep 1000 & echo $! >'"+pidFile+"'\nwait\n")
	if _, err := LsFiles(WithTimeout(context.Background(), time.Second), dir); !errors.Is(err, errStopped) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // init may not reap it immediately
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Error("the child process of git still runs")
}
