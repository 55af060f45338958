package graph

import (
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

func TestCalls(t *testing.T) {
	dialect := schema.Lookup("triagent")
	tests := []struct {
		text string
		want []string
	}{
		{`load_skill("a")`, []string{"a"}},
		{`load_skill('a-b')`, []string{"a-b"}},
		{`load_skill( name = "a", reason="b")`, []string{"a"}},
		{`load_skill(skill_name="a")`, []string{"a"}},
		{`{"call": "load_skill(\"a\")"}`, []string{"a"}},
		{"load_skill(\n  \"a\")", []string{"a"}},
		{`load_skill("a") and load_skill("b"), load_skill("a")`, []string{"a", "b", "a"}},
		{`load_skill(name)`, nil},
		{`load_skill("")`, nil},
		{`load_skill("a`, nil},
		{`load_skill("a b")`, nil},
		{`load_skill("a')`, nil},
		{`load_skill(`, nil},
		{`reload_skill("a")`, nil},
		{`load_skills("a")`, nil},
		{`load_skill("` + strings.Repeat("a", 400) + `")`, nil},
	}
	for _, test := range tests {
		d := analysis.NewDocument(&analysis.File{Path: "x.md", Dialect: dialect}, []byte(test.text))
		var got []string
		for _, need := range loadSkillCalls(d) {
			got = append(got, need.Name)
			if text := d.Text(need.At.Range); text != need.Name {
				t.Errorf("%s: the place of %q holds %q", test.text, need.Name, text)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// Very many calls are bounded, and cost no more than their text.
func TestCallsAreBounded(t *testing.T) {
	d := analysis.NewDocument(&analysis.File{Path: "x.md"}, []byte(strings.Repeat(`load_skill("a") `, 100_000)+strings.Repeat("load_skill(", 100_000)))
	if got := len(loadSkillCalls(d)); got != maxMentions {
		t.Errorf("%d calls are kept, want %d", got, maxMentions)
	}
}

func TestKindOf(t *testing.T) {
	want := map[string]RelationKind{"skill dependencies": Depends, "skill requires": Depends, "skill agent": Delegates, "skill subagents": Delegates,
		"agent skills": Loads, "agent dependencies": Depends, "registry capabilities.dependencies": Depends, "registry capabilities.chains_to": ChainsTo,
		"persona core_skills": Loads, "persona skills": Loads, "persona on_demand_skills": Lists, "skill depends": Depends, "skill depends_on": Depends}
	for _, name := range schema.Names() {
		d := schema.Lookup(name)
		for i := range d.Dependencies {
			dep := &d.Dependencies[i]
			if got := kindOf(dep); got != want[dep.Kind+" "+dep.Field] {
				t.Errorf("%s: %s %s is %q, want %q", name, dep.Kind, dep.Field, got, want[dep.Kind+" "+dep.Field])
			}
		}
	}
}
