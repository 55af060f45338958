package examples

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the examples into docs/ci.md")

// shown matches a link to an example and the code that follows it.
var shown = regexp.MustCompile("(?s)\\[ci/([\\w.-]+)\\]\\(ci/([\\w.-]+)\\)((?:[^`]|`[^`\n]+`)*?)\n```(\\w+)\n(.*?)```\n")

// TestPage checks that docs/ci.md shows every example as it is. With -update it is made so.
func TestPage(t *testing.T) {
	path := filepath.Join(root, "docs", "ci.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	page := shown.ReplaceAllStringFunc(string(text), func(part string) string {
		m := shown.FindStringSubmatch(part)
		if m[1] != m[2] || seen[m[1]] {
			t.Errorf("%s is shown twice, or linked as %s", m[1], m[2])
		}
		seen[m[1]] = true
		return strings.TrimSuffix(part, m[5]+"```\n") + example(t, m[1]) + "```\n"
	})
	files, err := filepath.Glob(filepath.Join(root, "docs", "ci", "*"))
	if err != nil || len(files) < 13 {
		t.Fatalf("%v %q", err, files)
	}
	for _, file := range files {
		if !seen[filepath.Base(file)] {
			t.Errorf("the page does not show %s", file)
		}
	}
	if page == string(text) {
		return
	}
	if !*update {
		t.Fatal("docs/ci.md shows examples otherwise than they are; run go test ./internal/examples -run TestPage -update")
	}
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}
