package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// TestBegin begins a rule in a copy of the module, as CONTRIBUTING.md says, and finishes it: what
// is begun builds and fails with a word about what is missing, what is finished passes.
func TestBegin(t *testing.T) {
	if testing.Short() || os.Getenv("SKILLLINT_GEN_COPY") != "" {
		t.Skip("builds a copy of the module")
	}
	copied := copyModule(t)
	run := func(want bool, args ...string) string {
		t.Helper()
		command := exec.Command(args[0], args[1:]...)
		command.Dir = copied
		command.Env = append(os.Environ(), "SKILLLINT_GEN_COPY=1")
		out, err := command.CombinedOutput()
		if (err == nil) != want {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	mustHold := func(out, piece string) {
		t.Helper()
		if !strings.Contains(out, piece) {
			t.Fatalf("no %q in:\n%s", piece, out)
		}
	}
	mustHold(run(true, "go", "run", "./internal/gen", "rule", "markdown/exclamation"), "go test ./rules -run 'TestFixtures/markdown/exclamation'")
	run(true, "go", "vet", "./rules/...")
	mustHold(run(false, "go", "test", "./rules", "-run", "TestFixtures/markdown/exclamation"), "want line 1, not found")
	mustHold(run(false, "go", "test", "./rules", "-run", "TestRules"), "is still to be written")
	mustHold(run(false, "go", "run", "./internal/gen", "rule", "markdown/exclamation"), "is there already")

	for i, name := range []string{"fixtures/markdown/exclamation/found.txtar", "fixtures/markdown/exclamation/clean.txtar", "rules/markdown/exclamation.go"} {
		if err := os.WriteFile(filepath.Join(copied, filepath.FromSlash(name)), []byte(shownFiles(t)[i]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(true, "gofmt", "-d", "rules/markdown/exclamation.go")
	run(true, "go", "vet", "./rules/markdown")
	run(true, "go", "generate", "./rules")
	run(true, "go", "test", "./rules", "-run", "TestRules|TestListed|TestFixtures/markdown")
	run(true, "go", "test", "./docs", "./internal/gen", "-skip", "TestSite") // the copy has no hidden folders, to which pages link
	page, err := os.ReadFile(filepath.Join(copied, "docs", "rules", "markdown", "exclamation.md"))
	if err != nil {
		t.Fatal(err)
	}
	mustHold(string(page), `skills/example/SKILL.md:5:1: warning: "Deploy now!" ends in an exclamation mark`)
}

// shownFiles returns the files that CONTRIBUTING.md shows: two fixtures and a rule.
func shownFiles(t *testing.T) (files []string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)\n   ````text\n(.*?\n)   ````\n|\n   ```go\n(.*?\n)   ```\n")
	for _, block := range shown.FindAllStringSubmatch(string(page), -1) {
		files = append(files, strings.ReplaceAll("\n"+block[1]+block[2], "\n   ", "\n")[1:])
	}
	if len(files) != 3 {
		t.Fatalf("CONTRIBUTING.md shows %d files", len(files))
	}
	return files
}

// copyModule copies the module without what is hidden.
func copyModule(t *testing.T) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "module")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir() && rel != "." && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
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
