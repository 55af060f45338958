package graph_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// A file is a file of a test's workspace.
type file struct {
	rel     string
	kind    analysis.Kind
	dialect string
	source  string
}

func skill(rel, source string) file { return file{rel, analysis.Skill, "agentskills", source} }

// read is a skill of a client that reads "dependencies".
func read(rel, source string) file { return file{rel, analysis.Skill, "cleo", source} }

// graphOf builds the graph of files that all lie in one tree, of which some folders were asked for.
func graphOf(t *testing.T, files []file, asked ...string) *graph.Graph {
	t.Helper()
	tree := analysis.NewTree("")
	for _, dir := range asked {
		tree.MarkWalked(dir)
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.rel, b.rel) })
	w := &analysis.Workspace{}
	facts := map[*analysis.Analyzer][]analysis.StoredFact{}
	for _, f := range files {
		for dir := path.Dir(f.rel); dir != "."; dir = path.Dir(dir) {
			tree.Add(dir, true)
		}
		if f.kind == 0 {
			tree.Add(f.rel, strings.HasSuffix(f.source, "/"))
			continue
		}
		tree.Add(f.rel, false)
		file := &analysis.File{Path: f.rel, Rel: f.rel, Tree: tree, Kind: f.kind, Dialect: schema.Lookup(f.dialect)}
		w.Files = append(w.Files, file)
		d := load.Document(file, []byte(f.source), false)
		for _, a := range []*analysis.Analyzer{graph.EntryFact.Analyzer, registry.Fact.Analyzer} {
			if !a.AppliesTo(f.kind) {
				continue
			}
			pass := analysis.NewPass(context.Background(), a, nil, nil)
			pass.File, pass.Document = file, d
			var set analysis.FactSet
			if err := set.Compute(pass); err != nil {
				t.Fatal(err)
			}
			facts[a] = append(facts[a], analysis.StoredFact{File: file, Value: set.Value(a)})
		}
	}
	var set analysis.FactSet
	for _, a := range []*analysis.Analyzer{registry.ListedFact.Analyzer, graph.Fact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &set, nil)
		pass.Workspace, pass.Store = w, analysis.NewStore(facts)
		if err := set.Compute(pass); err != nil {
			t.Fatal(err)
		}
	}
	return set.Value(graph.Fact.Analyzer).(*graph.Graph)
}

// edges writes each edge and missing name in a line.
func edges(g *graph.Graph) []string {
	var lines []string
	for _, e := range g.Edges {
		lines = append(lines, fmt.Sprintf("%s → %s by %s in %s", g.Nodes[e.From].File.Rel, g.Nodes[e.To].File.Rel, e.Need.Field, e.Need.At.Path))
	}
	for _, m := range g.Missing {
		unseen := map[bool]string{true: ", unseen"}[g.Unseen(m)]
		lines = append(lines, fmt.Sprintf("%s → %s?%s", m.File.Rel, m.Need.Name, unseen))
	}
	return lines
}

const needsB = "---\ndependencies: [b]\n---\n"

func TestGraph(t *testing.T) {
	tests := []struct {
		name  string
		asked []string
		files []file
		want  []string
	}{
		{"by directory", []string{"."}, []file{skill("s/a/SKILL.md", needsB), skill("s/b/SKILL.md", "")},
			[]string{"s/a/SKILL.md → s/b/SKILL.md by dependencies in s/a/SKILL.md"}},
		{"by name", []string{"."}, []file{skill("s/a/SKILL.md", needsB), skill("s/x/SKILL.md", "---\nname: b\n---\n")},
			[]string{"s/a/SKILL.md → s/x/SKILL.md by dependencies in s/a/SKILL.md"}},
		{"the nearest of several", []string{"."}, []file{skill("p/one/a/SKILL.md", needsB), skill("b/SKILL.md", ""),
			skill("p/one/b/SKILL.md", ""), skill("p/two/b/SKILL.md", "")},
			[]string{"p/one/a/SKILL.md → p/one/b/SKILL.md by dependencies in p/one/a/SKILL.md"}},
		{"equally near: the first", []string{"."}, []file{skill("p/a/SKILL.md", needsB), skill("q/b/SKILL.md", ""), skill("r/b/SKILL.md", "")},
			[]string{"p/a/SKILL.md → q/b/SKILL.md by dependencies in p/a/SKILL.md"}},
		{"an agent's plugin", []string{"."}, []file{{"p/agents/x.md", analysis.Agent, "claude-code", "---\nskills: p:b, q:b, q:c\n---\n"},
			skill("p/skills/b/SKILL.md", ""), skill("q/skills/b/SKILL.md", "")},
			[]string{"p/agents/x.md → p/skills/b/SKILL.md by skills in p/agents/x.md",
				"p/agents/x.md → q/skills/b/SKILL.md by skills in p/agents/x.md", "p/agents/x.md → q:c?"}},
		{"an agent is not a skill", []string{"."}, []file{read("s/a/SKILL.md", needsB), {"agents/b.md", analysis.Agent, "claude-code", ""}},
			[]string{"s/a/SKILL.md → b?"}},
		{"a registry's entries, with files and without", []string{"."}, []file{
			{"s/manifest.json", analysis.Registry, "cleo", `{"skills": [
				{"name": "ct-a", "path": "s/a", "capabilities": {"dependencies": ["ct-b", "ct-c"]}},
				{"name": "ct-b", "path": "s/b", "capabilities": {"dependencies": ["ct-a"]}}]}`},
			skill("s/a/SKILL.md", "---\nname: a\n---\n")},
			[]string{"s/a/SKILL.md → s/manifest.json by capabilities.dependencies in s/manifest.json",
				"s/manifest.json → s/a/SKILL.md by capabilities.dependencies in s/manifest.json", "s/manifest.json → ct-c?"}},
		{"beside what was asked for", []string{"s/a"}, []file{read("s/a/SKILL.md", needsB), {rel: "s/b", source: "/"}},
			[]string{"s/a/SKILL.md → b?, unseen"}},
		{"not beside what was asked for", []string{"s"}, []file{read("s/a/SKILL.md", needsB), {rel: ".claude", source: "/"}},
			[]string{"s/a/SKILL.md → b?"}},
		{"in a folder of which only the name is known", []string{".claude/agents"}, []file{
			{".claude/agents/x.md", analysis.Agent, "claude-code", "---\nskills: b\n---\n"}, {rel: ".claude/skills", source: "/"}},
			[]string{".claude/agents/x.md → b?, unseen"}},
		{"in an agent's own folder above", nil, []file{
			{"p/agents/x.md", analysis.Agent, "claude-code", "---\nskills: b\n---\n"}, {rel: ".claude", source: "/"}},
			[]string{"p/agents/x.md → b?, unseen"}},
		{"there, but no part of the workspace", []string{"."}, []file{read("s/a/SKILL.md", needsB), {rel: "s/b/SKILL.md"}},
			[]string{"s/a/SKILL.md → b?, unseen"}},
		{"the root is the skill's own directory", []string{"."}, []file{read("SKILL.md", needsB)}, []string{"SKILL.md → b?, unseen"}},
		{"most names of an unread field are skills", []string{"."}, []file{
			skill("s/a/SKILL.md", "---\ndependencies: [b, c, d]\n---\n"), skill("s/b/SKILL.md", ""), skill("s/c/SKILL.md", "")},
			[]string{"s/a/SKILL.md → s/b/SKILL.md by dependencies in s/a/SKILL.md",
				"s/a/SKILL.md → s/c/SKILL.md by dependencies in s/a/SKILL.md", "s/a/SKILL.md → d?"}},
		{"half of them are", []string{"."}, []file{skill("s/a/SKILL.md", "---\ndependencies: [b, d]\n---\n"), skill("s/b/SKILL.md", "")}, nil},
		{"half of them are the skill itself", []string{"."}, []file{skill("s/a/SKILL.md", "---\ndependencies: [a, b]\n---\n"), skill("s/b/SKILL.md", "")}, nil},
		{"another file has a version", []string{"."}, []file{skill("s/a/SKILL.md", needsB), skill("s/b/SKILL.md", "---\ndependencies: torch>=2\n---\n")}, nil},
		{"another field has a version", []string{"."}, []file{skill("s/a/SKILL.md", needsB), skill("s/b/SKILL.md", "---\nrequires: torch>=2\n---\n")},
			[]string{"s/a/SKILL.md → s/b/SKILL.md by dependencies in s/a/SKILL.md"}},
		{"most names of the tree are packages", []string{"."}, []file{skill("s/a/SKILL.md", needsB), skill("s/b/SKILL.md", "---\ndependencies: [torch]\n---\n")}, nil},
		{"a path", []string{"."}, []file{read("s/a/SKILL.md", "---\ndependencies: [../b]\n---\n")}, []string{"s/a/SKILL.md → ../b?"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, edges(graphOf(t, test.files, test.asked...))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
	}
}
