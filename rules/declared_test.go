package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/rules"
)

// TestListed checks that All contains the rules that the files of this directory declare, that their names match the
// paths, and that each directory of fixtures belongs to a rule.
func TestListed(t *testing.T) {
	listed := map[string]bool{}
	var names []string
	for _, rule := range rules.All() {
		listed[rule.Name] = true
		names = append(names, rule.Name)
	}
	if !slices.IsSorted(names) {
		t.Errorf("All is not sorted by name: %v", names)
	}
	declaration := regexp.MustCompile(`(?s)= &analysis\.Analyzer\{\s*Name:\s*"([^"]*)"`)
	paths, _ := filepath.Glob("*/*.go")
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "house" { // runs custom rules
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declaration.FindAllSubmatch(source, -1) {
			name := string(found[1])
			if want := ruleOf(path); name != want {
				t.Errorf("%s declares %s; expected %s from its path", path, name, want)
			}
			if !listed[name] {
				t.Errorf("%s declares %s, which is not in rules.All", path, name)
			}
			delete(listed, name)
		}
	}
	for name := range listed {
		t.Errorf("rules.All contains %s, but %s.go does not declare it", name, strings.ReplaceAll(name, "-", "_"))
	}
	dirs, _ := filepath.Glob("../fixtures/*/*/")
	for _, dir := range dirs {
		name := filepath.ToSlash(strings.TrimPrefix(filepath.Clean(dir), filepath.Clean("../fixtures")+string(filepath.Separator)))
		group, _, _ := strings.Cut(name, "/")
		if group != "corpus" && group != "examples" && !slices.Contains(names, name) {
			t.Errorf("fixtures/%s: no such rule in rules.All", name)
		}
	}
}

// ruleOf returns the name of the rule that a file of this directory declares, derived from its path.
func ruleOf(path string) string {
	return strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(path), ".go"), "_", "-")
}
