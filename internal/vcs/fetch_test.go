//go:build unix

package vcs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// A server serves the repository octo/skills with the branches trunk and work. The branches differ since fork.
type server struct {
	url               string // of the repository
	root              string // URL of the server
	fork, trunk, work string
	token             string // that requests need; "": none
	requests          atomic.Int32
}

func serve(t *testing.T, token string) *server {
	t.Helper()
	dir, fork := branchedRepository(t)
	s := &server{token: token, fork: fork, trunk: gitOutput(t, dir, "rev-parse", "trunk"), work: gitOutput(t, dir, "rev-parse", "work")}
	top := t.TempDir()
	git(t, dir, "clone", "-q", "--mirror", ".", filepath.Join(top, "octo", "skills"))
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{Path: path, Args: []string{"http-backend"}, Env: []string{"GIT_PROJECT_ROOT=" + top, "GIT_HTTP_EXPORT_ALL=1"}, InheritEnv: []string{"GIT_EXEC_PATH", "PATH"}}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		if s.token != "" && r.Header.Get("Authorization") != s.token {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	s.root, s.url = web.URL, web.URL+"/octo/skills"
	return s
}

// clone returns a clone of the branch work as CI systems create it.
func (s *server) clone(t *testing.T, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, append([]string{"-c", "http." + s.root + ".extraheader=Authorization: " + s.token, "clone", "-q", "--no-tags", "--single-branch", "--branch=work", s.url, "."}, args...)...)
	return dir
}

// isolate hides the settings of the user who runs the tests.
func isolate(t *testing.T) {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
}

// files returns the paths and contents of all files below a directory.
func files(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&all, "%s %x\n", path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestFetch(t *testing.T) {
	isolate(t)
	s := serve(t, "")
	for _, test := range []struct {
		name string
		args []string
		ref  string
	}{
		{"shallow", []string{"--depth=1"}, "origin/trunk"},
		{"shallow, full name", []string{"--depth=1"}, "refs/remotes/origin/trunk"},
		{"shallow, commit", []string{"--depth=1"}, s.trunk},
		{"complete", nil, "origin/trunk"},
		{"shallow, existing branch", []string{"--depth=1", "--no-single-branch"}, "origin/trunk"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := s.clone(t, test.args...)
			if _, err := MergeBase(WithTimeout(t.Context(), 0), dir, test.ref); err == nil {
				t.Error("without WithFetch: no error")
			}
			before, requests := files(t, dir), s.requests.Load()
			var notes []string
			ctx, done := WithFetch(t.Context(), Fetch{URL: s.url + ".git/", Log: func(format string, a ...any) { notes = append(notes, fmt.Sprintf(format, a...)) }})
			for range 2 {
				if commit, err := Commit(ctx, dir, test.ref); err != nil || commit != s.trunk {
					t.Errorf("commit: %q, %v", commit, err)
				}
				if base, err := MergeBase(ctx, dir, test.ref); err != nil || base != s.fork {
					t.Errorf("merge base: %q, %v; want %q", base, err, s.fork)
				}
			}
			tree, err := OpenCommit(ctx, dir, s.trunk)
			if err != nil {
				t.Fatal(err)
			}
			file, err := tree.Open("log.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if _, err := text.ReadFrom(file); err != nil || text.String() != "trunk\n" {
				t.Errorf("content of a fetched file: %q, %v", &text, err)
			}
			tree.Close()
			if s.requests.Load() == requests || len(notes) == 0 || !strings.HasPrefix(notes[0], "fetching ") {
				t.Errorf("notes: %q", notes)
			}
			done()
			if files(t, dir) != before {
				t.Error("the clone was changed")
			}
			if left, err := os.ReadDir(os.TempDir()); err != nil || strings.Contains(fmt.Sprint(left), "skilllint-") {
				t.Errorf("temporary files: %v, %v", left, err)
			}
			if _, err := MergeBase(t.Context(), dir, test.ref); err == nil {
				t.Error("after the run: no error")
			}
		})
	}
}

// TestFetchErrors checks what is not fetched.
func TestFetchErrors(t *testing.T) {
	isolate(t)
	s := serve(t, "")
	for _, test := range []struct{ name, ref, origin, url, want string }{
		{"unknown branch", "origin/nothing", "", "", "cannot fetch origin/nothing: "},
		{"local branch", "nothing", "", "", "unknown revision nothing"},
		{"expression", "origin/trunk~1", "", "", "unknown revision"},
		{"several branches", "origin/*", "", "", "unknown revision"},
		{"refspec", "origin/trunk:refs/heads/work", "", "", "unknown revision"},
		{"other repository", "origin/trunk", "", "http://127.0.0.1/octo/skills", "the origin of the clone is not http://127.0.0.1/octo/skills"},
		{"fork", "origin/trunk", s.root + "/mona/skills", s.url, "the origin of the clone is not "},
		{"fork in a subgroup", "HEAD", s.root + "/mona/octo/skills", s.url, "the origin of the clone is not "},
		{"file", "origin/trunk", "file:///", "", "transport 'file' not allowed"},
		{"path", "origin/trunk", "/", "", "transport 'file' not allowed"},
		{"command", "origin/trunk", "ext::touch " + filepath.Join(t.TempDir(), "x"), "", "transport 'ext' not allowed"},
		{"option", "origin/trunk", "--upload-pack=touch", "", "cannot fetch"},
		{"no origin", "origin/trunk", "", s.url, "no origin"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := s.clone(t, "--depth=1")
			if test.origin != "" {
				git(t, dir, "config", "remote.origin.url", test.origin)
			}
			if test.name == "no origin" {
				git(t, dir, "remote", "remove", "origin")
			}
			ctx, done := WithFetch(t.Context(), Fetch{URL: test.url})
			defer done()
			if _, err := Commit(ctx, dir, test.ref); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v; want %q", err, test.want)
			}
		})
	}
}

// TestFetchToken checks that the token of actions/checkout is used, and that it is required.
func TestFetchToken(t *testing.T) {
	isolate(t)
	s := serve(t, `basic "x\y"`)
	header := "AUTHORIZATION: " + s.token
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"config": func(t *testing.T, dir string) { git(t, dir, "config", "http."+s.root+"/.extraheader", header) },
		"included": func(t *testing.T, dir string) {
			file := filepath.Join(t.TempDir(), "credentials.config")
			git(t, dir, "config", "--file", file, "http."+s.root+"/.extraheader", header)
			git(t, dir, "config", "includeIf.gitdir:"+dir+"/.git.path", file)
		},
		"": func(*testing.T, string) {},
	} {
		t.Run(name, func(t *testing.T) {
			dir := s.clone(t, "--depth=1")
			prepare(t, dir)
			ctx, done := WithFetch(t.Context(), Fetch{})
			defer done()
			if _, err := MergeBase(ctx, dir, "origin/trunk"); (err == nil) != (name != "") {
				t.Error(err)
			}
		})
	}
}

// hostileSettings are settings of a repository with which git starts programs, or reads and writes other files. %s is a
// program.
var hostileSettings = [][2]string{
	{"core.sshCommand", "%s"}, {"core.gitProxy", "%s"}, {"core.fsmonitor", "%s"}, {"core.hooksPath", "hooks"}, {"core.askPass", "%s"}, {"core.pager", "%s"},
	{"core.editor", "%s"}, {"core.alternateRefsCommand", "%s"}, {"core.attributesFile", "%s"}, {"credential.helper", "!%s"}, {"credential.{url}.helper", "!%s"},
	{"remote.origin.uploadpack", "%s"}, {"remote.origin.vcs", "evil"}, {"remote.origin.receivepack", "%s"}, {"remote.origin.fetch", "+refs/heads/*:refs/heads/*"},
	{"remote.origin.proxy", "http://127.0.0.1:1"}, {"remote.origin.promisor", "true"}, {"remote.origin.pushurl", "ext::%s"}, {"remote.{url}.uploadpack", "%s"},
	{"url.ext::%s .insteadOf", "http"}, {"url.ssh://x/.insteadOf", "http"}, {"url.file:///.insteadOf", "http"}, {"protocol.allow", "always"}, {"protocol.ext.allow", "always"},
	{"http.proxy", "http://127.0.0.1:1"}, {"http.{url}.proxy", "http://127.0.0.1:1"}, {"http.cookieFile", "%s.cookies"}, {"http.saveCookies", "true"},
	{"http.sslCert", "%s"}, {"fetch.recurseSubmodules", "true"}, {"submodule.recurse", "true"}, {"fetch.writeCommitGraph", "true"}, {"fetch.bundleURI", "file:///x"},
	{"gc.auto", "1"}, {"gc.autoDetach", "false"}, {"maintenance.auto", "true"}, {"alias.fetch", "!%s"}, {"alias.rev-parse", "!%s"}, {"alias.config", "!%s"},
	{"pager.config", "%s"}, {"pager.for-each-ref", "%s"}, {"ssh.variant", "simple"}, {"gpg.program", "%s"}, {"filter.x.process", "%s"}, {"diff.external", "%s"},
	{"uploadpack.packObjectsHook", "%s"}, {"transfer.bundleURI", "true"}, {"trace2.eventTarget", "%s.trace"}, {"include.path", "hostile.config"}, {"includeIf.gitdir:/.path", "hostile.config"},
}

// TestFetchRunsNothing fetches into clones whose configuration specifies programs.
func TestFetchRunsNothing(t *testing.T) {
	isolate(t)
	s := serve(t, "")
	marks := t.TempDir()
	program := filepath.Join(marks, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch \"$0.ran\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"reference-transaction", "pre-auto-gc", "post-checkout", "fsmonitor-watchman", "git-remote-evil", "ssh"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(marks, "hooks"), 0o755), os.Symlink(program, filepath.Join(marks, "hooks", hook))); err != nil {
			t.Fatal(err)
		}
	}
	expand := strings.NewReplacer("%s", program, "{url}", s.url)
	dir := s.clone(t, "--depth=1")
	plain, err := os.ReadFile(filepath.Join(dir, ".git", "config"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, ".git", "hooks")), os.Symlink(filepath.Join(marks, "hooks"), filepath.Join(dir, ".git", "hooks")),
		os.Symlink(filepath.Join(marks, "hooks"), filepath.Join(dir, "bin"))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+":bin:.:"+os.Getenv("PATH"))
	config := filepath.Join(dir, ".git", "config")
	all := [][][2]string{hostileSettings[:len(hostileSettings)-2]}
	for _, setting := range hostileSettings {
		all = append(all, [][2]string{setting})
	}
	for _, settings := range all {
		var names []string
		if err := os.WriteFile(config, plain, 0o644); err != nil {
			t.Fatal(err)
		}
		hostile := filepath.Join(dir, ".git", "hostile.config")
		os.Remove(hostile)
		for _, setting := range settings {
			names = append(names, setting[0])
			git(t, dir, "config", "--file", config, expand.Replace(setting[0]), expand.Replace(setting[1]))
			if setting[1] == "hostile.config" {
				for _, other := range hostileSettings[:len(hostileSettings)-2] {
					git(t, dir, "config", "--file", hostile, expand.Replace(other[0]), expand.Replace(other[1]))
				}
			}
		}
		ctx, done := WithFetch(t.Context(), Fetch{})
		if base, err := MergeBase(ctx, dir, "origin/trunk"); err != nil || base != s.fork {
			t.Errorf("%q: %q, %v", names, base, err)
		}
		done()
		found, err := filepath.Glob(program + ".*")
		if err != nil || len(found) > 0 {
			t.Errorf("%q: %q", names, found)
			for _, path := range found {
				os.Remove(path)
			}
		}
	}
}

// TestBareRepositoryBeside checks that a work tree whose .git is invalid is not itself taken for a bare repository.
func TestBareRepositoryBeside(t *testing.T) {
	dir := repository(t, "a.md")
	for _, name := range []string{"HEAD", "config", "index"} {
		text, err := os.ReadFile(filepath.Join(dir, ".git", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "refs"), 0o755), os.Mkdir(filepath.Join(dir, "objects"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := LsFiles(t.Context(), dir); err != nil {
		t.Errorf("valid .git: %v", err)
	}
	for _, broken := range []func(path string) error{
		func(path string) error { return os.RemoveAll(filepath.Join(path, "objects")) },
		func(path string) error { return os.RemoveAll(filepath.Join(path, "refs")) },
		func(path string) error { return os.Remove(filepath.Join(path, "HEAD")) },
		func(path string) error { return os.WriteFile(filepath.Join(path, "HEAD"), []byte("x\n"), 0o644) },
		func(path string) error { return os.RemoveAll(path) },
		func(path string) error { return errors.Join(os.RemoveAll(path), os.Mkdir(path, 0o755)) },
	} {
		other := t.TempDir()
		if err := os.CopyFS(filepath.Join(other, "x"), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		tree := filepath.Join(other, "x")
		if err := broken(filepath.Join(tree, ".git")); err != nil {
			t.Fatal(err)
		}
		if files, err := LsFiles(context.Background(), tree); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v, %v", files, err)
		}
	}
}
