package analysistest

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// finder is a rule that reports a word wherever it stands in a skill.
func finder(word string, change func(*analysis.Diagnostic)) *analysis.Analyzer {
	rule := &analysis.Analyzer{
		Name: "house/" + word, Doc: "the word " + word, Severity: analysis.Warning, Scope: analysis.PerDocument,
		Kinds:  analysis.Skill,
		Source: analysis.Source{Kind: analysis.Specification, Name: "a test", Checked: "2026-11-21"},
	}
	rule.Run = func(pass *analysis.Pass) error {
		for at := 0; ; at++ {
			next := bytes.Index(pass.Document.Source[at:], []byte(word))
			if next < 0 {
				return nil
			}
			at += next
			d := analysis.Diagnostic{Range: analysis.Range{Start: at, End: at + len(word)}, Message: word + " is an unknown word"}
			if change != nil {
				change(&d)
			}
			pass.Report(d)
		}
	}
	return rule
}

// replace gives findings a fix that replaces the word.
func replace(text string, safe bool) func(*analysis.Diagnostic) {
	return func(d *analysis.Diagnostic) {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it", Safe: safe, Edits: []analysis.Edit{{Range: d.Range, Text: text}}}}
	}
}

// panics is a rule that breaks on every skill.
func panics() *analysis.Analyzer {
	rule := finder("panic", nil)
	rule.Run = func(*analysis.Pass) error { panic("oh") }
	return rule
}

// forgetful is a rule that finds something in the first file it sees only.
func forgetful() *analysis.Analyzer {
	rule := finder("gizmo", nil)
	run, seen := rule.Run, false
	rule.Run = func(pass *analysis.Pass) error {
		if seen {
			return nil
		}
		seen = true
		return run(pass)
	}
	return rule
}

const skill = "-- skills/a/SKILL.md --\n---\nname: a\ndescription: Says gizmo. Use when it is asked for.\n---\ngizmo\n"

const wanted = "-- want --\nskills/a/SKILL.md \"gizmo\" warning: gizmo is an unknown word\nskills/a/SKILL.md \"gizmo\"#2 warning\n"

func TestProblems(t *testing.T) {
	related := func(d *analysis.Diagnostic) {
		place := analysis.Location{Path: "skills/a/SKILL.md", Range: analysis.Range{Start: 4, End: 8}}
		d.Related = []analysis.Related{{Location: place, Message: "the name"}}
	}
	mended := strings.ReplaceAll(skill, "gizmo", "thing")
	tests := []struct {
		name    string
		rule    *analysis.Analyzer
		archive string
		want    []string // a piece of each problem, in order
	}{
		{"all is well", finder("gizmo", nil), skill + wanted, nil},
		{"nothing there, nothing wanted", finder("gadget", nil), skill + "-- want --\n", nil},
		{"no want section", finder("gizmo", nil), skill, []string{"no want section"}},
		{"found, not wanted", finder("gizmo", nil), skill + strings.SplitAfter(wanted, "word\n")[0],
			[]string{"found, not wanted:\n\tskills/a/SKILL.md \"gizmo\"#2 warning: gizmo is an unknown word"}},
		{"wanted, not found", finder("gizmo", nil), skill + wanted + "skills/a/SKILL.md \"name\" warning: x\n", []string{"want line 3, not found:"}},
		{"wanted where no such text is", finder("gizmo", nil), skill + wanted + "skills/a/SKILL.md \"gizmo\"#3 warning\n",
			[]string{`and cannot be (skills/a/SKILL.md: no "gizmo"#3 in the file)`}},
		{"wanted in another file", finder("gizmo", nil), skill + wanted + "skills/b/SKILL.md \"gizmo\" warning\n", []string{"cannot be"}},
		{"another range", finder("gizmo", nil), skill + strings.Replace(wanted, `"gizmo" w`, `"gizmo." w`, 1),
			[]string{"want line 1, not found:", "found, not wanted"}},
		{"another severity", finder("gizmo", nil), skill + strings.Replace(wanted, "warning:", "error:", 1),
			[]string{"has severity warning", "found, not wanted"}},
		{"another message", finder("gizmo", nil), skill + strings.Replace(wanted, "unknown word", "no number", 1),
			[]string{"has the message", "found, not wanted"}},
		{"related place not wanted", finder("gizmo", related), skill + wanted,
			[]string{"1 related places, not 0", "1 related places, not 0", "found", "found"}},
		{"related places", finder("gizmo", related), skill + strings.Replace(wanted, "word\n", "word\n  skills/a/SKILL.md \"name\": the name\n", 1) +
			"  skills/a/SKILL.md \"name\"\n", nil},
		{"related place elsewhere", finder("gizmo", related), skill + strings.Replace(wanted, "word\n", "word\n  skills/a/SKILL.md \"name:\": the name\n", 1) +
			"  skills/a/SKILL.md \"name\"\n", []string{"as related place 1", "found, not wanted"}},
		{"a fix without fixed file", finder("gizmo", replace("thing", true)), skill + wanted, []string{"no section fixed/skills/a/SKILL.md"}},
		{"a fixed file", finder("gizmo", replace("thing", true)),
			skill + wanted + strings.Replace(mended, "-- skills", "-- fixed/skills", 1), nil},
		{"another fixed file", finder("gizmo", replace("thingy", true)),
			skill + wanted + strings.Replace(mended, "-- skills", "-- fixed/skills", 1), []string{`line 3 is "description: Says thingy.`}},
		{"a fixed file without fix", finder("gizmo", nil),
			skill + wanted + strings.Replace(mended, "-- skills", "-- fixed/skills", 1), []string{"no such fix"}},
		{"a fix that fixes nothing", finder("gizmo", replace("gizmo", true)),
			skill + wanted + strings.Replace(skill, "-- skills", "-- fixed/skills", 1), []string{"still found after the fix", "still found after the fix"}},
		{"fixes that contradict", finder("gizmo", func(d *analysis.Diagnostic) {
			replace("thing", true)(d)
			d.SuggestedFixes[0].Edits = append(d.SuggestedFixes[0].Edits, analysis.Edit{Range: d.Range, Text: "x"})
		}), skill + wanted, []string{"edits overlap"}},
		{"an unsafe fix without file", finder("gizmo", replace("thing", false)), skill + wanted, []string{"no section unsafe/skills/a/SKILL.md"}},
		{"an unsafe fix", finder("gizmo", replace("thing", false)),
			skill + wanted + strings.Replace(mended, "-- skills", "-- unsafe/skills", 1), nil},
		{"a broken rule", panics(), skill + "-- want --\n", []string{"internal error in rule house/panic", "found, not wanted", "rule house/panic"}},
		{"a result that depends on what ran before", forgetful(), skill + wanted, []string{"in reverse order house/gizmo finds something else"}},
		{"a message with a full stop", finder("gizmo", func(d *analysis.Diagnostic) { d.Message += "." }), skill + wanted,
			[]string{"without a final period", "without a final period"}},
		{"configuration", finder("gizmo", nil), skill + "-- .skilllint.yaml --\nrules: {house/gizmo: error}\n" +
			strings.ReplaceAll(wanted, "warning", "error"), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := newCheck([]byte(test.archive), test.rule, []*analysis.Analyzer{test.rule}, t.TempDir)
			if err != nil {
				t.Fatal(err)
			}
			got := c.problems()
			for i, problem := range got {
				if i >= len(test.want) || !strings.Contains(problem, test.want[i]) {
					t.Errorf("problem %d: %s", i, problem)
				}
			}
			if len(got) != len(test.want) {
				t.Errorf("%d problems, want %d: %q", len(got), len(test.want), test.want)
			}
		})
	}
}

// TestTogether checks that a rule that breaks or interferes beside the one under test is seen.
func TestTogether(t *testing.T) {
	rule := finder("gizmo", nil)
	broken := finder("gadget", nil)
	broken.Run = func(*analysis.Pass) error { return errors.New("no gadget") }
	c, err := newCheck([]byte(skill+wanted), rule, []*analysis.Analyzer{rule, broken}, t.TempDir)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.problems(); len(got) != 1 || !strings.Contains(got[0], "internal error in rule house/gadget") {
		t.Errorf("problems: %q, want that house/gadget broke", got)
	}
}

func TestRefuses(t *testing.T) {
	rule := finder("gizmo", nil)
	for _, archive := range []string{
		"no sections at all",
		skill + "-- want --\nno want\n",
		skill + "-- .skilllint.yaml --\nno-such-key: 1\n" + wanted,
	} {
		if _, err := newCheck([]byte(archive), rule, []*analysis.Analyzer{rule}, t.TempDir); err == nil {
			t.Errorf("no error for %q", archive)
		}
	}
}

func TestUpdated(t *testing.T) {
	rule := finder("gizmo", replace("thing", true))
	const want = skill + "-- want --\n" +
		"skills/a/SKILL.md \"gizmo\" warning: unknown word\n" + // as it was written
		"skills/a/SKILL.md \"gizmo\"#2 warning: gizmo is an unknown word\n"
	mended := strings.Replace(strings.ReplaceAll(skill, "gizmo", "thing"), "-- skills", "-- fixed/skills", 1)
	tests := []struct{ name, archive, want string }{
		{"nothing but files", skill, strings.Replace(want, "warning: unknown word", "warning: gizmo is an unknown word", 1) + mended},
		{"half of it", skill + "-- want --\nskills/a/SKILL.md \"gizmo\" warning: unknown word\nskills/a/SKILL.md \"---\" error\n", want + mended},
		{"all of it", want + mended, want + mended},
		{"fixed files of other fixes", skill + strings.Replace(mended, "thing", "x", 1) + "-- fixed/other.md --\n-- want --\nskills/a/SKILL.md \"gizmo\" warning: unknown word\n", want + mended},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := newCheck([]byte(test.archive), rule, []*analysis.Analyzer{rule}, t.TempDir)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.updated([]byte(test.archive))
			if err != nil || string(got) != test.want {
				t.Errorf("updated: %v\n%s\nwant:\n%s", err, got, test.want)
			}
			again, err := newCheck(got, rule, []*analysis.Analyzer{rule}, t.TempDir)
			if err != nil {
				t.Fatal(err)
			}
			if problems := again.problems(); len(problems) > 0 {
				t.Errorf("problems after the update: %q", problems)
			}
		})
	}
}
