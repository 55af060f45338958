package action

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHooks checks .pre-commit-hooks.yaml.
func TestHooks(t *testing.T) {
	var hooks []struct {
		ID, Entry, Language, Files string
		Args                       []string
		AlwaysRun                  bool `yaml:"always_run"`
		RequireSerial              bool `yaml:"require_serial"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	var ids []string
	for _, h := range hooks {
		ids = append(ids, h.ID)
		if h.Language != "golang" || !h.RequireSerial || !strings.HasPrefix(h.Entry, "skilllint lint --hook") || !slices.Equal(h.Args, []string{"--"}) {
			t.Errorf("%s: %+v", h.ID, h)
		}
		if !h.AlwaysRun && h.ID != "skilllint-fix" {
			t.Errorf("%s does not run for a commit that only deletes a file", h.ID)
		}
		files := regexp.MustCompile(h.Files)
		if !files.MatchString("agent-outputs/MANIFEST.jsonl") {
			t.Errorf("%s: files does not match MANIFEST.jsonl", h.ID)
		}
		for _, path := range []string{"skills/a/SKILL.md", "skills/manifest.json", "t/_persona_x.yaml", ".cursor/rules/x.mdc"} {
			if h.ID != "skilllint-manifest" && !files.MatchString(path) {
				t.Errorf("%s: files does not match %s", h.ID, path)
			}
		}
	}
	if !slices.Equal(ids, []string{"skilllint", "skilllint-fix", "skilllint-manifest"}) {
		t.Errorf("hooks: %q", ids)
	}
}

// A project is a repository with pre-commit installed.
type project struct {
	t   *testing.T
	dir string
	env []string
}

// run runs a command in the project and returns its output and exit code.
func (p *project) run(name string, args ...string) (string, int) {
	p.t.Helper()
	command := exec.Command(name, args...)
	command.Dir, command.Env = p.dir, p.env
	out, err := command.CombinedOutput()
	if command.ProcessState == nil {
		p.t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}

func (p *project) must(name string, args ...string) string {
	p.t.Helper()
	out, code := p.run(name, args...)
	if code != 0 {
		p.t.Fatalf("%s %q: exit code %d\n%s", name, args, code, out)
	}
	return out
}

func (p *project) write(rel, text string) {
	p.t.Helper()
	write(p.t, p.dir, rel, text)
}

// commit commits all files and checks whether it succeeds, and its output.
func (p *project) commit(passes bool, patterns ...string) {
	p.t.Helper()
	p.must("git", "add", "-A")
	out, code := p.run("git", "commit", "-q", "-m", "x")
	p.t.Logf("$ git commit\n%s", out)
	if (code == 0) != passes {
		p.t.Fatalf("git commit: exit code %d\n%s", code, out)
	}
	p.match(out, patterns)
}

// match checks that each pattern matches. A pattern after "!" must not match.
func (p *project) match(out string, patterns []string) {
	p.t.Helper()
	for _, s := range patterns {
		pattern, not := strings.CutPrefix(s, "!")
		if regexp.MustCompile("(?m)"+pattern).MatchString(out) == not {
			p.t.Errorf("%q: want match: %v, in\n%s", pattern, !not, out)
		}
	}
}

// newProject returns a repository that uses the hooks of this checkout.
func newProject(t *testing.T) *project {
	t.Helper()
	for _, tool := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed; Debian and Ubuntu: apt-get install %s", tool, tool)
		}
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, dir: t.TempDir(), env: append(os.Environ(),
		"PRE_COMMIT_HOME="+t.TempDir(), "GOMODCACHE="+strings.TrimSpace(string(cache)), "GOFLAGS=-trimpath", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org", "PRE_COMMIT_FROM_REF=", "PRE_COMMIT_COLOR=never")}
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	hooks := filepath.Join(t.TempDir(), "hooks.git")
	p.must("git", "init", "-q", hooks)
	gitFlags := []string{"--git-dir=" + filepath.Join(hooks, ".git"), "--work-tree=" + checkout}
	p.must("git", append(gitFlags, "add", "-A")...)
	p.must("git", append(gitFlags, "commit", "-q", "-m", "x")...)
	rev := strings.TrimSpace(p.must("git", append(gitFlags, "rev-parse", "HEAD")...))
	p.must("git", "init", "-q")
	p.write(".pre-commit-config.yaml", fmt.Sprintf("repos:\n  - repo: %s\n    rev: %s\n    hooks:\n      - id: skilllint-fix\n      - id: skilllint\n      - id: skilllint-manifest\n", hooks, rev))
	p.must("pre-commit", "install")
	return p
}

// entry returns a line of a MANIFEST.jsonl.
func entry(title string) string {
	return `{"id":"T1-limits","file":"a.md","title":"` + title + `","date":"2026-01-01","status":"complete","agent_type":"research",` +
		`"topics":["a"],"key_findings":["a","b","c"],"actionable":false,"needs_followup":[],"linked_tasks":["T1"]}` + "\n"
}

func skill(name, body string) string {
	return "---\nname: " + name + "\ndescription: Says what it does. Use it in tests.\n---\n" + body
}

// TestPreCommit commits with the real pre-commit.
func TestPreCommit(t *testing.T) {
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		t.Skip("SKILLLINT_THOROUGH is not set: pre-commit installs skilllint")
	}
	p := newProject(t)
	p.write("skills/old/SKILL.md", skill("old", "See [it](gone.md).\n"))
	p.write("skills/clean/SKILL.md", skill("clean", "See [how](references/how.md).\n"))
	p.write("skills/clean/references/how.md", "# How\n\nSo.\n")
	p.write("agent-outputs/MANIFEST.jsonl", entry("A"))
	p.write("notes.txt", "x\n")
	p.must("git", "add", "-A")
	p.must("git", "commit", "-q", "--no-verify", "-m", "old")

	// Findings in unchanged files do not fail the commit.
	p.write("notes.txt", "y\n")
	p.commit(true, `^skilllint\.+Passed`, `^skilllint fix\.+\(no files to check\)Skipped`, "!gone.md")

	p.write("skills/new/SKILL.md", skill("new", "See [it](missing.md).\n"))
	p.commit(false, `^skills/new/SKILL.md:5:10: error: broken link: file "missing.md"`, "!gone.md", `^1 error`, `^skilllint fix\.+Passed`, `^skilllint\.+Failed`)
	p.must("git", "rm", "-qrf", "skills/new")

	// A linked file is deleted; pre-commit passes no file names.
	p.must("git", "rm", "-q", "skills/clean/references/how.md")
	p.commit(false, `^skills/clean/SKILL.md:5:11: error: broken link: file "references/how.md"`, "!gone.md")
	p.write("notes.txt", "z\n")
	p.commit(false, "how.md")
	p.must("git", "reset", "-q", "--hard")

	// The commit fails if a fix changes a file, and passes after the file is added again.
	p.write("skills/clean/SKILL.md", skill("clean", "See [how](references\\how.md).\n"))
	p.commit(false, `^skilllint fix\.+Failed`, "files were modified by this hook")
	if text, err := os.ReadFile(filepath.Join(p.dir, "skills/clean/SKILL.md")); err != nil || !strings.Contains(string(text), "references/how.md") {
		t.Errorf("not fixed: %s %v", text, err)
	}
	p.write("skills/clean/more.txt", "x\n")
	p.commit(true, `^skilllint\.+Passed`)

	// Earlier lines of a manifest must not change.
	p.write("agent-outputs/MANIFEST.jsonl", entry("B"))
	p.commit(false, `^skilllint manifest\.+Failed`, `line 1 of HEAD \("T1-limits"\) was changed`)
	p.must("git", "reset", "-q", "--hard")

	out, code := p.run("pre-commit", "run", "--all-files", "skilllint")
	if code == 0 {
		t.Errorf("pre-commit run --all-files succeeds\n%s", out)
	}
	p.match(out, []string{`^skills/old/SKILL.md:5:10: error: broken link: file "gone.md"`, `^1 error`})
	p.must("git", "rm", "-qr", "skills/clean/references")
	p.must("git", "commit", "-q", "--no-verify", "-m", "broken")
	out, _ = p.run("pre-commit", "run", "--from-ref", "HEAD~1", "--to-ref", "HEAD", "skilllint")
	p.match(out, []string{"how.md", "!gone.md"})
}

// TestPreCommitFlags checks that files with the names of flags do not affect hooks.
func TestPreCommitFlags(t *testing.T) {
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		t.Skip("SKILLLINT_THOROUGH is not set: pre-commit installs skilllint")
	}
	p := newProject(t)
	outside := t.TempDir()
	p.write("--ignore=links", "x\n")
	p.write("--fail-on=never", "x\n")
	p.write("--format=text="+outside+"/written.pth/SKILL.md", skill("x", "See [it](missing.md).\n"))
	p.write("skills/new/SKILL.md", skill("new", "See [it](missing.md).\n"))
	p.commit(false, `^skills/new/SKILL.md:5:10: error: broken link: file "missing.md"`, `^skilllint\.+Failed`, `^skilllint fix\.+Passed`, `^skilllint manifest\.+Passed`)

	config := filepath.Join(p.dir, ".pre-commit-config.yaml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	for args, patterns := range map[string]string{
		"[--quiet, --]": `^skills/new/SKILL.md:5:10: error: broken link: file "missing.md"`,
		"[--quiet]":     `^skilllint: "--fail-on=never" is ambiguous .*: write "\./--fail-on=never", or -- before file names`,
	} {
		p.write(".pre-commit-config.yaml", strings.Replace(string(text), "id: skilllint\n", "id: skilllint\n        args: "+args+"\n", 1))
		p.commit(false, patterns, `^skilllint\.+Failed`)
	}
	if files, err := os.ReadDir(outside); err != nil || len(files) > 0 {
		t.Errorf("files written outside the project: %v %v", files, err)
	}
}
