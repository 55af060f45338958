//go:build linux && amd64

package skilllint_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/internal/report"
)

// faultTree is the input of the commands in faultCases. Each file affects their output.
const faultTree = `
-- tree/.skilllint.yaml --
rules:
  markdown/unclosed-fence: off
-- tree/.gitignore --
build/
-- tree/build/skills/bad/SKILL.md --
---
name: wrong
---
-- tree/skills/mail/SKILL.md --
---
name: mail
description: Sorts mail into folders. Use when the inbox is full.
---

# Mail

Follow [the list](references/list.md#steps) and [the plan](references\plan.md).
-- tree/skills/mail/references/list.md --
# List

## Steps
-- tree/skills/mail/references/plan.md --
# Plan
-- tree/skills/ct-post/SKILL.md --
---
name: ct-post
description: Sends letters. Use when a letter has to go out.
---

# Post

` + "```text" + `
open
-- tree/.git/HEAD --
ref: refs/heads/main
-- tree/skills/manifest.json --
{"skills": [
{"name": "mail", "path": "skills/mail", "version": "1.0.0", "description": "Sorts mail into folders. Use when the inbox is full."}
]}
-- tree/agent-outputs/MANIFEST.jsonl --
{"id": "T1-a"}{"id": "T2-b"}
`

// A faultCase is a command that succeeds if no system call fails.
type faultCase struct {
	name    string
	without string            // a file of the tree that is deleted first
	files   map[string]string // added to the tree
	args    []string
}

func faultCases() []faultCase {
	valid := map[string]string{"tree/agent-outputs/MANIFEST.jsonl": "{\"id\": \"T1-a\"}\n"}
	lint := faultCase{name: "lint", files: maps.Clone(valid), args: []string{"lint", "--min-severity", "info"}}
	for i, format := range report.Formats() {
		lint.args = append(lint.args, "--format", format+"=../out/"+format)
		if i%2 == 0 {
			lint.files["out/"+format] = "the report of an earlier run\n"
		}
	}
	return []faultCase{
		lint,
		{name: "lint to standard output", files: valid, args: []string{"lint"}},
		{name: "fix", args: []string{"lint", "--fix"}},
		{name: "add-ignore", args: []string{"lint", "--add-ignore=accepted", "--select", "links/backslash"}},
		{name: "diff", files: valid, args: []string{"lint", "--diff", "--select", "manifest/line"}},
		{name: "baseline", args: []string{"baseline"}},
		{name: "baseline --prune", args: []string{"baseline", "--prune"}, files: map[string]string{"tree/.skilllint-baseline.jsonl": "{\"skilllint-baseline\":1,\"about\":\"\"}\n" +
			"{\"path\":\"skills/gone/SKILL.md\",\"rule\":\"markdown/unclosed-fence\",\"fingerprint\":\"831e0b9ea5c05dbe\"}\n"}},
		{name: "init", without: "tree/.skilllint.yaml", args: []string{"init", "--baseline", "--workflow", "--pre-commit"},
			files: map[string]string{"tree/.pre-commit-config.yaml": "repos:\n- repo: local\n  hooks: []\n", "tree/.gitattributes": "*.md text\n"}},
		{name: "new skill", args: []string{"new", "skill", "ct-sort-letters"}},
		{name: "new registry", args: []string{"new", "registry", "ct-post"}},
		{name: "manifest", files: valid, args: []string{"manifest", "--format", "json=../out/manifest.json"}},
	}
}

// sampledCases returns every fourth case, or all if SKILLLINT_THOROUGH is set.
func sampledCases() (cases []faultCase) {
	for i, c := range faultCases() {
		if i%4 == 2 || os.Getenv(thorough) != "" {
			cases = append(cases, c)
		}
	}
	return cases
}

// write writes the files of a case into a new directory.
func (c faultCase) write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"out/stdout": ""}
	for _, f := range txtar.Parse([]byte(faultTree)).Files {
		files[f.Name] = string(f.Data)
	}
	maps.Copy(files, c.files)
	delete(files, c.without)
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// An outcome is the result of a run.
type outcome struct {
	code   int
	stderr string            // standard error
	before map[string]string // files of the directory, by path
	after  map[string]string
	calls  int
	synced []string // calls that sync or rename files, with the path
	hit    call     // the call that failed or was interrupted
}

// run runs the command of a case. respond determines the response to call number at, counting calls on files below
// the directory of the case.
func (c faultCase) run(t *testing.T, binary string, at int, respond func(call) response) outcome {
	t.Helper()
	dir := c.write(t)
	defer os.RemoveAll(dir)
	o := outcome{before: filesBelow(t, dir)}
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	stdout, err := os.OpenFile(filepath.Join(dir, "out", "stdout"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	cmd := exec.Command(binary, c.args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(dir, "tree"), stdout, stderr
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000", "GOMAXPROCS=1", "GIT_CEILING_DIRECTORIES="+dir)
	process := 0
	o.code = trace(t, cmd, func(c call) response {
		if process == 0 {
			process = c.process
		}
		rel, err := filepath.Rel(dir, c.path)
		if c.process != process || err != nil || !filepath.IsLocal(rel) || rel == "." {
			return response{}
		}
		if slices.Contains([]string{"fsync", "linkat", "rename", "renameat", "renameat2"}, c.name) {
			o.synced = append(o.synced, strings.TrimRight(c.name, "at2")+" "+filepath.ToSlash(rel))
		}
		if o.calls++; o.calls != at {
			return response{}
		}
		o.hit = c
		o.hit.path = filepath.ToSlash(rel)
		return respond(o.hit)
	})
	text, err := os.ReadFile(stderr.Name())
	if err != nil {
		t.Fatal(err)
	}
	o.stderr, o.after = string(text), filesBelow(t, dir)
	return o
}

// filesBelow returns mode and content of the files below a directory, by path.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = fmt.Sprintf("%v\n%s", info.Mode(), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// partial returns the files that are neither unchanged nor complete. Standard output may end at any byte.
func (o outcome) partial(reference outcome) []string {
	var names []string
	for name, text := range o.after {
		if name != "out/stdout" && text != o.before[name] && text != reference.after[name] {
			names = append(names, name)
		}
	}
	for name := range o.before {
		if o.after[name] == "" {
			names = append(names, name+" (deleted)")
		}
	}
	slices.Sort(names)
	return names
}

// complete reports whether all files are those of the reference run.
func (o outcome) complete(reference outcome) bool { return maps.Equal(o.after, reference.after) }

// TestFaults makes each system call on a file fail in turn, in every command that writes. No file may be partly written,
// and unless the result is complete, the exit code and a message with the file name must report the failure.
// By default, every 29th call fails in every fourth command; every seventh call in each command if SKILLLINT_THOROUGH is
// "ci", every call if it is "1". Commands with at most 50 calls are not sampled.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Parallel()
	binary := build(t)
	for _, c := range sampledCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reference := c.run(t, binary, 0, nil)
			if reference.code != 0 {
				t.Fatalf("exit code %d without an injected failure:\n%s%s", reference.code, reference.stderr, reference.after["out/stdout"])
			}
			reference.checkOrder(t)
			step := 1
			if sample, ok := map[string]int{"": 29, "ci": 7}[os.Getenv(thorough)]; ok && reference.calls > 50 {
				step = sample
			}
			failed := 0
			for at := 1; ; at += step {
				o := c.run(t, binary, at, func(intercepted call) response {
					if strings.Contains(intercepted.name, "write") {
						return response{fail: syscall.ENOSPC}
					}
					return response{fail: syscall.EIO}
				})
				if o.hit.name == "" {
					break
				}
				failed++
				o.checkFault(t, reference)
			}
			t.Logf("%d of %d calls failed", failed, reference.calls)
		})
	}
}

// TestInterrupts interrupts every fourth of these commands at 4 system calls, or each command at 40 if SKILLLINT_THOROUGH
// is set.
func TestInterrupts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Parallel()
	binary := build(t)
	for _, c := range sampledCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reference := c.run(t, binary, 0, nil)
			moments := min(40, reference.calls)
			if os.Getenv(thorough) == "" {
				moments = min(4, reference.calls)
			}
			codes := map[int]int{}
			for i := range moments {
				at := 1 + i*reference.calls/moments
				o := c.run(t, binary, at, func(call) response { return response{signal: syscall.SIGINT} })
				codes[o.code]++
				if names := o.partial(reference); len(names) > 0 {
					t.Errorf("interrupted at call %d, %s of %s: partly written or not removed: %v", at, o.hit.name, o.hit.path, names)
				}
				if o.code != 130 && (o.code != reference.code || !o.complete(reference)) {
					t.Errorf("interrupted at call %d, %s of %s: exit code %d, want 130:\n%s", at, o.hit.name, o.hit.path, o.code, o.stderr)
				}
			}
			t.Logf("%d interrupts, runs by exit code: %v", moments, codes)
		})
	}
}

// checkOrder checks that each file is synced before it is renamed, and its directory afterwards.
func (o outcome) checkOrder(t *testing.T) {
	t.Helper()
	for i, entry := range o.synced {
		call, file, _ := strings.Cut(entry, " ")
		if call != "fsync" && (!slices.Contains(o.synced[:i], "fsync "+file) || !slices.Contains(o.synced[i:], "fsync "+path.Dir(file))) {
			t.Errorf("%s: file or directory not synced in %q", entry, o.synced)
		}
	}
}

// checkFault checks the outcome of a run in which one call failed.
func (o outcome) checkFault(t *testing.T, reference outcome) {
	t.Helper()
	what := fmt.Sprintf("%s of %s fails", o.hit.name, o.hit.path)
	outputs := o.hit.outputs(reference)
	for _, name := range o.partial(reference) {
		_, written := reference.after[name]
		switch {
		case written && outputs == nil: // a read failed: the output is complete, but for a different input; the exit code reports it
		case !written && strings.HasPrefix(o.hit.name, "unlink"): // a temporary file that could not be removed
		default:
			t.Errorf("%s: partly written or not removed: %s", what, name)
		}
	}
	if o.code > 2 || o.code < 0 || strings.Contains(o.stderr, "internal error") {
		t.Errorf("%s: exit code %d:\n%s", what, o.code, o.stderr)
	}
	if o.complete(reference) && o.code == 0 || o.hit.ignored() {
		return
	}
	if outputs != nil && o.code != 2 {
		t.Errorf("%s: exit code %d, want 2:\n%s", what, o.code, o.stderr)
	}
	if o.code == 0 && (!o.changed(reference) || !slices.Equal(headlines(o), headlines(reference))) {
		t.Errorf("%s: exit code 0, and the result differs:\n%s%s", what, o.stderr, o.after["out/stdout"])
	}
	names := outputs
	if names == nil {
		names = o.hit.subjects()
	}
	if output := o.messages(); !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(output, name) }) {
		t.Errorf("%s: exit code %d without a message that contains its name:\n%s%s", what, o.code, o.stderr, o.after["out/stdout"])
	}
}

// messages returns the text of standard error and of all reports.
func (o outcome) messages() string {
	text := o.stderr
	for name, content := range o.after {
		if strings.HasPrefix(name, "out/") && content != o.before[name] {
			text += content
		}
	}
	return text
}

// changed reports whether the files of the tree are those of the reference run.
func (o outcome) changed(reference outcome) bool {
	for name, text := range reference.after {
		if strings.HasPrefix(name, "tree/") && o.after[name] != text {
			return false
		}
	}
	return true
}

var headline = regexp.MustCompile(`(?m)^\S+:\d+:\d+: (error|warning|info): .*`)

// headlines returns the findings of a text report.
func headlines(o outcome) []string {
	return headline.FindAllString(o.after["out/stdout"]+o.after["out/text"], -1)
}

// outputs returns the names that messages may use for the output that a call writes or replaces, or nil for other calls.
func (c call) outputs(reference outcome) (names []string) {
	if c.path == "out/stdout" {
		return []string{"standard output"}
	}
	_, was := reference.before[c.path]
	_, is := reference.after[c.path]
	temporary := !was && !is && strings.HasSuffix(c.path, ".tmp")
	writes := []string{"write", "pwrite64", "fsync", "fchmod", "fchmodat", "fchmodat2", "ftruncate", "rename", "renameat", "renameat2"}
	for name, text := range reference.after {
		if text != reference.before[name] && (temporary || name == c.path && slices.Contains(writes, c.name)) {
			names = append(names, path.Base(name))
		}
	}
	return names
}

// subjects returns texts that identify the file of a read call in messages: its name or its directory.
func (c call) subjects() []string {
	switch dir := path.Dir(c.path); {
	case c.path == "tree":
		return []string{""}
	case dir == "tree":
		return []string{path.Base(c.path), "cannot read directory"}
	default:
		return []string{path.Base(c.path), strings.TrimPrefix(dir, "tree/")}
	}
}

// ignored reports whether a call is on .gitignore or an excluded file. Excluded files are not checked anyway. Without
// .gitignore more files are checked, and a notice explains it.
func (c call) ignored() bool {
	return c.path == "tree/.gitignore" || c.path == "tree/build" || strings.HasPrefix(c.path, "tree/build/")
}
