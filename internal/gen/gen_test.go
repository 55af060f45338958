package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the module's folder, seen from this one.
const root = "../.."

// TestCurrent checks that the pages and tables are those that the rules give.
func TestCurrent(t *testing.T) {
	want, err := documents(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		got, err := os.ReadFile(filepath.Join(root, path))
		if err != nil || !bytes.Equal(got, want[path]) {
			t.Errorf("%s is stale (%v); run: go generate ./rules", path, err)
		}
	}
	gone, err := leftOver(root, want)
	if err != nil || len(gone) > 0 {
		t.Errorf("pages of no rule: %v (%v); run: go generate ./rules", gone, err)
	}
}

func TestNewDraft(t *testing.T) {
	tests := []struct{ name, variable, function, file string }{
		{"links/backslash", "Backslash", "backslash", "links/backslash.go"},
		{"frontmatter/name-mismatch", "NameMismatch", "nameMismatch", "frontmatter/name_mismatch.go"},
		{"manifest/duplicate-id", "DuplicateID", "duplicateID", "manifest/duplicate_id.go"},
		{"links/import", "Import", "findImport", "links/import.go"},
	}
	for _, test := range tests {
		d, err := newDraft(test.name)
		if err != nil || d.Var != test.variable || d.Func != test.function || d.File != test.file {
			t.Errorf("newDraft(%s) = %+v, %v, want %+v", test.name, d, err, test)
		}
	}
	for _, name := range []string{"", "backslash", "Links/x", "links/", "links/x_y", "links/x/y", "links/-x", "../x/y"} {
		if d, err := newDraft(name); err == nil {
			t.Errorf("newDraft(%q) = %+v, want an error", name, d)
		}
	}
}

func TestRegister(t *testing.T) {
	const before = `package rules

import (
	"example.test/m/analysis"
	"example.test/m/rules/deps"
)

func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		deps.Cycle,
		deps.Missing,
	}
}
`
	tests := []struct{ group, variable, entries, imports string }{
		{"deps", "Duplicate", "deps.Cycle,\n\t\tdeps.Duplicate,\n\t\tdeps.Missing,\n", "rules/deps\"\n)"},
		{"budget", "Skill", "{\n\t\tbudget.Skill,\n\t\tdeps.Cycle,\n", "rules/budget\"\n\t\"example.test/m/rules/deps\"\n)"},
		{"links", "Broken", "deps.Missing,\n\t\tlinks.Broken,\n\t}", "rules/deps\"\n\t\"example.test/m/rules/links\"\n)"},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "rules.go")
		if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := (draft{Module: "example.test/m", Group: test.group, Var: test.variable}).register(path); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(after), test.entries) || !strings.Contains(string(after), test.imports) {
			t.Errorf("%s.%s: %v\n%s", test.group, test.variable, err, after)
		}
	}
}

// TestSubjects checks that README.md says of each group what it is about.
func TestSubjects(t *testing.T) {
	if os.Getenv("SKILLLINT_GEN_COPY") != "" {
		t.Skip("the copy has a group of its own")
	}
	for _, rule := range documented() {
		if group, _, _ := strings.Cut(rule.Name, "/"); subjects[group] == "" {
			t.Errorf("subjects says nothing of the group %s", group)
		}
	}
}
