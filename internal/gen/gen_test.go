package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/memtemp"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// root is the module's directory, relative to this one.
const root = "../.."

// TestCurrent checks that the generated documents are up to date.
func TestCurrent(t *testing.T) {
	want, err := documents(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		got, err := os.ReadFile(filepath.Join(root, path))
		if err != nil || !bytes.Equal(got, want[path]) {
			t.Errorf("%s is out of date (%v); run: go generate ./rules", path, err)
		}
	}
	deleted, err := deletedPages(root, want)
	if err != nil || len(deleted) > 0 {
		t.Errorf("pages of deleted rules: %v (%v); run: go generate ./rules", deleted, err)
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

// TestSubjects checks that each group has a description.
func TestSubjects(t *testing.T) {
	if os.Getenv("SKILLLINT_GEN_COPY") != "" {
		t.Skip("the recipes add a group to the copy")
	}
	for _, rule := range documented() {
		if group, _, _ := strings.Cut(rule.Name, "/"); subjects[group] == "" {
			t.Errorf("subjects has no description of the group %s", group)
		}
	}
}

// TestComments checks the form of every rule's doc comment, from which its page is generated.
func TestComments(t *testing.T) {
	declared, err := declarations(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range documented() {
		d := declared[rule.Name]
		for _, problem := range parseComment(d.variable, d.comment).problems(d.variable, d.comment) {
			t.Errorf("%s: doc comment of %s: %s", d.file, d.variable, problem)
		}
	}
}

func TestCodeTags(t *testing.T) {
	for text, want := range map[string]string{
		"a <b> c":             "a `<b>` c",
		"an `<b>` or </b>":    "an `<b>` or `</b>`",
		"1 < 2 > 1":           "1 < 2 > 1",
		"\"<!-- x -->\" ends": "\"`<!-- x -->`\" ends",
	} {
		if got := codeTags(text); got != want {
			t.Errorf("codeTags(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestParseComment(t *testing.T) {
	const text = `Broken reports links
whose target does not exist.

Clients go on without it.

A second reason, <b>:

  - listed

Severity:
  - error in skills
  - warning in README.md

A detail.

    code

Not reported: names without an extension.

Fix:

  - adds the heading

Another detail.
`
	c := parseComment("Broken", text)
	if c.summary != "Reports links\nwhose target does not exist." {
		t.Errorf("summary %q", c.summary)
	}
	if len(c.why) != 2 || c.why[1] != "A second reason, `<b>`:\n\n  - listed" {
		t.Errorf("why %q", c.why)
	}
	if len(c.details) != 2 || c.details[0] != "A detail.\n\n    code" {
		t.Errorf("details %q", c.details)
	}
	for label, want := range map[string]string{"Severity": "  - error in skills\n  - warning in README.md",
		"Not reported": "Names without an extension.", "Fix": "  - adds the heading"} {
		if c.labeled[label] != want {
			t.Errorf("%s: %q, want %q", label, c.labeled[label], want)
		}
	}
	if problems := c.problems("Broken", text); len(problems) > 0 {
		t.Errorf("problems %q", problems)
	}
	for text, want := range map[string]string{
		"Broken finds links.\n\nWhy.":                               "does not start",
		"Broken reports links.":                                     "explains why",
		"Broken reports links\n\nWhy.":                              "first paragraph",
		"Broken reports links.\n\nWhy.\n\nFix:":                     "no text after",
		"Broken reports links.\n\nWhy.\n\nLeft alone: directories.": "unknown label",
	} {
		if problems := parseComment("Broken", text).problems("Broken", text); len(problems) != 1 || !strings.Contains(problems[0], want) {
			t.Errorf("problems of %q: %q, want one with %q", text, problems, want)
		}
	}
}
