package deps

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// teams reports skills that are hidden from the personas of a team by a skill in a directory that is searched first. Each
// skill is reported once.
func (s *shadows) teams(pass *analysis.Pass) {
	named, all := map[site]namedSkill{}, map[site][]namedSkill{} // by directory and name, by directory
	for _, b := range s.skills {
		dir := path.Dir(b.file.Rel)
		named[site{treeName{b.file.Tree, b.name}, dir}] = b
		at := site{treeName{b.file.Tree, ""}, dir}
		all[at] = append(all[at], b)
	}
	own := map[*analysis.File][]namedSkill{} // the skills that hide a skill
	seen := map[site]bool{}
	for _, f := range pass.Workspace.Files {
		team := site{treeName{f.Tree, ""}, path.Dir(f.Rel)}
		if f.Kind != analysis.Persona || seen[team] {
			continue
		}
		seen[team] = true
		for _, pair := range searchPairs(f) {
			for _, first := range all[site{treeName{f.Tree, ""}, pair[0]}] {
				if then, ok := named[site{treeName{f.Tree, first.name}, pair[1]}]; ok && then.sum != first.sum {
					own[then.file] = append(own[then.file], first)
				}
			}
		}
	}
	for _, b := range s.skills {
		if hiding := own[b.file]; len(hiding) > 0 {
			pass.Report(teamFinding(b, hiding))
		}
	}
}

// searchPairs returns pairs of directories that a team's personas search for preloaded skills, in order.
func searchPairs(persona *analysis.File) [][2]string {
	if persona.Dialect == nil {
		return nil
	}
	var pairs [][2]string
	for _, rule := range persona.Dialect.Dependencies {
		if rule.Kind != persona.Kind.String() || rule.When != "start" {
			continue
		}
		for i, dir := range rule.In {
			if i > 0 && !strings.Contains(rule.In[0]+dir, "{") {
				team := path.Dir(persona.Rel)
				pairs = append(pairs, [2]string{path.Join(team, rule.In[0]), path.Join(team, dir)})
			}
		}
	}
	return pairs
}

func teamFinding(hidden namedSkill, own []namedSkill) analysis.Diagnostic {
	at := hidden.at
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Info,
		Message: fmt.Sprintf("skill %s is shadowed by %s", quote.Text(hidden.name), directoriesOf(own)),
		Effect:  "personas load their team's skill, whose text differs",
		Help:    "rename one of them, unless this is intended"}
	for _, b := range own[:min(len(own), maxRelated)] {
		d.Related = append(d.Related, analysis.Related{Location: b.at, Message: "other skill"})
	}
	return d
}
