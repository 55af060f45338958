package budget_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

func document(t *testing.T, source string) (*analysis.Document, []budget.Piece) {
	t.Helper()
	d := load.Document(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(source), false)
	pass := analysis.NewPass(context.Background(), markdown.SectionFact.Analyzer, nil, nil)
	pass.Document, pass.File = d, d.File
	var facts analysis.FactSet
	if err := facts.Compute(pass); err != nil {
		t.Fatal(err)
	}
	return d, budget.Pieces(d, facts.Value(markdown.SectionFact.Analyzer).([]markdown.Section))
}

func show(d *analysis.Document, pieces []budget.Piece) []string {
	var all []string
	for _, p := range pieces {
		all = append(all, fmt.Sprintf("%d %d %q %q", p.Class, p.Line, p.Heading, d.Text(p.Range)))
	}
	return all
}

const skillOf = `---
name: x
---
# Title

intro

## 1. Summary
s
### Core rules
c
## Steps
long
## Examples
all of them:
### One
1
### Two
2
## References
r
## Appendix A: Log
a
`

func TestPieces(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"all named sections", skillOf, []string{
			`0 1 "" "---\nname: x\n---\n"`,
			`2 4 "Title" "# Title\n\nintro\n\n"`,
			`1 8 "1. Summary" "## 1. Summary\ns\n### Core rules\nc\n"`,
			`2 12 "Steps" "## Steps\nlong\n"`,
			`1 14 "Examples" "## Examples\nall of them:\n### One\n1\n"`,
			`3 18 "Two" "### Two\n2\n"`,
			`3 20 "References" "## References\nr\n"`,
			`3 22 "Appendix A: Log" "## Appendix A: Log\na\n"`,
		}},
		{"no headings", "text\n", []string{`2 1 "" "text\n"`}},
		{"nothing", "", nil},
		{"only frontmatter", "---\na: b\n---\n", []string{`0 1 "" "---\na: b\n---\n"`}},
		{"sections of the first level", "# Summary\na\n# Other\nb\n", []string{`1 1 "Summary" "# Summary\na\n"`, `2 3 "Other" "# Other\nb\n"`}},
		{"only lower levels", "#### Core Rules\na\n#### B\n", []string{`1 1 "Core Rules" "#### Core Rules\na\n"`, `2 3 "B" "#### B\n"`}},
		{"examples in fences", "## Example\n```\na\n```\n\n```\nb\n```\n## C\n", []string{
			"1 1 \"Example\" \"## Example\\n```\\na\\n```\\n\"", "3 5 \"Example\" \"\\n```\\nb\\n```\\n\"", `2 9 "C" "## C\n"`}},
		{"one example", "## Examples\n### A\n```\na\n```\n```\nb\n```\n", []string{"1 1 \"Examples\" \"## Examples\\n### A\\n```\\na\\n```\\n```\\nb\\n```\\n\""}},
		{"examples of several levels", "## Examples\n#### a\n### b\n#### c\n### d\n", []string{`1 1 "Examples" "## Examples\n#### a\n### b\n#### c\n"`, `3 5 "d" "### d\n"`}},
		{"names with a known prefix", "## Appendixes of cats\n## References to it\n", []string{`2 1 "Appendixes of cats" "## Appendixes of cats\n"`, `2 2 "References to it" "## References to it\n"`}},
		{"a heading in a fence", "## A\n```\n## Appendix\n```\n", []string{"2 1 \"A\" \"## A\\n```\\n## Appendix\\n```\\n\""}},
		{"CRLF", "---\r\na: b\r\n---\r\n## Summary\r\nx\r\n## B", []string{`0 1 "" "---\r\na: b\r\n---\r\n"`, `1 4 "Summary" "## Summary\r\nx\r\n"`, `2 6 "B" "## B"`}},
	}
	for _, test := range tests {
		d, pieces := document(t, test.source)
		if diff := cmp.Diff(test.want, show(d, pieces)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
		at := 0
		for _, p := range pieces {
			if p.Range.Start != at {
				t.Errorf("%s: a gap at %d", test.name, at)
			}
			at = p.Range.End
		}
		if at != len(test.source) {
			t.Errorf("%s: the pieces end at %d", test.name, at)
		}
	}
}

func TestSections(t *testing.T) {
	_, pieces := document(t, skillOf)
	for _, test := range []struct {
		limit   int
		dropped string
		fits    bool
	}{
		{100, "", true},
		{41, "", true},
		{40, "Two, References, Appendix A: Log", true},
		{29, "Two, References, Appendix A: Log", true},
		{28, "Steps, Two, References, Appendix A: Log", true},
		{25, "Steps, Two, References, Appendix A: Log", true},
		{24, "Title, Steps, Two, References, Appendix A: Log", true},
		{3, "Title, Steps, Two, References, Appendix A: Log", false},
	} {
		c := budget.TruncateSections(pieces, test.limit)
		var dropped []string
		for _, p := range c.Dropped {
			dropped = append(dropped, p.Heading)
		}
		if got := strings.Join(dropped, ", "); got != test.dropped || c.Fits != test.fits || c.Tokens != tokens(c.Kept) {
			t.Errorf("limit %d of %d: dropped %s, %d tokens, fits: %v", test.limit, tokens(pieces), got, c.Tokens, c.Fits)
		}
	}
}

// TestSectionsKeepOne checks that the first section is kept if none is essential.
func TestSectionsKeepOne(t *testing.T) {
	_, pieces := document(t, "---\na: b\n---\n# A\nlong\n## B\nlong\n## Appendix\n")
	c := budget.TruncateSections(pieces, 1)
	if len(c.Kept) != 2 || c.Kept[1].Heading != "A" || c.Fits {
		t.Errorf("%+v", c)
	}
}

func TestLines(t *testing.T) {
	for _, test := range []struct {
		name, text string
		limit      int
		kept       string
		wantTokens int
	}{
		{"all", "abcd\nefgh\n", 2, "abcd\nefgh\n", 2},
		{"line feeds are free", "abcd\n\n\n\nef", 1, "abcd\n\n\n\n", 1},
		{"each line is rounded up", "a\nb\nc\n", 2, "a\nb\n", 2},
		{"ends at the first line that exceeds the limit", "a\nlong enough\nb\n", 2, "a\n", 1},
		{"first line exceeds the limit", "abcde", 1, "", 0},
		{"characters, not bytes", "技能检查\n器", 1, "技能检查\n", 1},
		{"limit 0", "\n\nx", 0, "\n\n", 0},
		{"nothing", "", 0, "", 0},
	} {
		end, tokens := budget.TruncateLines([]byte(test.text), test.limit)
		if got := test.text[:end]; got != test.kept || tokens != test.wantTokens {
			t.Errorf("%s: kept %q (%d), want %q (%d)", test.name, got, tokens, test.kept, test.wantTokens)
		}
	}
}

func TestMinimalEnd(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("x\n", n) }
	for _, test := range []struct {
		name, source string
		offset, line int
		whole        bool
		header       bool
		fence        bool
	}{
		{"fifty lines", lines(50), 100, 50, true, false, false},
		{"fifty-one", lines(51), 100, 50, false, false, false},
		{"no line feed at the end", lines(49) + "x", 99, 50, true, false, false},
		{"nothing", "", 0, 1, true, false, false},
		{"inside a fence", "```\n" + lines(60) + "```\n", 102, 50, false, false, true},
		{"after a fence", "```\n" + lines(48) + "```\nx\n", 104, 50, false, false, false},
		{"before the last line of a fence", "```\n" + lines(49) + "```\nx\n", 102, 50, false, false, true},
		{"inside the frontmatter", "---\nx: |\n" + strings.Repeat("  x\n", 60) + "---\n", 201, 50, false, true, false},
	} {
		d, _ := document(t, test.source)
		e := budget.MinimalEnd(d)
		if e.Offset != test.offset || e.Line != test.line || e.Whole != test.whole || e.Header != test.header || (e.Fence != nil) != test.fence {
			t.Errorf("%s: %+v", test.name, e)
		}
	}
}

// tokens returns the tokens of pieces: the sum of their characters / 4.
func tokens(pieces []budget.Piece) int {
	characters := 0
	for _, p := range pieces {
		characters += p.Characters
	}
	return (characters + 3) / 4
}
