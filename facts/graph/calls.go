package graph

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// SpawnField is the argument of a call that names a subagent.
const SpawnField = "subagent_type"

// CallFact is the skills and subagents that the text of a file loads or starts by name: load_skill("x") and
// Task(subagent_type="x"), in code and in prose.
var CallFact = analysis.NewFact("call", "skills and subagents that a text loads or starts by name",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Persona|analysis.Reference, readCalls)

var (
	spawned = func() *regexp.Regexp {
		return regexp.MustCompile(`\bsubagent_type["'` + "`" + `\\]{0,2}[ \t]*[:=][ \t]*\\?["'` + "`" + `]([A-Za-z][A-Za-z0-9_:-]{0,80})\\?["'` + "`" + `]`)
	}
	loaded = func() *regexp.Regexp {
		return regexp.MustCompile(`\b[Ll]oad(?:s|ing)?[ \t]+(?:the[ \t]+)?["` + "`" + `]([a-z0-9][a-z0-9_-]{0,80})["` + "`" + `][ \t]+skill\b`)
	}
)

func readCalls(pass *analysis.Pass) ([]Need, error) {
	d := pass.Document
	var found []Need
	if d.Dialect != nil && d.Dialect.Name == "triagent" {
		found = append(loadSkillCalls(d), named(d, loaded(), loadSkillTool)...)
	}
	if d.Dialect != nil && Spawns(d.Dialect) != nil && bytes.Contains(d.Source, []byte(SpawnField)) {
		found = append(found, named(d, spawned(), SpawnField)...)
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	sorting.By(found, func(a, b Need) int { return a.At.Range.Start - b.At.Range.Start })
	return found, nil
}

// named returns the names that a pattern captures, without examples of what is wrong.
func named(d *analysis.Document, pattern *regexp.Regexp, field string) []Need {
	var found []Need
	roles := role.Of(d)
	for _, m := range pattern.FindAllSubmatchIndex(d.Source, maxMentions) {
		r := analysis.Range{Start: m[2], End: m[3]}
		if !roles.IsWrong(m[0]) {
			found = append(found, Need{Name: strings.Clone(d.Text(r)), Field: field, At: d.At(r)})
		}
	}
	return found
}

// Spawns returns the rule of a dialect for subagents that skills name, or nil if it has no subagents.
func Spawns(d *schema.Dialect) *schema.Dependency {
	i := slices.IndexFunc(d.Dependencies, func(dep schema.Dependency) bool { return dep.Kind == "skill" && dep.Targets == "agent" })
	if i < 0 {
		return nil
	}
	return &d.Dependencies[i]
}
