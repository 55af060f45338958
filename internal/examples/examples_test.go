// Package examples tests the files of docs/ci: what users copy works as it stands, by the tools that it is for.
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

// root is the module's folder, seen from this one.
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

// need skips a test where a program that it runs is not installed.
func need(t *testing.T, programs ...string) {
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

// built returns the folder of a skilllint that was built from this checkout.
func built(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short")
	}
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return programs
}

func TestMain(m *testing.M) { os.Exit(inPrograms(m)) }

func inPrograms(m *testing.M) int {
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

// A project is a repository that uses an example. Tests that have one run side by side.
type project struct {
	t   *testing.T
	dir string
	env []string
}

func newProject(t *testing.T) *project {
	t.Helper()
	need(t, "git")
	t.Parallel()
	p := &project{t: t, dir: t.TempDir()}
	p.env = append(os.Environ(), "PATH="+built(t)+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+t.TempDir(), "NO_COLOR=1",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org",
		"GITHUB_ACTIONS=", "CI=")
	p.must("git", "init", "-q", "-b", "main")
	return p
}

// run runs a command in the project, and returns what it says and its exit code.
func (p *project) run(name string, args ...string) (string, int) {
	p.t.Helper()
	return p.fed("", name, args...)
}

// fed is run with something on standard input.
func (p *project) fed(stdin, name string, args ...string) (string, int) {
	p.t.Helper()
	// The program is looked up in the project's PATH.
	command := exec.Command("/usr/bin/env", append([]string{name}, args...)...)
	command.Dir, command.Env, command.Stdin = p.dir, p.env, strings.NewReader(stdin)
	out, err := command.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
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

// expect runs a command that has to end with an exit code, and to say what matches.
func (p *project) expect(code int, says []string, name string, args ...string) string {
	p.t.Helper()
	out, got := p.run(name, args...)
	p.t.Logf("$ %s %s\n%s", name, strings.Join(args, " "), out)
	if got != code {
		p.t.Fatalf("%s %q: exit code %d, want %d\n%s", name, args, got, code, out)
	}
	p.match(out, says...)
	return out
}

// match checks that each pattern matches; one behind "!" must not.
func (p *project) match(out string, says ...string) {
	p.t.Helper()
	for _, s := range says {
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

// commit commits all there is, without hooks.
func (p *project) commit() {
	p.t.Helper()
	p.must("git", "add", "-A")
	p.must("git", "commit", "-q", "--no-verify", "-m", "x")
}

// old makes the project one that had a finding before it had a pull request, with a link that works.
func (p *project) old() {
	p.t.Helper()
	p.write("skills/old/SKILL.md", skill("old", "See [it](gone.md).\n"))
	p.write("skills/sound/SKILL.md", skill("sound", "See [how](references/how.md).\n"))
	p.write("skills/sound/references/how.md", "# How\n\nSo.\n")
	p.commit()
	p.must("git", "update-ref", "refs/remotes/origin/main", "HEAD")
	p.must("git", "remote", "add", "origin", "https://github.com/o/r.git")
}

// flags adds files whose names are flags, and a skill that they must not hide.
func (p *project) flags() {
	p.t.Helper()
	p.write("--ignore=links", "x\n")
	p.write("--fail-on=never", "x\n")
	p.write("--format=text="+filepath.Join(p.outside(), "written.pth"), "x\n")
	p.write("skills/hidden/SKILL.md", skill("hidden", "See [it](missing.md).\n"))
}

// outside is a directory into which a file name must not make skilllint write.
func (p *project) outside() string {
	dir := filepath.Join(filepath.Dir(p.dir), "outside")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	return dir
}

// unsteered checks that a run with such files found the skill, and wrote nothing outside.
func (p *project) unsteered(out string) {
	p.t.Helper()
	p.match(out, `missing\.md`)
	if files, err := os.ReadDir(p.outside()); err != nil || len(files) > 0 {
		p.t.Errorf("written outside of the project: %v %v", files, err)
	}
}

func skill(name, body string) string {
	return "---\nname: " + name + "\ndescription: Says what it does. Use it in tests.\n---\n" + body
}

// entry is a line of a MANIFEST.jsonl.
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

// reviewable checks that reviewdog could read a report, by our schema of its format.
func reviewable(t *testing.T, report string) {
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
