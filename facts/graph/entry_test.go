package graph_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

func entries(t *testing.T, f *analysis.File, source string) []graph.Entry {
	t.Helper()
	f.Path = f.Rel
	d := load.Document(f, []byte(source), false)
	pass := analysis.NewPass(context.Background(), graph.EntryFact.Analyzer, nil, nil)
	pass.Document, pass.File = d, f
	var facts analysis.FactSet
	if err := facts.Compute(pass); err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	found := facts.Value(graph.EntryFact.Analyzer).([]graph.Entry)
	return found
}

// show writes an entry in one line: names, place, and each need with its field and place.
func show(e graph.Entry) string {
	at := func(l analysis.Location) string {
		return fmt.Sprintf("%d:%d-%d", l.Start.Line, l.Start.Column, l.End.Column)
	}
	text := strings.Join(e.Names, "|") + " " + at(e.At)
	if e.Path != "" {
		text += " in " + e.Path
	}
	for _, n := range e.Needs {
		text += fmt.Sprintf("; %s %q %s", n.Field, n.Name, at(n.At))
	}
	return text
}

func TestEntries(t *testing.T) {
	tests := []struct {
		name, dialect string
		kind          analysis.Kind
		rel, source   string
		want          []string
	}{
		{"a skill", "agentskills", analysis.Skill, "skills/deploy/SKILL.md", "---\nname: deploy\n---\n", []string{"deploy 2:7-13"}},
		{"another name than its directory", "agentskills", analysis.Skill, "skills/deploy/SKILL.md", "---\nname: \" ship \"\n---\n", []string{"ship|deploy 2:7-15"}},
		{"no name", "agentskills", analysis.Skill, "skills/deploy/SKILL.md", "---\ndescription: x\n---\n", []string{"deploy 1:1-4"}},
		{"no header", "agentskills", analysis.Skill, "skills/deploy/SKILL.md", "# Deploy\n", []string{"deploy 1:1-9"}},
		{"a header that does not parse", "agentskills", analysis.Skill, "skills/deploy/SKILL.md", "---\nname: [\n---\n", []string{"deploy 1:1-4"}},
		{"in the root", "agentskills", analysis.Skill, "SKILL.md", "", []string{"SKILL 1:1-1"}},
		{"a flat skill", "triagent", analysis.Skill, "omnia/core/team_context.md", "---\nname: team\n---\n", []string{"team|team_context 2:7-11"}},
		{"a normalised name", "duyetbot", analysis.Skill, ".claude/skills/fix.md", "---\nname: Fix_It!\n---\n", []string{"fix-it|fix 2:7-14"}},
		{"a name of which nothing is left", "duyetbot", analysis.Skill, ".claude/skills/fix.md", "---\nname: 修\n---\n", []string{"fix 2:7-8"}},
		{"an agent's directory", "cleo", analysis.Agent, "agents/lead/AGENT.md", "---\nname: lead\nskills: [a, b]\n---\n",
			[]string{`lead 2:7-11; skills "a" 3:10-11; skills "b" 3:13-14`}},
		{"names between commas", "claude-code", analysis.Agent, ".claude/agents/x.md", "---\nname: é\nskills: a,  b-c ,\n---\n",
			[]string{`é|x 2:7-8; skills "a" 3:9-10; skills "b-c" 3:13-16`}},
		{"names between commas and quotation marks", "claude-code", analysis.Agent, "a/x.agent.md", "---\nskills: \"a, b\"\n---\n",
			[]string{`x 1:1-4; skills "a" 2:10-11; skills "b" 2:13-14`}},
		{"names between commas over two lines", "claude-code", analysis.Agent, "a/x.md", "---\nskills: a,\n  b\n---\n",
			[]string{`x 1:1-4; skills "a" 2:9-4; skills "b" 2:9-4`}},
		{"all fields of a skill", "agentskills", analysis.Skill, "skills/x/SKILL.md",
			"---\ndependencies: [a]\ndepends: b\ndepends_on:\n  - c\nrequires: [\"d\"]\ncapabilities:\n  dependencies: [e]\nchains_to: [f]\n---\n",
			[]string{`x 1:1-4; dependencies "a" 2:16-17; depends "b" 3:10-11; depends_on "c" 5:5-6; requires "d" 6:12-15; capabilities.dependencies "e" 8:18-19`}},
		{"what is no name", "agentskills", analysis.Skill, "skills/x/SKILL.md", "---\ndependencies: [1, {a: b}, \"\", ~]\ndepends: {a: b}\nrequires: 3\n---\n", []string{"x 1:1-4"}},
		{"a persona", "triagent", analysis.Persona, "omnia/_persona_developer.yaml", "core_skills:\n  - a\nskills: [b]\non_demand_skills: []\n",
			[]string{`developer 1:1-13; core_skills "a" 2:5-6; skills "b" 3:10-11`}},
		{"a registry", "cleo", analysis.Registry, "skills/manifest.json",
			`{"skills": [{"name": "a", "path": "skills/a", "capabilities": {"dependencies": ["b"], "chains_to": ["c"]}}, {"path": "x"}, 3, {"name": "b"}]}`,
			[]string{`a 1:22-25 in skills/a; capabilities.dependencies "b" 1:81-84; capabilities.chains_to "c" 1:101-104`, "b 1:136-139"}},
		{"a registry that does not parse", "cleo", analysis.Registry, "skills/manifest.json", `{"skills": [`, nil},
	}
	for _, test := range tests {
		f := &analysis.File{Rel: test.rel, Kind: test.kind, Dialect: schema.Lookup(test.dialect)}
		var got []string
		for _, e := range entries(t, f, test.source) {
			got = append(got, show(e))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}
