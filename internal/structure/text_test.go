package structure

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestText checks that no file of the module names a folder of the machine that it was written
// on, or carries a note to nobody.
func TestText(t *testing.T) {
	machine := regexp.MustCompile(`(^|[^A-Za-z0-9_.])/(` + strings.Join([]string{"work", "farm", "home/[a-z]+", "Users/[a-z]+", "root"}, "|") + `)/`)
	note := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	noted := regexp.MustCompile(`\b(TODO|FIXME)\(#\d+\)`)
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
			if strings.HasSuffix(p, ".go") && strings.Contains(line, "//") && note.MatchString(line) && !noted.MatchString(line) {
				t.Errorf("%s:%d: a note without an issue: write it as TODO(#1), or do it", p, i+1)
			}
		}
	})
}
