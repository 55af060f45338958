package deps_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/rules/deps"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// lint returns the findings of a rule in files with the given frontmatter.
func lint(t *testing.T, rule *analysis.Analyzer, frontmatter map[string]string) []finding.Finding {
	t.Helper()
	var files []fixture.File
	for path, content := range frontmatter {
		files = append(files, fixture.File{Path: path, Data: []byte("---\n" + content + "---\n")})
	}
	workspace, err := fixture.Write(t.TempDir(), files)
	if err != nil {
		t.Fatal(err)
	}
	found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{rule}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// cycleOf returns the frontmatter of n skills, each of which requires the next one.
func cycleOf(n int) map[string]string {
	frontmatter := map[string]string{}
	for i := range n {
		frontmatter[fmt.Sprintf("skills/s%03d/SKILL.md", i)] = fmt.Sprintf("name: s%03d\ndependencies: [s%03d]\n", i, (i+1)%n)
	}
	return frontmatter
}

// TestLongCycle checks that a long cycle is shortened in the message, and has at most a hundred steps.
func TestLongCycle(t *testing.T) {
	for _, c := range []struct {
		skills int
		around string
		steps  int
		last   string
	}{
		{5, `circular dependency: s000 → s001 → s002 → s003 → s004 → s000`, 5, `"s004" requires "s000"`},
		{6, `circular dependency: s000 → s001 → s002 → s003 → 2 more → s000`, 6, `"s005" requires "s000"`},
		{100, `s003 → 96 more → s000`, 100, `"s099" requires "s000"`},
		{103, `s003 → 99 more → s000`, 100, `"s099" requires "s100" (and 3 more)`},
	} {
		found := lint(t, deps.Cycle, cycleOf(c.skills))
		if len(found) != 1 {
			t.Fatalf("cycle of %d: %d findings, want 1", c.skills, len(found))
		}
		f := found[0]
		if !strings.Contains(f.Message, c.around) {
			t.Errorf("cycle of %d: %q does not contain %q", c.skills, f.Message, c.around)
		}
		if end := fmt.Sprintf("remove one of these %d dependencies", c.skills); f.Help != end {
			t.Errorf("cycle of %d: help %q, want %q", c.skills, f.Help, end)
		}
		if !f.Flow {
			t.Errorf("cycle of %d: not a flow", c.skills)
		}
		if len(f.Related) != c.steps || f.Related[len(f.Related)-1].Message != c.last {
			t.Errorf("cycle of %d: %d steps, the last %q; want %d and %q",
				c.skills, len(f.Related), f.Related[len(f.Related)-1].Message, c.steps, c.last)
		}
	}
}

// TestManyMissing checks that each of many missing names is compared with the existing ones.
func TestManyMissing(t *testing.T) {
	var wrong strings.Builder
	for i := range 230 {
		fmt.Fprintf(&wrong, "- mail-cleaner%02d\n", i%100)
	}
	found := lint(t, deps.Missing, map[string]string{
		".claude/skills/mail-cleaner/SKILL.md": "name: mail-cleaner\n",
		".claude/agents/user.md":               "name: user\nskills:\n" + wrong.String(),
	})
	near := 0
	for _, f := range found {
		if len(f.Fixes) == 1 {
			near++
		}
	}
	if len(found) != 230 || near != 230 {
		t.Errorf("%d findings, %d with a suggestion; want 230 of both", len(found), near)
	}
}
