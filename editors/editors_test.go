// Package editors_test runs the language server in real editors and clients, with the configurations of this directory.
// The transcripts are in testdata.
//
// Editors are searched in PATH, and the npm packages in the directory SKILLLINT_NODE. .ci/editors installs both.
package editors_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the transcripts")

var programs string // directory of the skilllint that the tests run

var build = sync.OnceValues(func() ([]byte, error) {
	return exec.Command("go", "build", "-o", programs+"/", "../cmd/skilllint").CombinedOutput()
})

func TestMain(m *testing.M) {
	var err error
	if programs, err = os.MkdirTemp("", "skilllint"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(programs)
	os.Exit(code)
}

// bin returns a directory with the program, to be put first in PATH.
func bin(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short")
	}
	if out, err := build(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return programs
}

// workspace returns the directory of a new repository with the files of testdata/workspace.txtar.
func workspace(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/workspace.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "workspace")
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// editor returns the path of a program, or skips the test. The transcripts require the versions that .ci/editors installs.
func editor(t *testing.T, name string) string {
	t.Helper()
	if os.Getenv("SKILLLINT_NODE") == "" && name != "vim" {
		t.Skip("runs in .ci/run, with the editors that .ci/editors installs")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not installed")
	}
	return path
}

// command returns the output of a command whose PATH starts with the program of this checkout.
func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin(t)+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+t.TempDir(), "TERM=dumb")
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Errorf("%s: %v\n%s\n%s", name, err, stdout.String(), stderr.String())
	}
	return stdout.String()
}

// golden compares a transcript with the one in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the transcript (+) differs from %s (-); review it, and run go test ./editors -update\n%s", path, diff)
	}
}

// TestSessions runs sessions with the client library of VS Code.
func TestSessions(t *testing.T) {
	packages := os.Getenv("SKILLLINT_NODE")
	if packages == "" {
		t.Skip("SKILLLINT_NODE is not the directory of vscode-languageserver-protocol")
	}
	sessions := []string{"diagnostics", "unsaved", "actions", "fixall", "suppress", "hover", "completion", "navigation", "symbols", "rename", "hints",
		"configuration", "folders", "encodings", "protocol"}
	for _, name := range sessions {
		t.Run(name, func(t *testing.T) {
			args := []string{"testdata/sessions.mjs", name, filepath.Join(bin(t), "skilllint"), workspace(t)}
			if name == "folders" {
				args = append(args, workspace(t))
			}
			golden(t, "node/"+name, command(t, ".", []string{"SKILLLINT_NODE=" + packages}, editor(t, "node"), args...))
		})
	}
}

// TestNeovim runs a session in Neovim, with the configuration for its version.
func TestNeovim(t *testing.T) {
	nvim := editor(t, "nvim")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	version := command(t, ".", nil, nvim, "--headless", "--clean", "+lua io.write(vim.fn.has('nvim-0.11'), vim.fn.has('nvim-0.10'))", "+quit")
	home := t.TempDir()
	env := []string{"XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_DATA_HOME=" + home, "TRANSCRIPT=" + filepath.Join(home, "transcript")}
	switch version {
	case "11":
		copyFile(t, "neovim/skilllint.lua", filepath.Join(home, "nvim/lsp/skilllint.lua"))
		if err := os.WriteFile(filepath.Join(home, "nvim/init.lua"), []byte(`vim.lsp.enable("skilllint")`), 0o644); err != nil {
			t.Fatal(err)
		}
	case "01":
		copyFile(t, "neovim/init-0.8.lua", filepath.Join(home, "nvim/init.lua"))
	default:
		t.Skip("the session requires Neovim 0.10")
	}
	command(t, workspace(t), env, nvim, "--headless", "-c", "luafile "+filepath.Join(here, "testdata/session.lua"))
	transcript, err := os.ReadFile(filepath.Join(home, "transcript"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "neovim", string(transcript))
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEmacs runs a session in Emacs with eglot.
func TestEmacs(t *testing.T) {
	emacs := editor(t, "emacs")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	transcript := filepath.Join(t.TempDir(), "transcript")
	env := []string{"TRANSCRIPT=" + transcript, "LC_ALL=C.UTF-8"}
	command(t, workspace(t), env, emacs, "--batch", "-Q", "-l", filepath.Join(here, "emacs/skilllint.el"), "-l", filepath.Join(here, "testdata/session.el"))
	data, err := os.ReadFile(transcript)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "emacs", string(data))
}
