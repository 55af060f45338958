package deps

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// unlistedSkills reports the skills of teams that no persona lists. Teams with an unreadable persona, or without any list, are skipped.
func unlistedSkills(pass *analysis.Pass, g *graph.Graph) {
	type team struct {
		tree *analysis.Tree
		dir  string
	}
	personas, listed := map[team]int{}, map[int]bool{}
	lists := map[team]bool{} // teams with a persona that lists a skill
	for _, n := range g.Nodes {
		if n.Kind == analysis.Persona {
			personas[team{n.File.Tree, path.Dir(n.File.Rel)}]++
		}
	}
	for _, e := range g.Edges {
		if g.Nodes[e.From].Kind == analysis.Persona {
			listed[e.To] = true
			from := g.Nodes[e.From].File
			lists[team{from.Tree, path.Dir(from.Rel)}] = true
		}
	}
	unreadable := map[*analysis.Tree]bool{}
	for t, n := range personas {
		for _, name := range t.tree.Entries(t.dir) {
			if strings.HasPrefix(name, "_persona_") && path.Ext(name) == ".yaml" {
				n--
			}
		}
		unreadable[t.tree] = unreadable[t.tree] || n != 0 || !t.tree.Walked(t.dir)
	}
	for i, n := range g.Nodes {
		at := team{n.File.Tree, path.Dir(path.Dir(n.File.Rel))}
		if n.Kind != analysis.Skill || listed[i] || n.File.Dialect == nil || n.File.Dialect.Name != "triagent" || unreadable[at.tree] || !lists[at] {
			continue
		}
		where := n.Entry.At
		pass.Report(analysis.Diagnostic{Location: &where, Message: "no persona lists the skill " + quote.Text(g.Label(i)),
			Effect: n.File.Dialect.Title + " neither loads nor offers it", Help: "add it to a list of a persona, or remove it"})
	}
}
