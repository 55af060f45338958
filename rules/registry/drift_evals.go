package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// checkEvals reports evaluations with another name than their skill.
func checkEvals(pass *analysis.Pass) {
	skills := map[place]registry.Text{}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		if path.Base(file.Rel) == "SKILL.md" {
			skills[place{file.Tree, path.Dir(file.Rel)}] = h.Name
		}
	}
	for file, e := range registry.EvalsFact.All(pass.Store) {
		dir := path.Dir(path.Dir(file.Rel))
		name := skills[place{file.Tree, dir}]
		d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
		if !d.compares("name") || !differ(e.Skill, name) || e.Skill.Value == path.Base(dir) || strings.HasSuffix(e.Skill.Value, ":"+name.Value) {
			continue
		}
		d.report(e.Skill, name, "the frontmatter", analysis.Diagnostic{Message: "evaluated skill " + quote.Text(e.Skill.Value) + " differs from the frontmatter name " + quote.Text(name.Value),
			Effect: "results are recorded for a skill that does not exist", Help: "use " + quote.Text(name.Value)})
	}
}
