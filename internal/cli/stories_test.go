package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// stories maps pages to the tree in which their commands run in order: a txtar archive in testdata, which is committed to a git
// repository at the start. Text blocks are written to the file named on the preceding line, such as "`skills/deploy/SKILL.md`:".
// Console blocks are commands, "$ …", each with its output. With -update, the output is written to the page.
var stories = map[string]string{"adopting": "adopting", "tutorial": "tutorial", "compat": "ways", "context": "ways", "graph": "ways", "fixes": "ways", "editing": "ways", "agents": "ways"}

func TestStories(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, program := range []string{"git", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	for page, tree := range stories {
		t.Run(page, func(t *testing.T) { runStory(t, "../../docs/"+page+".md", "testdata/"+tree+".txtar") })
	}
}

func runStory(t *testing.T, page, tree string) {
	source, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	story := newStory(t, tree)
	got := codeBlock.ReplaceAllStringFunc(string(source), func(whole string) string {
		m := codeBlock.FindStringSubmatch(whole)
		name, language, content := m[1], m[2], m[3]
		if language != "console" {
			if name != "" {
				story.write(name, []byte(content))
			}
			return whole
		}
		return strings.Replace(whole, content, story.run(content), 1)
	})
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(source), got); diff != "" {
		t.Errorf("output differs (-page +got):\n%s", diff)
	}
}

// A story is a sequence of commands in one tree.
type story struct {
	t   *testing.T
	dir string
	env []string
}

func newStory(t *testing.T, archive string) *story {
	tree, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin, home := t.TempDir(), t.TempDir()
	if err := os.Symlink(program, filepath.Join(bin, "skilllint")); err != nil {
		t.Skip("cannot create symbolic links: ", err)
	}
	s := &story{t: t, dir: t.TempDir(), env: append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+home,
		"CI=", "GITHUB_ACTIONS=", "CLICOLOR_FORCE=", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C.UTF-8",
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.org",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")}
	for _, f := range tree.Files {
		s.write(f.Name, f.Data)
	}
	for _, line := range []string{"$ git init -q -b main", "$ git add .", "$ git commit -q -m skills"} {
		if out := s.run(line + "\n"); out != line+"\n" {
			t.Fatal(out)
		}
	}
	return s
}

func (s *story) write(name string, data []byte) {
	s.t.Helper()
	full := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(full, data, 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// run runs the commands of a console block and returns them with their output, separated by empty lines.
func (s *story) run(console string) string {
	var out bytes.Buffer
	for line := range strings.Lines(console) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		if out.Len() > 0 && !bytes.HasSuffix(out.Bytes(), []byte("\n\n")) && !endsWithCommand(out.String()) {
			out.WriteByte('\n')
		}
		out.WriteString(line)
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir, cmd.Env = s.dir, s.env
		printed, err := cmd.CombinedOutput()
		if exit := cmd.ProcessState; exit == nil || exit.ExitCode() > 1 {
			s.t.Errorf("%s: %v\n%s", line, err, printed)
		}
		out.Write(printed)
	}
	return out.String()
}

// endsWithCommand reports whether the last line is a command that printed nothing.
func endsWithCommand(console string) bool {
	lines := strings.Split(strings.TrimSuffix(console, "\n"), "\n")
	return strings.HasPrefix(lines[len(lines)-1], "$ ")
}
