package analysistest

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// wordRule returns a rule that reports each occurrence of a word in a skill.
func wordRule(word string, change func(*analysis.Diagnostic)) *analysis.Analyzer {
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

// fixWith adds a fix to a finding that replaces the word.
func fixWith(text string, safe bool) func(*analysis.Diagnostic) {
	return func(d *analysis.Diagnostic) {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it", Safe: safe, Edits: []analysis.Edit{{Range: d.Range, Text: text}}}}
	}
}

// panicRule returns a rule that panics on every skill.
func panicRule() *analysis.Analyzer {
	rule := wordRule("panic", nil)
	rule.Run = func(*analysis.Pass) error { panic("oh") }
	return rule
}

// statefulRule returns a rule that reports only the first file it checks.
func statefulRule() *analysis.Analyzer {
	rule := wordRule("gizmo", nil)
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

const wantSection = "-- want --\nskills/a/SKILL.md \"gizmo\" warning: gizmo is an unknown word\nskills/a/SKILL.md \"gizmo\"#2 warning\n"

func TestProblems(t *testing.T) {
	related := func(d *analysis.Diagnostic) {
		place := analysis.Location{Path: "skills/a/SKILL.md", Range: analysis.Range{Start: 4, End: 8}}
		d.Related = []analysis.Related{{Location: place, Message: "the name"}}
	}
	fixed := strings.ReplaceAll(skill, "gizmo", "thing")
	tests := []struct {
		name    string
		rule    *analysis.Analyzer
		archive string
		want    []string // a piece of each problem, in order
	}{
		{"no problems", wordRule("gizmo", nil), skill + wantSection, nil},
		{"no findings, none expected", wordRule("gadget", nil), skill + "-- want --\n", nil},
		{"no want section", wordRule("gizmo", nil), skill, []string{"no want section"}},
		{"unexpected finding", wordRule("gizmo", nil), skill + strings.SplitAfter(wantSection, "word\n")[0],
			[]string{"unexpected finding:\n\tskills/a/SKILL.md \"gizmo\"#2 warning: gizmo is an unknown word"}},
		{"missing finding", wordRule("gizmo", nil), skill + wantSection + "skills/a/SKILL.md \"name\" warning: x\n", []string{"want line 3: not found"}},
		{"text not in the file", wordRule("gizmo", nil), skill + wantSection + "skills/a/SKILL.md \"gizmo\"#3 warning\n",
			[]string{`invalid place: skills/a/SKILL.md: "gizmo"#3 not found in the file`}},
		{"nonexistent file", wordRule("gizmo", nil), skill + wantSection + "skills/b/SKILL.md \"gizmo\" warning\n", []string{"invalid place"}},
		{"another range", wordRule("gizmo", nil), skill + strings.Replace(wantSection, `"gizmo" w`, `"gizmo." w`, 1),
			[]string{"want line 1: not found", "unexpected finding"}},
		{"another severity", wordRule("gizmo", nil), skill + strings.Replace(wantSection, "warning:", "error:", 1),
			[]string{"found with severity warning", "unexpected finding"}},
		{"another message", wordRule("gizmo", nil), skill + strings.Replace(wantSection, "unknown word", "no number", 1),
			[]string{"found with message", "unexpected finding"}},
		{"unexpected related place", wordRule("gizmo", related), skill + wantSection,
			[]string{"1 related places, want 0", "1 related places, want 0", "unexpected finding", "unexpected finding"}},
		{"related places", wordRule("gizmo", related), skill + strings.Replace(wantSection, "word\n", "word\n  skills/a/SKILL.md \"name\": the name\n", 1) +
			"  skills/a/SKILL.md \"name\"\n", nil},
		{"another related place", wordRule("gizmo", related), skill + strings.Replace(wantSection, "word\n", "word\n  skills/a/SKILL.md \"name:\": the name\n", 1) +
			"  skills/a/SKILL.md \"name\"\n", []string{"found with another related place 1", "unexpected finding"}},
		{"a fix without a fixed file", wordRule("gizmo", fixWith("thing", true)), skill + wantSection, []string{"missing section fixed/skills/a/SKILL.md"}},
		{"a fixed file", wordRule("gizmo", fixWith("thing", true)),
			skill + wantSection + strings.Replace(fixed, "-- skills", "-- fixed/skills", 1), nil},
		{"another fixed file", wordRule("gizmo", fixWith("thingy", true)),
			skill + wantSection + strings.Replace(fixed, "-- skills", "-- fixed/skills", 1), []string{`line 3 is "description: Says thingy.`}},
		{"a fixed file without a fix", wordRule("gizmo", nil),
			skill + wantSection + strings.Replace(fixed, "-- skills", "-- fixed/skills", 1), []string{"no fix for section"}},
		{"a fix without effect", wordRule("gizmo", fixWith("gizmo", true)),
			skill + wantSection + strings.Replace(skill, "-- skills", "-- fixed/skills", 1), []string{"still found after the fix", "still found after the fix"}},
		{"overlapping edits", wordRule("gizmo", func(d *analysis.Diagnostic) {
			fixWith("thing", true)(d)
			d.SuggestedFixes[0].Edits = append(d.SuggestedFixes[0].Edits, analysis.Edit{Range: d.Range, Text: "x"})
		}), skill + wantSection, []string{"edits overlap"}},
		{"an unsafe fix without a file", wordRule("gizmo", fixWith("thing", false)), skill + wantSection, []string{"missing section unsafe/skills/a/SKILL.md"}},
		{"an unsafe fix", wordRule("gizmo", fixWith("thing", false)),
			skill + wantSection + strings.Replace(fixed, "-- skills", "-- unsafe/skills", 1), nil},
		{"a broken rule", panicRule(), skill + "-- want --\n", []string{"internal error in rule house/panic", "unexpected finding", "rule house/panic"}},
		{"a result that depends on earlier files", statefulRule(), skill + wantSection, []string{"findings of house/gizmo differ with the files in reverse order"}},
		{"a message with a full stop", wordRule("gizmo", func(d *analysis.Diagnostic) { d.Message += "." }), skill + wantSection,
			[]string{"without a final period", "without a final period"}},
		{"configuration", wordRule("gizmo", nil), skill + "-- .skilllint.yaml --\nrules: {house/gizmo: error}\n" +
			strings.ReplaceAll(wantSection, "warning", "error"), nil},
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

// TestTogether checks that a failure of another rule is reported.
func TestTogether(t *testing.T) {
	rule := wordRule("gizmo", nil)
	broken := wordRule("gadget", nil)
	broken.Run = func(*analysis.Pass) error { return errors.New("no gadget") }
	c, err := newCheck([]byte(skill+wantSection), rule, []*analysis.Analyzer{rule, broken}, t.TempDir)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.problems(); len(got) != 1 || !strings.Contains(got[0], "internal error in rule house/gadget") {
		t.Errorf("problems: %q, want an internal error in house/gadget", got)
	}
}

func TestInvalidArchives(t *testing.T) {
	rule := wordRule("gizmo", nil)
	for _, archive := range []string{
		"no sections",
		skill + "-- want --\nno want\n",
		skill + "-- .skilllint.yaml --\nno-such-key: 1\n" + wantSection,
	} {
		if _, err := newCheck([]byte(archive), rule, []*analysis.Analyzer{rule}, t.TempDir); err == nil {
			t.Errorf("no error for %q", archive)
		}
	}
}

func TestUpdated(t *testing.T) {
	rule := wordRule("gizmo", fixWith("thing", true))
	const want = skill + "-- want --\n" +
		"skills/a/SKILL.md \"gizmo\" warning: unknown word\n" + // shorter than the message
		"skills/a/SKILL.md \"gizmo\"#2 warning: gizmo is an unknown word\n"
	fixed := strings.Replace(strings.ReplaceAll(skill, "gizmo", "thing"), "-- skills", "-- fixed/skills", 1)
	tests := []struct{ name, archive, want string }{
		{"only files", skill, strings.Replace(want, "warning: unknown word", "warning: gizmo is an unknown word", 1) + fixed},
		{"incomplete", skill + "-- want --\nskills/a/SKILL.md \"gizmo\" warning: unknown word\nskills/a/SKILL.md \"---\" error\n", want + fixed},
		{"complete", want + fixed, want + fixed},
		{"outdated fixed files", skill + strings.Replace(fixed, "thing", "x", 1) + "-- fixed/other.md --\n-- want --\nskills/a/SKILL.md \"gizmo\" warning: unknown word\n", want + fixed},
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
