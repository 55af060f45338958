package deps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/schema"
)

var anySkill = &schema.Dependency{Targets: analysis.Skill.String()}

// missingCalls reports calls in texts that load or start what does not exist.
func missingCalls(pass *analysis.Pass, g *graph.Graph) {
	created, searches := createdAgents(g), 0
	known := map[scope][]string{}
	for file, calls := range graph.CallFact.All(pass.Store) {
		if !file.Tree.Walked(".") {
			continue // it may exist outside of the checked paths
		}
		for _, call := range calls {
			if call.Field == graph.StrategyField {
				unknownStrategy(pass, call)
				continue
			}
			rule, kind := anySkill, "skill"
			if call.Field == graph.SpawnField {
				rule, kind = &schema.Dependency{Targets: analysis.Agent.String()}, "subagent"
			}
			if _, ok := g.Resolve(file, call.Name, rule); ok || isKnownCall(file, call, created[file.Tree]) || searches == maxSearches {
				continue
			}
			searches++
			key := scope{tree: file.Tree, folders: kind}
			if known[key] == nil {
				known[key] = append(g.Names(file.Tree, rule.Targets), created[file.Tree]...)
			}
			if d, ok := missingCall(file, call, kind, known[key]); ok {
				pass.Report(d)
			}
		}
	}
}

// strategies are CLEO's loading strategies.
var strategies = []string{"minimal", "standard", "comprehensive"}

// unknownStrategy reports a loading strategy that CLEO does not define.
func unknownStrategy(pass *analysis.Pass, call graph.Need) {
	if slices.Contains(strategies, call.Name) {
		return
	}
	at := call.At
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "unknown loading strategy " + quote.Text(call.Name),
		Effect: "CLEO loads nothing of the skill", Help: "write " + quote.List(strategies, "or")}
	if near, ok := suggest.Best(call.Name, strategies); ok {
		d.Help = fmt.Sprintf("did you mean %s?", quote.Text(near))
	}
	pass.Report(d)
}

// createdAgents returns the names of the subagents that a client creates from skills, by tree.
func createdAgents(g *graph.Graph) map[*analysis.Tree][]string {
	created := map[*analysis.Tree][]string{}
	for _, m := range g.Missing {
		if m.Rule.Targets == analysis.Agent.String() && m.Rule.Missing == analysis.Off.String() {
			created[m.File.Tree] = append(created[m.File.Tree], m.Need.Name)
		}
	}
	return created
}

// isKnownCall reports whether a name is built in, a placeholder, or that of another plugin.
func isKnownCall(file *analysis.File, call graph.Need, created []string) bool {
	var names []string
	if call.Field == graph.SpawnField {
		names = slices.Concat(created, graph.Spawns(file.Dialect).BuiltIn, []string{"string", "str", "subagent", "name"})
	}
	return slices.Contains(names, call.Name) || strings.Contains(call.Name, ":")
}

// missingCall returns the finding for a call. The user may have subagents of Claude Code outside of the repository, so a name is
// reported only if it resembles one of the repository.
func missingCall(file *analysis.File, call graph.Need, kind string, names []string) (analysis.Diagnostic, bool) {
	at := call.At
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Effect: file.Dialect.Title + " reports an error to the model",
		Message: fmt.Sprintf("unknown %s %s in the text", kind, quote.Text(call.Name)), Help: "name an existing " + kind}
	near, ok := suggest.Best(call.Name, names)
	if ok {
		d.Help = fmt.Sprintf("did you mean %s?", quote.Text(near))
	}
	own := file.Dialect.Name == "triagent" // it has no skills and subagents of the user
	if file.Dialect.Name == "cleo" && kind == "skill" {
		d.Effect = "the spawn fails, because the registry does not list the skill"
		own = true // and it takes skills only from the registry
	}
	return d, ok || own && len(names) > 0
}
