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

// StrategyField is the argument of a call of CLEO's that says how much of a skill is loaded.
const StrategyField = "loading_strategy"

// CallFact is the skills and subagents that the text of a file loads or starts by name: load_skill("x"), @agent-x and
// Task(subagent_type="x"), in code and in prose.
var CallFact = analysis.NewFact("call", "skills and subagents that a text loads or starts by name",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Persona|analysis.Reference|analysis.Instructions, readCalls)

var (
	spawned = func() *regexp.Regexp {
		return regexp.MustCompile(`\bsubagent_type["'` + "`" + `\\]{0,2}[ \t]*[:=][ \t]*\\?["'` + "`" + `]([A-Za-z][A-Za-z0-9_:-]{0,80})\\?["'` + "`" + `]`)
	}
	mentioned = func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(?:^|[^\w/@])@agent-([a-z][a-z0-9-]{1,60})(?:[^\w:/-]|$)`)
	}
	loaded = func() *regexp.Regexp {
		return regexp.MustCompile(`\b[Ll]oad(?:s|ing)?[ \t]+(?:the[ \t]+)?["` + "`" + `]([a-z0-9][a-z0-9_-]{0,80})["` + "`" + `][ \t]+skill\b`)
	}
	// loads matches functions and commands of CLEO's orchestrator. The first group is a list of skills, the second a strategy.
	loads = func() []*regexp.Regexp {
		const (
			task   = `[ \t]+(?:"[^"\n]{1,40}"|[$A-Za-z][^"\s]{0,40})`
			skills = `[ \t]+(?:"([a-z0-9][a-z0-9_,-]{0,200})"|(ct-[a-z0-9,-]{1,200}))`
			spawn  = `\borchestrat(?:e|or)[ \t]+spawn[ \t][^\n|;&#]{0,200}?[ \t]`
		)
		return []*regexp.Regexp{
			regexp.MustCompile(`\b(?:orchestrator_spawn_subagent` + task + `|skill_load_content)` + skills + `(?:[ \t]+"?([A-Za-z_-]{1,40})\b"?)?`),
			regexp.MustCompile(`\b(?:orchestrator_spawn_for_task` + task + `|skill_get_path|skill_prepare_spawn)` + skills),
			regexp.MustCompile(spawn + `--(?:skills?|template)[ =]"?()(ct-[a-z0-9,-]{1,200})`),
			regexp.MustCompile(spawn + `--()()strategy[ =]"?([A-Za-z_-]{1,40})`),
		}
	}
)

func readCalls(pass *analysis.Pass) ([]Need, error) {
	d := pass.Document
	var found []Need
	if d.Dialect != nil && d.Dialect.Name == "triagent" {
		found = append(loadSkillCalls(d), named(d, loaded(), loadSkillTool)...)
	}
	if d.Dialect != nil && d.Dialect.Name == "cleo" && !d.Dialect.IsLater() {
		found = append(found, loadContentCalls(d)...)
	}
	if d.Dialect != nil && Spawns(d.Dialect) != nil && bytes.Contains(d.Source, []byte(SpawnField)) {
		found = append(found, named(d, spawned(), SpawnField)...)
	}
	if d.Dialect != nil && d.Dialect.Name == "claude-code" && bytes.Contains(d.Source, []byte("@agent-")) {
		found = append(found, named(d, mentioned(), SpawnField)...)
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	sorting.By(found, func(a, b Need) int { return a.At.Range.Start - b.At.Range.Start })
	return found, nil
}

// loadContentCalls returns the skills and strategies that calls of CLEO's orchestrator name.
func loadContentCalls(d *analysis.Document) []Need {
	if !slices.ContainsFunc([]string{"orchestrat", "skill_"}, func(s string) bool { return bytes.Contains(d.Source, []byte(s)) }) {
		return nil
	}
	var found []Need
	roles := role.Of(d)
	for _, pattern := range loads() {
		for _, m := range pattern.FindAllSubmatchIndex(d.Source, maxMentions) {
			if roles.IsWrong(m[0]) {
				continue
			}
			for i := 2; i < len(m); i += 2 {
				if at := (analysis.Range{Start: m[i], End: m[i+1]}); at.Start >= 0 && at.Len() > 0 {
					found = append(found, namesAt(d, at, i == 6)...)
				}
			}
		}
	}
	return found
}

// namesAt returns the skills of a list, or the strategy, at a place.
func namesAt(d *analysis.Document, at analysis.Range, isStrategy bool) []Need {
	if isStrategy {
		return []Need{{Name: strings.Clone(d.Text(at)), Field: StrategyField, At: d.At(at)}}
	}
	var found []Need
	start := at.Start
	for name := range strings.SplitSeq(d.Text(at), ",") {
		r := analysis.Range{Start: start, End: start + len(name)}
		if start = r.End + 1; name != "" {
			found = append(found, Need{Name: strings.Clone(name), Field: loadContent, At: d.At(r)})
		}
	}
	return found
}

// loadContent is the function that loads a skill in CLEO.
const loadContent = "skill_load_content"

// named returns the names that a pattern captures, without examples of what is wrong.
func named(d *analysis.Document, pattern *regexp.Regexp, field string) []Need {
	matches := pattern.FindAllSubmatchIndex(d.Source, maxMentions)
	if len(matches) == 0 {
		return nil
	}
	var found []Need
	roles := role.Of(d)
	for _, m := range matches {
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
