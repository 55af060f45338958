package house_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules/house"
)

func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob("../../fixtures/house/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	analysistest.RunTogether(t, paths, house.Engines()...)
}

// lint returns what the house rules of a configuration find in a skill.
func lint(t *testing.T, configuration string, skill []byte) ([]finding.Finding, error) {
	t.Helper()
	w, err := fixture.Lay(t.TempDir(), []fixture.File{{Path: ".skilllint.yaml", Data: []byte(configuration)}, {Path: "skills/a/SKILL.md", Data: skill}})
	if err != nil {
		t.Fatal(err)
	}
	return w.Lint(fixture.Options{Rules: house.Engines()})
}

const header = "---\nname: a\ndescription: b\n---\n"

// TestWork checks that patterns give up at a limit, and say so, whatever costs so much.
func TestWork(t *testing.T) {
	const rule = "house:\n  slow: {message: m, forbid: {pattern: '%'}}\n  z-other: {message: m, forbid: {pattern: unseen}}\n"
	words := header + strings.Repeat("The quick brown fox jumps over the lazy dog.\n\n", 20_000)
	line := header + strings.Repeat("a", 1<<20)
	tests := []struct {
		name, pattern, text string
		gives               bool
	}{
		{"a word that is nowhere", `\bcurl\b`, words, false},
		{"a word that is nowhere, in any case", `(?i)\bcurl\b`, words, false},
		{"one pattern without a word", `[A-Z]{3,}[0-9]`, words, false},
		{"many instructions", `(?:\pL?){300}[0-9]`, words, true},
		{"many matches", `[a-z]`, words, true},
		{"many matches of a word", `a`, line, true},
		{"each match looks at all the rest", `(?s)a.*b|a`, line, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found, err := lint(t, strings.Replace(rule, "%", test.pattern, 1), []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			gave := 0
			for _, f := range found {
				if strings.Contains(f.Message, "and 1 house rule behind it did not look at all of it") {
					gave++
				}
			}
			if gave > 1 || (gave == 1) != test.gives {
				t.Errorf("gave up: %d, want %v", gave, test.gives)
			}
			if len(found) > 60_000 {
				t.Errorf("%d findings", len(found))
			}
		})
	}
}

// FuzzPattern lints a text with a pattern, wherever it stands: nothing breaks, findings lie in the file and
// hold what the pattern matches, and what is replaced is gone.
func FuzzPattern(f *testing.F) {
	f.Add(`\bcurl\b`, "$0s", "a `curl` b\n> curl\n> x\n\n```sh\r\ncurl\r\n```\n")
	f.Add(`(?i)straße|k`, "x", header+"STRASSE K \u212a straſſe\n")
	f.Add(`(a)\s+(b)`, "${2}", "- a\n  b\n\n| a b | c |\n|---|---|\n| `a b` | a |\n")
	f.Add(`[^x]+`, "x", "[l](https://a.b \"t\") <!-- c --> <b>d</b> \x00\xff\ufeff")
	f.Add(`(?s).+`, "", "---\na: >\n  b\n\n  c\nd: |-\n   e\n   f\ng: 'h''i'\n---\n")
	f.Fuzz(func(t *testing.T, pattern, replace, text string) {
		if _, err := house.Compile(pattern, true); err != nil || len(pattern) > 60 || len(text) > 4000 {
			t.Skip()
		}
		value := func(s string) string { b, _ := json.Marshal(s); return string(b) }
		configuration := "house:\n"
		for _, in := range []string{"[header, prose, code, links, headings]", "prose", "[links, path]"} {
			id := strings.Trim(strings.ReplaceAll(in, ", ", "-"), "[]")
			configuration += "  " + id + ": {message: m, forbid: {pattern: " + value(pattern) + ", in: " + in + "}}\n"
		}
		configuration += "  fixed: {message: m, forbid: {pattern: " + value(pattern) + "}, replace: " + value(replace) + "}\n"
		configuration += "  field: {message: m, forbid: {field: a.b, matches: " + value(pattern) + "}}\n"
		found, err := lint(t, configuration, []byte(text))
		if err != nil {
			t.Skip() // the replacement is forbidden, or not what YAML or a template takes
		}
		for _, f := range found {
			if f.Analyzer == analysis.Broken {
				t.Errorf("%s", f.Message)
			}
			if r := f.Place.Range; r.Start < 0 || r.End < r.Start || r.End > len(text) {
				t.Errorf("%s at %v of %d bytes", f.Rule, r, len(text))
			}
			for _, fix := range f.Fixes {
				if e := fix.Edits[0]; text[e.Location.Range.Start:e.Location.Range.End] == e.Text {
					t.Errorf("%q is replaced by itself", e.Text)
				}
			}
		}
	})
}
