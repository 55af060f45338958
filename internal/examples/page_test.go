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

// TestPage checks that docs/ci.md shows every example unchanged. With -update, it updates the page.
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
			t.Errorf("%s is on the page twice, or links to %s", m[1], m[2])
		}
		seen[m[1]] = true
		return strings.TrimSuffix(part, m[5]+"```\n") + example(t, m[1]) + "```\n"
	})
	files, err := filepath.Glob(filepath.Join(root, "docs", "ci", "*"))
	if err != nil || len(files) < 12 {
		t.Fatalf("%v %q", err, files)
	}
	for _, file := range files {
		if !seen[filepath.Base(file)] {
			t.Errorf("%s is not on the page", file)
		}
	}
	if page == string(text) {
		return
	}
	if !*update {
		t.Fatal("examples in docs/ci.md are out of date; run go test ./internal/examples -run TestPage -update")
	}
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}
