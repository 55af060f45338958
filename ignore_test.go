package skilllint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/fixture"
)

// TestAddIgnore writes suppressions into whole trees: no finding is left where a comment can suppress it,
// no new one appears, nothing but comments is added, and a second run writes nothing.
func TestAddIgnore(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	for name, lay := range map[string]func(t *testing.T, dir string){
		"examples": func(t *testing.T, dir string) { copyTree(t, dir, "fixtures/examples") },
		"corpus":   copyCorpus,
		"fixtures": layFixtures,
		"gentree": func(t *testing.T, dir string) {
			generate(t, filepath.Join(dir, "tree"), "-n", sample(40, 200), "-lines", "300", "-faults", "0.6", "-seed", "3", "-dialect", "agentskills")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			lay(t, dir)
			before := contents(t, dir)
			first := addIgnore(t, binary, dir)
			after := contents(t, dir)
			for path, text := range after {
				if text == before[path] {
					continue
				}
				if got := withoutOurs(text); got != withoutOurs(before[path]) {
					t.Errorf("%s has changed otherwise:\n%q\nwas\n%q", path, got, withoutOurs(before[path]))
				}
			}
			first.check(t)
			addIgnore(t, binary, dir)
			if diff := cmp.Diff(after, contents(t, dir)); diff != "" {
				t.Errorf("the second run changes files: %s", diff)
			}
		})
	}
}

// addIgnore writes comments, and returns what is reported then.
func addIgnore(t *testing.T, binary, dir string) *ignored {
	out := filepath.Join(t.TempDir(), "report.json")
	args := []string{"--fail-on", "never", "--allow-empty", "--add-ignore", "--reason", "as it was", "--format", "json=" + out}
	if text, err := inDir(dir, binary, append(args, roots(t, dir)...)...); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	source, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	report := &ignored{}
	if err := json.Unmarshal(source, report); err != nil {
		t.Fatal(err)
	}
	return report
}

type ignored struct {
	Summary  struct{ Suppressed int }
	Notices  []struct{ Message, Path string }
	Findings []struct {
		Rule, Path, Message string
		Range               struct{ Start struct{ Line int } }
	}
}

// check reports findings that a comment could suppress, but for those of which is said that none does.
func (r *ignored) check(t *testing.T) {
	said, more := map[string]string{}, false
	for _, n := range r.Notices {
		more = more || strings.HasPrefix(n.Message, "the same applies to ")
		if strings.HasPrefix(n.Message, "comments cannot suppress ") {
			said[n.Path] = n.Message
		}
	}
	left := 0
	for _, f := range r.Findings {
		if ext := filepath.Ext(f.Path); ext != ".md" && ext != ".mdc" && ext != ".yaml" {
			continue
		}
		left++
		if !strings.Contains(said[f.Path], f.Rule) && !more {
			t.Errorf("%s:%d: %s [%s]", f.Path, f.Range.Start.Line, f.Message, f.Rule)
		}
		t.Logf("not suppressed, and said so: %s:%d: %s", f.Path, f.Range.Start.Line, f.Rule)
	}
	if r.Summary.Suppressed < 4 || left > r.Summary.Suppressed/20 {
		t.Errorf("%d findings are suppressed, and %d are not", r.Summary.Suppressed, left)
	}
}

// layFixtures lays the workspaces of all fixtures out, or of one in eight unless SKILLLINT_THOROUGH is set, each a
// repository of its own. Fixtures of suppression comments are omitted, because their findings cannot be suppressed.
func layFixtures(t *testing.T, dir string) {
	paths, err := filepath.Glob("fixtures/*/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		if i%8 > 0 && os.Getenv(thorough) == "" {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := fixture.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(path, filepath.Join("fixtures", "suppression")) || strings.HasPrefix(path, filepath.Join("fixtures", "house")) {
			continue
		}
		root := filepath.Join(dir, fmt.Sprintf("%04d", i))
		if err := os.MkdirAll(filepath.Join(root, ".git"), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := fixture.Lay(root, archive.Files); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
}

// roots are the repositories in a folder, or the folder.
func roots(t *testing.T, dir string) []string {
	repositories, err := filepath.Glob(filepath.Join(dir, "*", ".git"))
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{}
	for _, r := range repositories {
		paths = append(paths, filepath.Base(filepath.Dir(r)))
	}
	if len(paths) == 0 {
		return []string{"."}
	}
	return paths
}

var ours = regexp.MustCompile(`(<!-- skilllint-(disable|enable)[^\n]* -->|# skilllint-ignore [^\n\r]*)`)

// withoutOurs drops our comments, and what is between words and lines.
func withoutOurs(text string) string {
	return strings.Join(strings.FieldsFunc(ours.ReplaceAllString(text, " "), func(r rune) bool { return strings.ContainsRune(" \t\r\n>\ufeff", r) }), " ")
}
