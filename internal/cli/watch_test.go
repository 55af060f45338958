package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/rules"
)

// TestWatchMatchesNewRun changes a tree at random and compares the report of --watch with that of a new run.
func TestWatchMatchesNewRun(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{byNotice, byPoll} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			rounds := 60
			if mode == byPoll || testing.Short() {
				rounds = 6
			}
			w := startWatch(t, mode)
			random := rand.New(rand.NewSource(7))
			w.waitForNewReport(t, "the beginning")
			for range rounds {
				var edits string
				for range 1 + random.Intn(3) {
					c := treeEdits[random.Intn(len(treeEdits))]
					edits += c.name + ", "
					c.edit(w, random)
				}
				w.waitForNewReport(t, edits)
			}
			if code := w.stop(); code != exitInterrupted {
				t.Errorf("exit code %d, want %d", code, exitInterrupted)
			}
		})
	}
}

// TestWatchCheckout checks out branches, which changes many files at once.
func TestWatchCheckout(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: ", err)
	}
	w := startWatch(t, byNotice)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", w.dir, "-c", "user.name=t", "-c", "user.email=t@example.test"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-qm", "one")
	git("checkout", "-qb", "other")
	w.rename("skills/s1", "skills/s1-moved")
	w.remove("skills/s2")
	w.write("skills/fresh/SKILL.md", skillText("fresh", "[s3](../s3/SKILL.md) [s2](../s2/SKILL.md)"))
	w.write(".skilllint.yaml", "rules: {'frontmatter/*': off}\n")
	git("add", "-A")
	git("commit", "-qm", "two")
	w.waitForNewReport(t, "the other branch")
	w.write(".gitignore", "s4/\n")
	w.waitForNewReport(t, "a skill is ignored")
	git("rm", "-rq", "--cached", "skills/s4")
	w.waitForNewReport(t, "the skill is no longer tracked")
	git("add", "-f", "skills/s4/SKILL.md")
	w.waitForNewReport(t, "the skill is tracked again")
	git("reset", "-q", "--hard")
	for range 4 {
		git("checkout", "-q", "main")
		w.waitForNewReport(t, "main")
		git("checkout", "-q", "other")
		w.waitForNewReport(t, "the other branch again")
	}
}

// A watchRun is a tree and a run of --watch over it.
type watchRun struct {
	dir     string
	stop    func() int
	reports chan []byte
	last    []byte
	remarks *bytes.Buffer
}

func startWatch(t *testing.T, mode string) *watchRun {
	t.Helper()
	w := &watchRun{dir: t.TempDir(), reports: make(chan []byte, 1000), remarks: &bytes.Buffer{}}
	for i := range 12 {
		w.write(fmt.Sprintf("skills/s%d/SKILL.md", i), skillText(fmt.Sprintf("s%d", i), fmt.Sprintf("[next](../s%d/SKILL.md) [more](references/more.md)", i+1)))
		w.write(fmt.Sprintf("skills/s%d/references/more.md", i), "# More\n")
	}
	w.write("skills/manifest.json", `{"skills": [{"name": "s1", "path": "skills/s1"}, {"name": "gone", "path": "skills/gone"}]}`)
	w.write("out/MANIFEST.jsonl", manifestLine("T1-a"))
	w.write("out/T1-a.md", "# A\n")
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	p := newProgram(rules.All())
	p.Out, p.Err = bufio.NewWriter(write), w.remarks
	ended := make(chan int, 1)
	go func() {
		ended <- p.run(ctx, []string{"--watch=" + mode, "--format", "json", "--allow-empty", "--fail-on", "never", w.dir})
		write.Close()
	}()
	go func() {
		decoder := json.NewDecoder(read)
		for {
			var report json.RawMessage
			if decoder.Decode(&report) != nil {
				return
			}
			w.reports <- report
		}
	}()
	code := -1
	w.stop = func() int {
		cancel()
		if code < 0 {
			code = <-ended
		}
		return code
	}
	t.Cleanup(func() { w.stop() })
	return w
}

// waitForNewReport waits until the report equals that of a new run.
func (w *watchRun) waitForNewReport(t *testing.T, after string) {
	t.Helper()
	var out, remarks bytes.Buffer
	p := newProgram(rules.All())
	p.Out, p.Err = bufio.NewWriter(&out), &remarks
	if code := p.run(context.Background(), []string{"--format", "json", "--allow-empty", "--fail-on", "never", w.dir}); code != exitClean {
		t.Fatalf("after %s: a new run exits with %d: %s", after, code, remarks.String())
	}
	want := bytes.TrimSpace(out.Bytes())
	for deadline := time.After(20 * time.Second); !bytes.Equal(w.last, want); {
		select {
		case w.last = <-w.reports:
			w.last = bytes.TrimSpace(w.last)
		case <-deadline:
			t.Fatalf("after %s: got\n%s\nwant\n%s\nstderr\n%s", after, w.last, want, w.remarks)
		}
	}
}

func skillText(name, body string) string {
	return "---\nname: " + name + "\ndescription: Does " + name + ". Use when it is needed.\n---\n# " + name + "\n\n" + body + "\n"
}

func manifestLine(id string) string {
	return `{"id":"` + id + `","file":"` + id + `.md","title":"A","date":"2026-01-02","status":"complete","agent_type":"research","key_findings":["One.","Two.","Three."]}` + "\n"
}

func (w *watchRun) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w *watchRun) write(name, text string) {
	if err := errors.Join(os.MkdirAll(filepath.Dir(w.path(name)), 0o755), os.WriteFile(w.path(name), []byte(text), 0o644)); err != nil {
		panic(err)
	}
}

func (w *watchRun) remove(name string) { _ = os.RemoveAll(w.path(name)) }

func (w *watchRun) rename(from, to string) {
	_ = os.MkdirAll(filepath.Dir(w.path(to)), 0o755)
	_ = os.Rename(w.path(from), w.path(to)) // a missing file is not an error
}

// An treeEdit changes a tree as editors and other programs do.
type treeEdit struct {
	name string
	edit func(w *watchRun, r *rand.Rand)
}

var treeEdits = []treeEdit{
	{"a file written in place", func(w *watchRun, r *rand.Rand) {
		w.write(randomSkill(r)+"/SKILL.md", skillText(filepath.Base(randomSkill(r)), randomBody(r)))
	}},
	{"a file of the same length", func(w *watchRun, r *rand.Rand) {
		w.write(randomSkill(r)+"/SKILL.md", skillText(filepath.Base(randomSkill(r)), fmt.Sprintf("[x](../s%d/SKILL.md)", r.Intn(10))))
	}},
	{"a file renamed over another", func(w *watchRun, r *rand.Rand) {
		w.write("skills/.tmp", skillText("s3", randomBody(r)))
		to := randomSkill(r)
		_ = os.MkdirAll(w.path(to), 0o755)
		w.rename("skills/.tmp", to+"/SKILL.md")
	}},
	{"a file deleted and written", func(w *watchRun, r *rand.Rand) {
		name := randomSkill(r) + "/SKILL.md"
		w.remove(name)
		w.write(name, skillText("s2", randomBody(r)))
	}},
	{"a backup and a new file", func(w *watchRun, r *rand.Rand) {
		name := randomSkill(r) + "/SKILL.md"
		w.rename(name, name+"~")
		w.write(name, skillText("s4", randomBody(r)))
		w.remove(name + "~")
	}},
	{"several files", func(w *watchRun, r *rand.Rand) {
		for range 5 {
			w.write(randomSkill(r)+"/SKILL.md", skillText("s5", randomBody(r)))
		}
	}},
	{"a file deleted", func(w *watchRun, r *rand.Rand) { w.remove(randomSkill(r) + "/references/more.md") }},
	{"a new directory", func(w *watchRun, r *rand.Rand) {
		w.write(fmt.Sprintf("skills/deep%d/er/s%d/SKILL.md", r.Intn(4), r.Intn(4)), skillText("s1", randomBody(r)))
	}},
	{"a directory deleted", func(w *watchRun, r *rand.Rand) { w.remove(randomSkill(r)) }},
	{"a directory deleted and created again", func(w *watchRun, r *rand.Rand) {
		name := randomSkill(r)
		w.remove(name)
		w.write(name+"/SKILL.md", skillText("again", randomBody(r)))
		w.write(name+"/references/other.md", "# Other\n")
	}},
	{"a directory moved", func(w *watchRun, r *rand.Rand) { w.rename(randomSkill(r), randomSkill(r)) }},
	{"a directory moved below another", func(w *watchRun, r *rand.Rand) { w.rename(randomSkill(r), randomSkill(r)+"/inner") }},
	{"the parent directory moved and moved back", func(w *watchRun, r *rand.Rand) {
		w.rename("skills", "elsewhere")
		if r.Intn(2) == 0 {
			time.Sleep(30 * time.Millisecond)
		}
		w.rename("elsewhere", "skills")
		w.write(randomSkill(r)+"/SKILL.md", skillText("back", randomBody(r)))
	}},
	{"configuration", func(w *watchRun, r *rand.Rand) {
		texts := []string{"", "rules: {'links/*': off}\n", "exclude: ['skills/s1']\n", "dialects: {'skills/s2/**': claude-code}\n", "rules: {frontmatter/name-mismatch: info}\n"}
		w.write([]string{".skilllint.yaml", "skills/.skilllint.yaml"}[r.Intn(2)], texts[r.Intn(len(texts))])
	}},
	{"no configuration", func(w *watchRun, r *rand.Rand) { w.remove("skills/.skilllint.yaml") }},
	{"an ignore file", func(w *watchRun, r *rand.Rand) {
		w.write(".gitignore", []string{"", "s3/\n", "references/\n"}[r.Intn(3)])
	}},
	{"a line appended to the manifest", func(w *watchRun, r *rand.Rand) {
		f, err := os.OpenFile(w.path("out/MANIFEST.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString(manifestLine(fmt.Sprintf("T%d-b", r.Intn(5))))
			err = errors.Join(err, f.Close())
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			panic(err)
		}
	}},
	{"team directory marker", func(w *watchRun, r *rand.Rand) {
		if name := randomSkill(r) + "/_persona_x.yaml"; r.Intn(2) == 0 {
			w.write(name, "name: x\n")
		} else {
			w.remove(name)
		}
	}},
	{"the registry", func(w *watchRun, r *rand.Rand) {
		w.write("skills/manifest.json", fmt.Sprintf(`{"skills": [{"name": "s%d", "path": "skills/s%d"}]}`, r.Intn(9), r.Intn(9)))
	}},
	{"a link to a directory", func(w *watchRun, r *rand.Rand) {
		w.remove("skills/linked")
		_ = os.Symlink(filepath.Base(randomSkill(r)), w.path("skills/linked"))
	}},
	{"a link to a file", func(w *watchRun, r *rand.Rand) {
		w.remove("skills/s7/SKILL.md")
		_ = os.Symlink("../s8/SKILL.md", w.path("skills/s7/SKILL.md"))
	}},
	{"a file mode", func(w *watchRun, r *rand.Rand) {
		w.write("skills/s6/scripts/run.sh", "#!/bin/sh\n")
		_ = os.Chmod(w.path("skills/s6/scripts/run.sh"), []fs.FileMode{0o644, 0o755}[r.Intn(2)])
	}},
	{"a script that refers to a text file", func(w *watchRun, r *rand.Rand) {
		w.write(randomSkill(r)+"/scripts/tool.py", fmt.Sprintf("open('references/%s.md')\n", []string{"more", "other", "none"}[r.Intn(3)]))
	}},
	{"an unreferenced text file", func(w *watchRun, r *rand.Rand) {
		w.write(randomSkill(r)+"/references/other.md", "# Other\n\n## Part 1\n")
	}},
	{"a line before the text", func(w *watchRun, r *rand.Rand) {
		name := randomSkill(r) + "/SKILL.md"
		if text, err := os.ReadFile(w.path(name)); err == nil {
			w.write(name, strings.Replace(string(text), "\n# ", "\n\n# ", 1))
		}
	}},
	{"a description", func(w *watchRun, r *rand.Rand) {
		name := randomSkill(r) + "/SKILL.md"
		if text, err := os.ReadFile(w.path(name)); err == nil {
			w.write(name, strings.Replace(string(text), "it is needed", fmt.Sprint("somebody asks for s", r.Intn(9)), 1))
		}
	}},
	{"a mention of a script", func(w *watchRun, r *rand.Rand) {
		w.write("skills/s6/SKILL.md", skillText("s6", "Run `scripts/run.sh`, see [it](scripts/run.sh)."))
	}},
}

func randomSkill(r *rand.Rand) string { return fmt.Sprintf("skills/s%d", r.Intn(12)) }

func randomBody(r *rand.Rand) string {
	return fmt.Sprintf("See [one](../s%d/SKILL.md), [more](references/more.md) and [other](references/other.md#part-%d).\n```sh\necho $X\n", r.Intn(14), r.Intn(3))
}
