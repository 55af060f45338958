package house_test

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/rules/house"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob("../../fixtures/house/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	analysistest.RunTogether(t, paths, house.Engines()...)
}

// lint returns the findings of the custom rules of a configuration in a skill.
func lint(t *testing.T, configuration string, skill []byte) ([]finding.Finding, error) {
	t.Helper()
	w, err := fixture.Write(t.TempDir(), []fixture.File{{Path: ".skilllint.yaml", Data: []byte(configuration)}, {Path: "skills/a/SKILL.md", Data: skill}})
	if err != nil {
		t.Fatal(err)
	}
	return w.Lint(fixture.Options{Rules: house.Engines()})
}

const header = "---\nname: a\ndescription: b\n---\n"

// TestWork checks that expensive patterns stop at a limit, and that this is reported.
func TestWork(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const rule = "house:\n  slow: {message: m, forbid: {pattern: '%'}}\n  z-other: {message: m, forbid: {pattern: unseen}}\n"
	words := header + strings.Repeat("The quick brown fox jumps over the lazy dog.\n\n", 20_000)
	line := header + strings.Repeat("a", 1<<20)
	tests := []struct {
		name, pattern, text string
		gives               bool
	}{
		{"word that does not occur", `\bcurl\b`, words, false},
		{"word that does not occur, ignoring case", `(?i)\bcurl\b`, words, false},
		{"pattern without a literal word", `[A-Z]{3,}[0-9]`, words, false},
		{"many instructions", `(?:\pL?){300}[0-9]`, words, true},
		{"many matches", `[a-z]`, words, true},
		{"many matches of a word", `a`, line, true},
		{"each match searches the rest of the text", `(?s)a.*b|a`, line, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found, err := lint(t, strings.Replace(rule, "%", test.pattern, 1), []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			gave := 0
			for _, f := range found {
				if strings.Contains(f.Effect, "and 1 other custom rule did not check all of it") {
					gave++
				}
			}
			if gave > 1 || (gave == 1) != test.gives {
				t.Errorf("limit reported: %d times, want %v", gave, test.gives)
			}
			if len(found) > 60_000 {
				t.Errorf("%d findings", len(found))
			}
		})
	}
}

// TestTypicalWork checks that typical rules search all of a file of any length.
func TestTypicalWork(t *testing.T) {
	var rules strings.Builder
	for i, pattern := range []string{`\b(curl|wget)\b`, `https?://wiki\.acme\.example/(\w+)`, `(?i)\bacme[ -]cloud\b`, `TODO|FIXME`, `\bghp_[A-Za-z0-9]{36}\b`,
		`AKIA[0-9A-Z]{16}`, `(?i)internal use only`, `[A-Za-z0-9._%+-]+@acme\.example`, `(?i)master/slave`, `\bsudo rm\b`, `(?i)please note`, `\butilize\b`,
		`\bfox\s+jumped\b`, `(?i)lazy dogs`, `over the lazy cat`, `--no-verify`, `chmod 777`, `(?i)password:`, `BEGIN PRIVATE KEY`, `\b[A-Z]{2,5}-\d+\b`} {
		rules.WriteString("  r" + strconv.Itoa(i) + ": {message: m, forbid: {pattern: '" + pattern + "'}}\n")
	}
	for _, lines := range []int{1, 10, 200, 2_000, 40_000} {
		found, err := lint(t, "house:\n"+rules.String(), []byte(header+strings.Repeat("The quick brown fox jumps over the lazy dog.\n\n", lines)))
		if err != nil || len(found) > 0 {
			t.Errorf("%d lines: %v, %v", lines, found, err)
		}
	}
}

// TestBesideWork checks that the search for files stops at a limit, and that this is reported.
func TestBesideWork(t *testing.T) {
	configuration := "house:\n"
	for i := range 40 {
		configuration += "  r" + strconv.Itoa(i) + ": {message: m, forbid: {file: '**/" + strings.Repeat("*a", 100) + strconv.Itoa(i) + "x'}}\n"
	}
	files := []fixture.File{{Path: ".skilllint.yaml", Data: []byte(configuration)}}
	dir := "skills"
	for i := range 60 {
		dir += "/d" + strconv.Itoa(i)
		files = append(files, fixture.File{Path: dir + "/SKILL.md", Data: []byte(header)})
	}
	for i := range 100 {
		files = append(files, fixture.File{Path: dir + "/" + strings.Repeat("a", 200) + strconv.Itoa(i), Data: []byte{}})
	}
	w, err := fixture.Write(t.TempDir(), files)
	if err != nil {
		t.Fatal(err)
	}
	found, err := w.Lint(fixture.Options{Rules: house.Engines()})
	if err != nil || len(found) != 1 || !strings.Contains(found[0].Message, "exceed the work limit of a run") {
		t.Errorf("%d findings, error %v", len(found), err)
	}
}

// TestHeadingWork checks that the comparison of headings stops at a limit, and that this is reported.
func TestHeadingWork(t *testing.T) {
	configuration := "house:\n"
	for i := range 10 {
		configuration += "  r" + strconv.Itoa(i) + ": {message: m, forbid: {heading: ["
		for j := range 90 {
			configuration += "h" + strconv.Itoa(j) + ", "
		}
		configuration += "z]}}\n"
	}
	found, err := lint(t, configuration, []byte(header+strings.Repeat("# a\n", 20_000)))
	if err != nil || len(found) != 1 || found[0].Effect != "this rule and 9 other custom rules did not check all headings" {
		t.Errorf("%d findings, error %v", len(found), err)
	}
}

// FuzzPattern lints a text with a pattern in all places. Findings must be inside of the file and contain a match, and
// fixes must remove the matches.
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
			t.Skip() // the replacement is forbidden, or invalid in YAML or as a template
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
