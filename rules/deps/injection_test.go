package deps

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// compute returns a fact of a document, or nil.
func compute(t *testing.T, fact *analysis.Analyzer, kind analysis.Kind, source string) any {
	t.Helper()
	file := &analysis.File{Path: "x.md", Rel: "x.md", Kind: kind, Dialect: schema.Lookup("cleo")}
	d := load.Document(file, []byte(source), false)
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{markdown.SectionFact.Analyzer, fact} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); err != nil && !errors.Is(err, analysis.ErrNoFact) {
			t.Fatal(err)
		}
	}
	return facts.Value(fact)
}

func TestInjections(t *testing.T) {
	tests := []struct {
		name   string
		kind   analysis.Kind
		source string
		want   []string
	}{
		{"below the heading", analysis.Agent, "## Skill Context\n\n### a (v1.0.0)\n\nx\n\n### `b`\n\n#### c\n\n## d (v1.0.0)\n", []string{"a at 3", "b at 7 loose"}},
		{"numbered, another level", analysis.Agent, "# 2. Skill context:\n## a (v1.0.0)\n", []string{"a at 2"}},
		{"payload", analysis.Agent, "## Skill: a\n\n## Skills: b\n\n## Skill: two words\n", []string{"a at 1 loose"}},
		{"CRLF and a byte order mark", analysis.Agent, "\ufeff---\r\nname: x\r\n---\r\n## Skill: 研究\r\n", []string{"研究 at 4 loose"}},
		{"in code", analysis.Agent, "```\n## Skill: a\n```\n\n`@x/a/SKILL.md`\n", nil},
		{"references", analysis.Agent, "@skills/a/SKILL.md, see @./b/SKILL.md. x@c/SKILL.md @SKILL.md @d/*/SKILL.md @e/README.md\n", []string{"a at 1 inlined", "b at 1 inlined"}},
		{"versions", analysis.Agent, "## Skill: a\n## Skill Context\n### b\n### c (v2)\n### d (x)\n", []string{"a at 1 loose", "b at 3 loose", "c at 4", "d at 5 loose"}},
		{"headings of a skill", analysis.Skill, "## Skill: a\n\n@skills/b/SKILL.md\n", []string{"b at 3 inlined"}},
		{"nothing", analysis.Agent, "", nil},
	}
	for _, test := range tests {
		var got []string
		found, _ := compute(t, injectionFact.Analyzer, test.kind, test.source).([]injection)
		for _, i := range found {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s at %d %s", i.Skill, i.At.Start.Line, map[bool]string{true: "inlined"}[i.Inlined]+map[bool]string{true: "loose"}[i.Loose])))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}

func TestSwitchFact(t *testing.T) {
	for source, want := range map[string]string{
		"disable-model-invocation: true\n":             "1 0",
		"disable-model-invocation: \"On\"\n":           "1 0",
		"disable-model-invocation: 1\ncontext: fork\n": "1 1",
		"disable-model-invocation: false\n":            "none",
		"disable-model-invocation:\ncontext: inline\n": "none",
		"disable-model-invocation: [true]\n":           "none",
	} {
		got := "none"
		if s, ok := compute(t, switchFact.Analyzer, analysis.Skill, "---\n"+source+"---\n").(switches); ok {
			got = fmt.Sprintf("%d %d", min(1, s.Withheld.Start.Line), min(1, s.Forked.Start.Line))
		}
		if got != want {
			t.Errorf("%q: %s, want %s", source, got, want)
		}
	}
}
