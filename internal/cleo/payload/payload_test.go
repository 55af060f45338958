package payload_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/payload"
)

// values replaces words by others, in each part and again in the whole.
type values map[string]string

func (v values) Ranges(source []byte, _, _ string, ranges []analysis.Range) []string {
	var texts []string
	for _, r := range ranges {
		texts = append(texts, v.Whole(string(source[r.Start:r.End])))
	}
	return texts
}

func (v values) Whole(text string) string {
	for name, value := range v {
		text = strings.ReplaceAll(text, name, value)
	}
	return text
}

func text(kind analysis.Kind, path, source string) payload.Text {
	return payload.Text{File: &analysis.File{Path: path, Rel: path, Kind: kind}, Source: []byte(source)}
}

func skill(name, source string, references ...string) payload.Load {
	l := payload.Load{Text: text(analysis.Skill, "skills/"+name+"/SKILL.md", source)}
	l.Name = name
	for i, r := range references {
		l.References = append(l.References, text(analysis.Reference, fmt.Sprintf("skills/%s/references/%d.md", name, i), r))
	}
	return l
}

const small = "---\nname: a\n---\n# A\n\nDo it.\n"

func ptr(t payload.Text) *payload.Text { return &t }

func TestFrames(t *testing.T) {
	base := ptr(text(analysis.Reference, "skills/_shared/subagent-protocol-base.md", "# Base\n\nBe good.\n\n\n"))
	conditional := ptr(text(analysis.Reference, "protocols/research.md", "# Research\n"))
	conditional.Name = "research"
	one, two := skill("a", small), skill("b", "B\n", "r1\n", "r2\n\n")
	tests := []struct {
		name string
		o    payload.Options
		want string
	}{
		{"only the skill", payload.Options{Strategy: payload.Standard, Loads: []payload.Load{one}}, strings.TrimSuffix(small, "\n")},
		{"with the base protocol", payload.Options{Strategy: payload.Standard, Base: base, Loads: []payload.Load{one}},
			"## Subagent Protocol (Auto-injected)\n\n# Base\n\nBe good.\n\n---\n\n## Skill: a\n\n---\nname: a\n---\n# A\n\nDo it."},
		{"with both", payload.Options{Strategy: payload.Standard, Base: base, Conditional: conditional, Stacked: true, Loads: []payload.Load{one}},
			"## Subagent Protocol (Auto-injected)\n\n### Conditional Protocol: research\n\n# Research\n\n---\n\n### Base Protocol\n\n# Base\n\nBe good.\n\n---\n\n## Skill: a\n\n---\nname: a\n---\n# A\n\nDo it."},
		{"without the conditional protocol", payload.Options{Strategy: payload.Standard, Base: base, Stacked: true, Loads: []payload.Load{one}},
			"## Subagent Protocol (Auto-injected)\n\n### Base Protocol\n\n# Base\n\nBe good.\n\n---\n\n## Skill: a\n\n---\nname: a\n---\n# A\n\nDo it."},
		{"without the base", payload.Options{Strategy: payload.Standard, Conditional: conditional, Stacked: true, Loads: []payload.Load{two}},
			"## Subagent Protocol (Auto-injected)\n\n### Conditional Protocol: research\n\n# Research\n\n---\n\n## Skill: b\n\nB"},
		{"several, with references", payload.Options{Strategy: payload.Comprehensive, Base: base, Loads: []payload.Load{two, one}},
			"## Subagent Protocol (Auto-injected)\n\n# Base\n\nBe good.\n\n---\n\n## Skill: b\n\nB\n\nr1\n\nr2\n\n## Skill: a\n\n---\nname: a\n---\n# A\n\nDo it."},
		{"several without protocol", payload.Options{Strategy: payload.Standard, Loads: []payload.Load{two, one}}, "B\n\n---\nname: a\n---\n# A\n\nDo it."},
		{"an empty file", payload.Options{Strategy: payload.Standard, Base: base, Loads: []payload.Load{skill("e", "")}},
			"## Subagent Protocol (Auto-injected)\n\n# Base\n\nBe good.\n\n---\n\n## Skill: e"},
		{"none", payload.Options{Strategy: payload.Auto, Base: base}, ""},
	}
	for _, test := range tests {
		p := payload.New(test.o, values{})
		if diff := cmp.Diff(test.want, p.Prompt); diff != "" || !p.Fits {
			t.Errorf("%s: fits: %v (-want +got)\n%s", test.name, p.Fits, diff)
		}
	}
}

func TestResolved(t *testing.T) {
	p := payload.New(payload.Options{Strategy: payload.Standard, Loads: []payload.Load{skill("a", "ID\n")}}, values{"ID": "is NAME", "NAME": "0123456789"})
	if p.Prompt != "is 0123456789" || p.Tokens.Skills != 4 {
		t.Errorf("%q has %d tokens", p.Prompt, p.Tokens.Skills)
	}
}

func TestCost(t *testing.T) {
	base := ptr(text(analysis.Reference, "p.md", strings.Repeat("x", 400)))
	p := payload.New(payload.Options{Strategy: payload.Standard, Base: base, Protocol: 2_000, Agent: 30, Loads: []payload.Load{skill("a", "abcde\n"), skill("b", "a")}}, values{})
	if want := (payload.Cost{Protocol: 100, Agent: 30, Task: 2_000, Skills: 3, Total: 2_133, Limit: 70_000, SkillsLimit: 15_000}); p.Tokens != want {
		t.Errorf("got %+v, want %+v", p.Tokens, want)
	}
	p = payload.New(payload.Options{Strategy: payload.Standard, Protocol: 2_000, Loads: []payload.Load{skill("a", "abcde\n")}}, values{})
	if p.Tokens.Protocol != 2_000 {
		t.Errorf("without a base protocol: %+v", p.Tokens)
	}
}

func TestMinimal(t *testing.T) {
	lines := strings.Repeat("line\n", 60)
	tests := []struct{ name, source, prompt, form, note string }{
		{"a short file", small, strings.TrimSuffix(small, "\n"), "whole", ""},
		{"a long file", small + lines, small + strings.TrimSuffix(strings.Repeat("line\n", 44), "\n"), "minimal", ""},
		{"inside a fence", "```\n" + lines + "```\n", "```\n" + strings.TrimSuffix(strings.Repeat("line\n", 49), "\n"), "minimal", "the first 50 lines end inside a code block"},
		{"inside the frontmatter", "---\nx: |\n" + strings.Repeat("  y\n", 60) + "---\n", "---\nx: |\n" + strings.TrimSuffix(strings.Repeat("  y\n", 48), "\n"), "minimal", "the first 50 lines end inside the frontmatter"},
		{"line feeds at the end", strings.Repeat("\n", 10) + "x" + strings.Repeat("\n", 60), strings.Repeat("\n", 10) + "x", "minimal", ""},
	}
	for _, test := range tests {
		p := payload.New(payload.Options{Strategy: payload.Minimal, Loads: []payload.Load{skill("a", test.source)}}, values{})
		part := p.Parts[0]
		if p.Prompt != test.prompt || string(part.Form) != test.form || strings.Join(part.Notes, "; ") != test.note {
			t.Errorf("%s: %q, %s, %q", test.name, p.Prompt, part.Form, part.Notes)
		}
	}
}
