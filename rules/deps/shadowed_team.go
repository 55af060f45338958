package deps

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// teams reports skills that personas of some teams do not see, because a folder in which they look
// first has one of the name: once for each, as advice.
func (s *shadows) teams(pass *analysis.Pass) {
	lying, folder := map[site]bearer{}, map[site][]bearer{} // by folder and name; by folder alone
	for _, b := range s.bearers {
		dir := path.Dir(b.file.Rel)
		lying[site{nameIn{b.file.Tree, b.name}, dir}] = b
		all := site{nameIn{b.file.Tree, ""}, dir}
		folder[all] = append(folder[all], b)
	}
	own := map[*analysis.File][]bearer{} // that hide a skill
	seen := map[site]bool{}
	for _, f := range pass.Workspace.Files {
		team := site{nameIn{f.Tree, ""}, path.Dir(f.Rel)}
		if f.Kind != analysis.Persona || seen[team] {
			continue
		}
		seen[team] = true
		for _, pair := range searched(f) {
			for _, first := range folder[site{nameIn{f.Tree, ""}, pair[0]}] {
				if then, ok := lying[site{nameIn{f.Tree, first.name}, pair[1]}]; ok && then.sum != first.sum {
					own[then.file] = append(own[then.file], first)
				}
			}
		}
	}
	for _, b := range s.bearers {
		if hiding := own[b.file]; len(hiding) > 0 {
			pass.Report(teamFinding(b, hiding))
		}
	}
}

// searched returns pairs of folders in which a team's personas look for the skills that they start
// with, one before the other.
func searched(persona *analysis.File) [][2]string {
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

func teamFinding(hidden bearer, own []bearer) analysis.Diagnostic {
	at := hidden.at
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Info,
		Message: fmt.Sprintf("personas find %s in %s first, and not this one, whose text is another; rename one, unless it is to be replaced there",
			quote.Text(hidden.name), foldersOf(own))}
	for _, b := range own[:min(len(own), maxRelated)] {
		d.Related = append(d.Related, analysis.Related{Location: b.at, Message: "the other one"})
	}
	return d
}
