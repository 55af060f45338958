package budget

import (
	"cmp"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
)

// persona adds the start-up cost of a persona. Triagent's code builds its system prompt from the persona's own text and the complete
// core_skills and skills; a tool loads on_demand_skills. The estimate follows the design, where the prompt has a row for each skill.
func (a *adder) persona(node int) {
	n := a.nodes[node]
	own := a.weights[n.File].Tokens
	s := startup{Kind: "persona", Path: n.File.Path, Name: n.Entry.Name, Tokens: own, Everything: own}
	_, count := a.tokenizerOf(n.File)
	atStart := a.skillsOf(node, "core_skills", "skills")
	for _, skill := range atStart {
		if w, ok := a.weights[skill.File]; ok && skill.File.Kind == analysis.Skill {
			title := cmp.Or(w.Title, w.Name)
			s.Tokens += count([]byte("- **"+title+"**: "+w.Description+"\n\n### "+title+"\n")) + w.Body
		}
	}
	s.Everything = s.Tokens
	for _, skill := range a.skillsOf(node, "on_demand_skills") {
		if !containsNode(atStart, skill) && skill.File.Kind == analysis.Skill {
			s.Everything += a.weights[skill.File].Tokens
		}
	}
	s.Skills = len(a.skillsOf(node))
	s.Subagents = len(a.subagents(n, atStart))
	s.Estimate = perPersonaSkill*s.Skills + perSubagent*s.Subagents
	a.startups = append(a.startups, s)
}

func containsNode(nodes []graph.Node, n graph.Node) bool {
	for i := range nodes {
		if nodes[i].File == n.File {
			return true
		}
	}
	return false
}

// subagents returns the names of the subagents that Triagent creates for a persona: from the YAML files of its team and of all
// teams, and from the content of its skills at start-up.
func (a *adder) subagents(persona graph.Node, skills []graph.Node) map[string]bool {
	names := map[string]bool{}
	team := path.Dir(persona.File.Rel)
	for _, n := range a.nodes {
		dir := path.Dir(n.File.Rel)
		if n.Kind == analysis.Agent && n.File.Tree == persona.File.Tree && path.Ext(n.File.Rel) == ".yaml" &&
			(dir == path.Join(team, "_subagents") || dir == path.Join(path.Dir(team), "core/_subagents")) {
			names[n.Entry.Name] = true
		}
	}
	for _, skill := range skills {
		for _, need := range skill.Entry.Needs {
			if need.Field == "subagents" {
				names[need.Name] = true
			}
		}
	}
	return names
}
