package budget_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
)

func costOf(t *testing.T, d *analysis.Document) (budget.Cost, error) {
	t.Helper()
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{markdown.SectionFact.Analyzer, budget.CostFact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); err != nil {
			return budget.Cost{}, err
		}
	}
	return facts.Value(budget.CostFact.Analyzer).(budget.Cost), nil
}

func skill(source string) *analysis.Document {
	return load.Document(&analysis.File{Path: "a/SKILL.md", Rel: "a/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
}

func TestCost(t *testing.T) {
	long := strings.Repeat("x", 400)
	tests := []struct {
		name, source string
		tokens       int
		at           string
		want         []string
	}{
		{"empty", "", 0, "1:1-1:1", nil},
		{"no header, no headings", "abcde\nf", 2, "1:1-1:6", nil},
		{"characters, not bytes", "技能技能", 1, "1:1-1:5", nil},
		{"the name", "---\nname: \"a\"\n---\nabc", 6, "2:7-2:10", nil},
		{"a title and its parts", "# T\n## A\n" + long + "\n## B\nx\n## C\n" + long + long + "\n## D\nxxxx\n", 309, "1:1-1:4",
			[]string{"C 202 6:1", "A 102 2:1", "D 3 8:1"}},
		{"no title", "## A\nx\n## B\n" + long + "\n", 104, "1:1-1:5", []string{"B 102 3:1", "A 2 1:1"}},
		{"several titles", "# A\n## B\n" + long + "\n# C\n", 104, "1:1-1:4", []string{"A 103 1:1", "C 1 4:1"}},
		{"equal parts keep their order", "## A\n## B\n## C\n## D\n", 5, "1:1-1:5", []string{"A 2 1:1", "B 2 2:1", "C 2 3:1"}},
		{"one heading", "# A\nx\n", 2, "1:1-1:4", []string{"A 2 1:1"}},
	}
	for _, test := range tests {
		d := skill(test.source)
		c, err := costOf(t, d)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, s := range c.Heaviest {
			got = append(got, fmt.Sprintf("%s %d %d:%d", s.Title, s.Tokens, d.LineOf(s.Range.Start), d.Position(s.Range.Start).Column))
		}
		start, end := d.Position(c.Range.Start), d.Position(c.Range.End)
		at := fmt.Sprintf("%d:%d-%d:%d", start.Line, start.Column, end.Line, end.Column)
		if c.Tokens != test.tokens || at != test.at || !cmp.Equal(got, test.want) {
			t.Errorf("%s: %q\ncosts %d at %s, %q\nwant  %d at %s, %q", test.name, test.source, c.Tokens, at, got, test.tokens, test.at, test.want)
		}
	}
}

// TestExact checks what is counted exactly: where that may decide something.
func TestExact(t *testing.T) {
	tests := []struct {
		name, source string
		dense        bool
	}{
		{"small", strings.Repeat("A word. ", 1_000), false},
		{"near the recommendation", strings.Repeat("A word. ", 1_800), false},
		{"far over it", strings.Repeat("A word. ", 5_000), false},
		{"small and dense", strings.Repeat("技能", 1_000), false},
		{"dense", strings.Repeat("技能", 1_700), true},
		{"a little of it", strings.Repeat("技能", 50) + strings.Repeat("A word. ", 600), false},
	}
	for _, test := range tests {
		c, err := costOf(t, skill(test.source))
		if err != nil || c.Dense != test.dense || c.Exact > 0 != test.dense {
			t.Errorf("%s: %d tokens, exactly %d, dense %v, error %v", test.name, c.Tokens, c.Exact, c.Dense, err)
		}
	}
}

func TestTooLarge(t *testing.T) {
	d := load.TooLarge(&analysis.File{Path: "a/SKILL.md", Kind: analysis.Skill, Size: 1 << 30}, false)
	if _, err := costOf(t, d); !errors.Is(err, analysis.ErrNoFact) {
		t.Errorf("error %v, want ErrNoFact", err)
	}
}
