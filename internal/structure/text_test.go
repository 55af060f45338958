package structure

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestText checks that files of the module contain no directories of a developer's machine, no TODO without an issue, and
// no references to missing pages.
func TestText(t *testing.T) {
	machine := regexp.MustCompile(`(^|[^A-Za-z0-9_.])/(` + strings.Join([]string{"work", "farm", "home/[a-z]+", "Users/[a-z]+", "root"}, "|") + `)/`)
	note := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	noted := regexp.MustCompile(`\b(TODO|FIXME)\(#\d+\)`)
	page := regexp.MustCompile(`(?:^|[\s("])((?:docs/)?[a-z-]+\.md)(?: §|, section|'s table| says| \()`)
	walk(t, func(p string) {
		if strings.HasPrefix(p, "fixtures/") || isTest(p) || strings.HasPrefix(p, "schema/") {
			return
		}
		data, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			t.Error(err)
			return
		}
		if bytes.IndexByte(data, 0) >= 0 {
			return // such as a program that was built in the root
		}
		for i, line := range strings.Split(string(data), "\n") {
			if found := machine.FindString(line); found != "" {
				t.Errorf("%s:%d: %q is a directory of a developer's machine", p, i+1, strings.TrimSpace(found))
			}
			if _, comment, ok := strings.Cut(line, "// "); ok && strings.HasSuffix(p, ".go") {
				if cited := page.FindStringSubmatch(comment); cited != nil && !exists(cited[1]) && !exists("docs/"+cited[1]) {
					t.Errorf("%s:%d: page %s does not exist; state the fact itself", p, i+1, cited[1])
				}
			}
			if strings.HasSuffix(p, ".go") && strings.Contains(line, "//") && note.MatchString(line) && !noted.MatchString(line) {
				t.Errorf("%s:%d: note without an issue; write TODO(#1)", p, i+1)
			}
		}
	})
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, path))
	return err == nil
}
