package examples

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMake runs the targets of the Makefile.
func TestMake(t *testing.T) {
	requireTools(t, "make")
	p := newProject(t)
	p.writeExisting()
	p.write("Makefile", example(t, "Makefile"))
	p.expect(2, []string{`gone\.md`}, "make", "lint")
	p.expect(0, []string{`!gone\.md`}, "make", "lint-changed")
	p.write("skills/clean/SKILL.md", skill("clean", "See [how](references\\how.md).\n"))
	p.expect(2, []string{"^fixed 1 finding"}, "make", "fix") // the old finding remains
	p.match(p.read("skills/clean/SKILL.md"), `references/how\.md`)
	p.write(".skilllint.yaml", "baseline: .skilllint-baseline.jsonl\n")
	p.expect(0, nil, "make", "baseline")
	p.expect(0, nil, "make", "lint")
	p.writeFlagFiles()
	p.checkFlagFiles(p.expect(2, nil, "make", "lint"))
}

// TestScript runs the script for other CI systems, with skilllint from PATH and downloaded.
func TestScript(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	requireTools(t, "sh", "curl", "sha256sum", "tar")
	p := newProject(t)
	p.writeExisting()
	p.write("ci.sh", example(t, "ci.sh"))
	p.expect(1, []string{`gone\.md`}, "sh", "ci.sh")
	for _, report := range []string{"reports/skilllint.sarif", "reports/skilllint.xml"} {
		p.match(p.read(report), `gone\.md`)
	}
	p.env = append(p.env, "BASE=origin/main", "REPORTS=out of here")
	p.expect(0, []string{`!gone\.md`}, "sh", "ci.sh")
	p.match(p.read("out of here/skilllint.sarif"), `"results":\[\s*\]`)
	p.must("git", "rm", "-q", "skills/clean/references/how.md")
	p.expect(1, []string{`how\.md`, `!gone\.md`}, "sh", "ci.sh")

	archive := release(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1.2.3/skilllint_1.2.3_linux_amd64.tar.gz" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(archive)
	}))
	defer server.Close()
	p.env = append(p.env, "PATH=/usr/bin:/bin", "SKILLLINT_RELEASES="+server.URL)
	p.expect(2, []string{"SKILLLINT_VERSION: is not set"}, "sh", "ci.sh")
	p.env = append(p.env, "SKILLLINT_VERSION=1.2.3", "SKILLLINT_SHA256="+strings.Repeat("0", 64))
	p.expect(1, []string{"FAILED", `!how\.md`}, "sh", "ci.sh")
	p.env = append(p.env, fmt.Sprintf("SKILLLINT_SHA256=%x", sha256.Sum256(archive)))
	p.expect(1, []string{`how\.md`}, "sh", "ci.sh")
}

// release returns an archive like those of releases.
func release(t *testing.T) []byte {
	t.Helper()
	binary, err := os.ReadFile(filepath.Join(buildSkilllint(t), "skilllint"))
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	zipped := gzip.NewWriter(&archive)
	w := tar.NewWriter(zipped)
	for name, text := range map[string][]byte{"LICENSE": []byte("x"), "skilllint": binary} {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

// TestLefthook commits with the real lefthook.
func TestLefthook(t *testing.T) {
	requireTools(t, "lefthook")
	p := newProject(t)
	p.env = append(p.env, "LEFTHOOK_BIN=", "PATH="+buildSkilllint(t)+":"+os.Getenv("PATH"))
	p.writeExisting()
	p.write("lefthook.yml", example(t, "lefthook.yml"))
	p.must("lefthook", "validate")
	p.must("lefthook", "install")
	commit := func(code int, patterns ...string) {
		t.Helper()
		p.must("git", "add", "-A")
		p.expect(code, patterns, "git", "commit", "-q", "-m", "x")
	}
	commit(0, `!gone\.md`) // unrelated file
	p.write("skills/new/SKILL.md", skill("new", "See [it](missing.md).\n"))
	commit(1, `missing\.md`, `!gone\.md`)
	p.must("git", "rm", "-qrf", "skills/new")
	p.must("git", "rm", "-q", "skills/clean/references/how.md")
	commit(1, `how\.md`, `!gone\.md`) // only a deleted file
	p.must("git", "reset", "-q", "--hard")
	p.must("git", "rm", "-qr", "skills")
	commit(0)
	p.writeFlagFiles()
	p.must("git", "add", "-A")
	p.checkFlagFiles(p.expect(1, nil, "git", "commit", "-q", "-m", "x"))

	// A custom command with file names.
	for _, test := range []struct {
		run      string
		patterns string
	}{{"lint --hook -- {staged_files}", `missing\.md`}, {"lint --hook {staged_files}", `"--fail-on=never" is ambiguous .*: write "\./--fail-on=never"`}} {
		p.write("lefthook.yml", "pre-commit:\n  jobs:\n    - run: skilllint "+test.run+"\n")
		commit(1, test.patterns)
	}
	p.checkFlagFiles("missing.md")
}

// TestPreCommitConfig checks that the hooks exist. internal/action runs them with pre-commit.
func TestPreCommitConfig(t *testing.T) {
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	readYAML(t, example(t, "pre-commit-config.yaml"), &config)
	var hooks []struct{ ID string }
	text, err := os.ReadFile(filepath.Join(root, ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	readYAML(t, string(text), &hooks)
	known := map[string]bool{}
	for _, h := range hooks {
		known[h.ID] = true
	}
	if len(config.Repos) != 1 || config.Repos[0].Repo != "https://github.com/skilllint/skilllint" || config.Repos[0].Rev == "" || len(config.Repos[0].Hooks) == 0 {
		t.Fatalf("%+v", config)
	}
	for _, h := range config.Repos[0].Hooks {
		if !known[h.ID] {
			t.Errorf("unknown hook %q", h.ID)
		}
	}
}

// TestCommentFits checks that the comment about a pull request's cost does not exceed GitHub's limit.
func TestCommentFits(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	p := newProject(t)
	p.writeExisting()
	// Paths of 800 characters, bodies over their budget, and lists of many roots.
	deep := strings.Repeat(strings.Repeat("d", 180)+"/", 4)
	body := strings.Repeat("# A heading of some length, as there are many\n\n"+strings.Repeat("word ", 900)+"\n", 8)
	for i := range 60 {
		p.write(fmt.Sprintf("%sskills/s%02d/SKILL.md", deep, i), skill(fmt.Sprintf("s%02d", i), body))
		p.write(fmt.Sprintf("%sr%02d/.agents/skills/%s/SKILL.md", deep, i, strings.Repeat("n", 60)), skill(strings.Repeat("n", 60), "Text.\n"))
	}
	p.commit()
	out := p.must("skilllint", "budget", "--compare", "origin/main", "--format", "markdown")
	if n := len([]rune(out)); n > 65000 || n < 30000 {
		t.Errorf("%d characters\n%.3000s", n, out)
	}
}
