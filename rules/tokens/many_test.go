package tokens_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules/tokens"
)

// distinct returns a text with n distinct placeholders.
func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{{NAME_%c%c%c_OF}}\n", 'A'+i/676, 'A'+i/26%26, 'A'+i%26)
	}
	return b.String()
}

// TestManyPlaceholders checks that placeholders beyond the limit are counted, in a skill and in an output.
func TestManyPlaceholders(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{
		{1000, ""}, {1007, "more than 1,000 different placeholders; 7 occurrences of others were not checked"},
	} {
		workspace, err := fixture.Write(t.TempDir(), []fixture.File{
			{Path: "skills/manifest.json", Data: []byte(`{"_meta": {"schemaVersion": "1.0.0"}, "skills": [{"name": "ct-a", "version": "1.0.0", "path": "skills/ct-a"}]}`)},
			{Path: "skills/ct-a/SKILL.md", Data: []byte("---\nname: ct-a\n---\n" + distinct(c.n))},
			{Path: "agent-outputs/MANIFEST.jsonl", Data: []byte(`{"id":"T1-a","file":"T1-a.md","agent_type":"research","key_findings":[]}` + "\n")},
			{Path: "agent-outputs/T1-a.md", Data: []byte("# A\n\n**Task**: T1\n\n" + distinct(c.n))},
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{tokens.Unresolved}})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"skills/ct-a/SKILL.md", "agent-outputs/T1-a.md"} {
			if got := omittedMessage(found, path); got != c.want {
				t.Errorf("%s with %d placeholders: %q, want %q", path, c.n, got, c.want)
			}
		}
	}
}

// TestManyReferences checks that references beyond the limit are counted.
func TestManyReferences(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{
		{1000, ""}, {1007, "more than 1,000 file references; 7 after this one were not checked"},
	} {
		workspace, err := fixture.Write(t.TempDir(), []fixture.File{
			{Path: "skills/manifest.json", Data: []byte(`{"_meta": {"schemaVersion": "1.0.0"}, "skills": [{"name": "ct-a", "version": "1.0.0", "path": "skills/ct-a"}]}`)},
			{Path: "skills/ct-a/SKILL.md", Data: []byte("---\nname: ct-a\n---\n" + strings.Repeat("@x.md\n", c.n))},
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{tokens.Reference}})
		if err != nil {
			t.Fatal(err)
		}
		if got := omittedMessage(found, "skills/ct-a/SKILL.md"); got != c.want {
			t.Errorf("%d references: %q, want %q", c.n, got, c.want)
		}
	}
}

// omittedMessage returns the warning about a limit of a file.
func omittedMessage(found []finding.Finding, path string) string {
	for _, f := range found {
		if f.Place.Path == path && strings.Contains(f.Effect, "not checked") && f.Severity == analysis.Warning {
			return f.Message + "; " + f.Effect
		}
	}
	return ""
}
