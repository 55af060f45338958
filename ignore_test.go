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

// TestAddIgnore writes suppressions into whole trees. It checks that only comments are added, that they suppress all
// findings that comments can suppress, and that a second run changes nothing.
func TestAddIgnore(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	for name, write := range map[string]func(t *testing.T, dir string){
		"examples": func(t *testing.T, dir string) { copyTree(t, dir, "fixtures/examples") },
		"corpus":   copyCorpus,
		"fixtures": writeFixtures,
		"gentree": func(t *testing.T, dir string) {
			generate(t, filepath.Join(dir, "tree"), "-n", sample(40, 200), "-lines", "300", "-faults", "0.6", "-seed", "3", "-dialect", "agentskills")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir)
			before := contents(t, dir)
			first := addIgnore(t, binary, dir)
			after := contents(t, dir)
			for path, text := range after {
				if text == before[path] {
					continue
				}
				if got, want := withoutSuppressions(text), withoutSuppressions(before[path]); got != want {
					t.Errorf("%s: more than comments changed:\n%q\nbefore\n%q", path, got, want)
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

// addIgnore writes comments and returns the report.
func addIgnore(t *testing.T, binary, dir string) *ignored {
	out := filepath.Join(t.TempDir(), "report.json")
	args := []string{"--fail-on", "never", "--allow-empty", "--add-ignore=as it was", "--format", "json=" + out}
	if text, err := runIn(dir, binary, append(args, roots(t, dir)...)...); err != nil {
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

// check checks that findings remain only where comments are impossible or a notice explains why.
func (r *ignored) check(t *testing.T) {
	explained, more := map[string]string{}, false
	for _, n := range r.Notices {
		more = more || strings.HasPrefix(n.Message, "the same applies to ")
		if strings.HasPrefix(n.Message, "comments cannot suppress ") {
			explained[n.Path] = n.Message
		}
	}
	left := 0
	for _, f := range r.Findings {
		if ext := filepath.Ext(f.Path); ext != ".md" && ext != ".mdc" && ext != ".yaml" || isProtected(f.Rule) {
			continue
		}
		left++
		if !strings.Contains(explained[f.Path], f.Rule) && !more {
			t.Errorf("%s:%d: %s [%s]", f.Path, f.Range.Start.Line, f.Message, f.Rule)
		}
		t.Logf("not suppressed, with a notice: %s:%d: %s", f.Path, f.Range.Start.Line, f.Rule)
	}
	if r.Summary.Suppressed < 4 || left > r.Summary.Suppressed/20 {
		t.Errorf("%d findings suppressed, %d not", r.Summary.Suppressed, left)
	}
}

// writeFixtures writes the workspace of each fixture into its own repository, or of one in eight unless
// SKILLLINT_THOROUGH is set. It omits fixtures of suppression comments, whose findings cannot be suppressed.
func writeFixtures(t *testing.T, dir string) {
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
		if _, err := fixture.Write(root, archive.Files); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
}

// roots returns the repositories in a directory, or the directory itself.
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

var suppressionComment = regexp.MustCompile(`(<!-- skilllint-(disable|enable)[^\n]* -->|# skilllint-ignore [^\n\r]*)`)

// withoutSuppressions removes suppression comments and normalizes white space.
func withoutSuppressions(text string) string {
	return strings.Join(strings.FieldsFunc(suppressionComment.ReplaceAllString(text, " "), func(r rune) bool { return strings.ContainsRune(" \t\r\n>\ufeff", r) }), " ")
}

// isProtected reports whether comments cannot suppress a rule.
func isProtected(rule string) bool {
	return strings.HasPrefix(rule, "security/") || rule == "files/encoding"
}
