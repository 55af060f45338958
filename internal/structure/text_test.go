package structure

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestText checks that no file of the module names a folder of the machine that it was written
// on, carries a note to nobody, or refers to a page that the module does not have.
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
		for i, line := range strings.Split(string(data), "\n") {
			if found := machine.FindString(line); found != "" {
				t.Errorf("%s:%d: %q is a folder of one machine", p, i+1, strings.TrimSpace(found))
			}
			if _, comment, ok := strings.Cut(line, "// "); ok && strings.HasSuffix(p, ".go") {
				if cited := page.FindStringSubmatch(comment); cited != nil && !exists(cited[1]) && !exists("docs/"+cited[1]) {
					t.Errorf("%s:%d: %s is no page of the module: state the fact itself", p, i+1, cited[1])
				}
			}
			if strings.HasSuffix(p, ".go") && strings.Contains(line, "//") && note.MatchString(line) && !noted.MatchString(line) {
				t.Errorf("%s:%d: a note without an issue: write it as TODO(#1), or do it", p, i+1)
			}
		}
	})
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, path))
	return err == nil
}
