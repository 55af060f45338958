// Package examples tests the files in docs/ci with the tools that they are for.
package examples

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/skilllint/skilllint/internal/memtemp"
	"gopkg.in/yaml.v3"
)

// root is the module's directory, relative to this one.
const root = "../.."

// example returns a file of docs/ci.
func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "ci", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// requireTools skips a test if a program is not installed.
func requireTools(t *testing.T, programs ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a Unix shell")
	}
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed; .ci/run installs it", p)
		}
	}
}

var programs string // directory of the skilllint that the tests run

var build = sync.OnceValue(func() error {
	out, err := exec.Command("go", "build", "-o", programs+"/", root+"/cmd/skilllint").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return err
})

// buildSkilllint builds skilllint once and returns its directory.
func buildSkilllint(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short")
	}
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return programs
}

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	memtemp.Use()
	dir, err := os.MkdirTemp("", "skilllint-examples-")
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		return 1
	}
	defer os.RemoveAll(dir)
	programs = dir
	return m.Run()
}

// A project is a repository that uses an example. Tests with projects run in parallel.
type project struct {
	t   *testing.T
	dir string
	env []string
}

func newProject(t *testing.T) *project {
	t.Helper()
	requireTools(t, "git")
	t.Parallel()
	p := &project{t: t, dir: t.TempDir()}
	p.env = append(os.Environ(), "PATH="+buildSkilllint(t)+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+t.TempDir(), "NO_COLOR=1",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org",
		"GITHUB_ACTIONS=", "CI=")
	p.must("git", "init", "-q", "-b", "main")
	return p
}

// run runs a command in the project and returns its output and exit code.
func (p *project) run(name string, args ...string) (string, int) {
	p.t.Helper()
	return p.runWithInput("", name, args...)
}

// runWithInput runs a command with standard input.
func (p *project) runWithInput(stdin, name string, args ...string) (string, int) {
	p.t.Helper()
	// env searches the program in the project's PATH.
	command := exec.Command("/usr/bin/env", append([]string{name}, args...)...)
	command.Dir, command.Env, command.Stdin = p.dir, p.env, strings.NewReader(stdin)
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
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

// expect runs a command and checks its exit code and output.
func (p *project) expect(code int, patterns []string, name string, args ...string) string {
	p.t.Helper()
	out, got := p.run(name, args...)
	p.t.Logf("$ %s %s\n%s", name, strings.Join(args, " "), out)
	if got != code {
		p.t.Fatalf("%s %q: exit code %d, want %d\n%s", name, args, got, code, out)
	}
	p.match(out, patterns...)
	return out
}

// match checks that each pattern matches. A pattern after "!" must not match.
func (p *project) match(out string, patterns ...string) {
	p.t.Helper()
	for _, s := range patterns {
		pattern, not := strings.CutPrefix(s, "!")
		if regexp.MustCompile("(?m)"+pattern).MatchString(out) == not {
			p.t.Errorf("%q: want match: %v, in\n%.3000s", pattern, !not, out)
		}
	}
}

func (p *project) write(rel, text string) {
	p.t.Helper()
	full := filepath.Join(p.dir, rel)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o755)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) read(rel string) string {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, rel))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// commit commits all files without running hooks.
func (p *project) commit() {
	p.t.Helper()
	p.must("git", "add", "-A")
	p.must("git", "commit", "-q", "--no-verify", "-m", "x")
}

// writeExisting commits a skill with a finding and one without, as the state before a pull request.
func (p *project) writeExisting() {
	p.t.Helper()
	p.write("skills/old/SKILL.md", skill("old", "See [it](gone.md).\n"))
	p.write("skills/clean/SKILL.md", skill("clean", "See [how](references/how.md).\n"))
	p.write("skills/clean/references/how.md", "# How\n\nSo.\n")
	p.commit()
	p.must("git", "update-ref", "refs/remotes/origin/main", "HEAD")
	p.must("git", "remote", "add", "origin", "https://github.com/o/r.git")
}

// writeFlagFiles adds files whose names are flags, and a skill with a finding that they must not hide.
func (p *project) writeFlagFiles() {
	p.t.Helper()
	p.write("--ignore=links", "x\n")
	p.write("--fail-on=never", "x\n")
	p.write("--format=text="+filepath.Join(p.outside(), "written.pth"), "x\n")
	p.write("skills/hidden/SKILL.md", skill("hidden", "See [it](missing.md).\n"))
}

// outside returns a directory outside the project. File names must not make skilllint write into it.
func (p *project) outside() string {
	dir := filepath.Join(filepath.Dir(p.dir), "outside")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	return dir
}

// checkFlagFiles checks that a run with the files of writeFlagFiles reports the finding and writes nothing outside.
func (p *project) checkFlagFiles(out string) {
	p.t.Helper()
	p.match(out, `missing\.md`)
	if files, err := os.ReadDir(p.outside()); err != nil || len(files) > 0 {
		p.t.Errorf("files written outside the project: %v %v", files, err)
	}
}

func skill(name, body string) string {
	return "---\nname: " + name + "\ndescription: Says what it does. Use it in tests.\n---\n" + body
}

// entry returns a line of a MANIFEST.jsonl.
func entry(title string) string {
	return `{"id":"T1-limits","file":"a.md","title":"` + title + `","date":"2026-01-01","status":"complete","agent_type":"research",` +
		`"topics":["a"],"key_findings":["a","b","c"],"actionable":false,"needs_followup":[],"linked_tasks":["T1"]}` + "\n"
}

func readYAML(t *testing.T, text string, to any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), to); err != nil {
		t.Fatal(err)
	}
}

// validateRDJSON validates a report for reviewdog with the JSON Schema of its format.
func validateRDJSON(t *testing.T, report string) {
	t.Helper()
	schema, err := jsonschema.Compile(filepath.Join(root, "internal", "report", "testdata", "rdjson.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal([]byte(report), &value); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
}

// TestEnforce checks that no example lets the files that it checks disable security rules.
func TestEnforce(t *testing.T) {
	lints := regexp.MustCompile(`skilllint (lint|--staged)|set -- lint|entry: skilllint`)
	for name, want := range map[string]int{"docs/ci/agent-hook.sh": 1, "docs/ci/ci.sh": 1, "docs/ci/gitlab.yml": 2, "docs/ci/gitlab-reviewdog.yml": 1, "docs/ci/lefthook.yml": 1, ".pre-commit-hooks.yaml": 1} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		n, lines := 0, strings.Split(string(text), "\n")
		for _, line := range lines {
			switch {
			case strings.HasPrefix(strings.TrimSpace(line), "#") || !lints.MatchString(line):
			case regexp.MustCompile(`--enforce='?security/\*`).MatchString(line):
				n++
			case strings.Contains(line, "--fix") || strings.Contains(line, "--select manifest"): // report no security findings
			default:
				t.Errorf("%s: no --enforce: %s", name, line)
			}
		}
		if n != want {
			t.Errorf("%s: %d commands with --enforce, want %d", name, n, want)
		}
	}
	action, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil || !strings.Contains(string(action), "default: security/*") {
		t.Errorf("the action enforces nothing: %v", err)
	}
}
