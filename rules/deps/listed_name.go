package deps

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// ListedName reports names in a list of skills, commands or subagents that nothing bears.
//
// A table of skills in an instruction file or in a router skill is how an agent finds the others. When a skill is renamed
// or removed, its row stays. The agent looks for the name, finds nothing, and guesses.
//
// A list or a column of a table counts if at least four of its names, and three of four, are names of skills, commands or subagents
// of the same repository. The others are reported together. READMEs and guides of the repository and of its plugins are checked, too.
//
// Severity:
//   - warning if at least eight names of the list exist, or if a name is similar to an existing one, or shares its first or last word with
//     the path of the file and with at least four names
//   - info for other names
//
// Not reported:
//   - names that a file or directory of the repository has, single words, and commands of the client
//   - items, columns and sections that speak of plans, other repositories, plugins, or what was removed
//   - lists in code, examples and templates
//   - lists in a run that checks only a part of the repository
var ListedName = &analysis.Analyzer{
	Name:     "deps/listed-name",
	Doc:      "name in a list of skills that nothing bears",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "Claude Code's pages on skills, commands and sub-agents: each is found by its name"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer, listFact.Analyzer, registry.PluginFact.Analyzer, registry.MarketplaceFact.Analyzer},
	Run:      listedNames,
}

// Numbers of names of a list that must exist, and from which on the list is certainly one of names.
const (
	minResolved = 4
	minCertain  = 8
)

func listedNames(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	known := map[*analysis.Tree]*knownNames{}
	for file, lists := range listFact.All(pass.Store) {
		if !file.Tree.Walked(".") {
			continue // it may exist outside of the checked paths
		}
		if known[file.Tree] == nil {
			known[file.Tree] = newKnownNames(g, file.Tree)
		}
		if isCopied(file.Rel) {
			continue
		}
		for _, list := range lists {
			known[file.Tree].check(pass, file.Rel, list)
		}
	}
	checkPages(pass, g, known)
	return nil
}

// check reports the names of a list that nothing bears.
func (k *knownNames) check(pass *analysis.Pass, rel string, list namedList) {
	resolved, kinds := 0, map[string]int{}
	var unknown []listedName
	seen := map[string]bool{}
	for _, n := range list {
		name := bare(n.name)
		kind := cmp.Or(k.kinds[strings.TrimLeft(n.name, "/@")], k.kinds[name])
		switch {
		case seen[name]:
		case kind != "":
			kinds[kind]++
			resolved++
		case n.isLink: // the file decides, and links/broken reports that it does not exist
		case n.hasWords() && !k.isElsewhere(n.name) && !k.exists(name):
			unknown = append(unknown, n)
		}
		seen[name] = true
	}
	if len(unknown) == 0 || resolved < minResolved || resolved < 3*len(unknown) {
		return
	}
	kind := "skill"
	for _, other := range []string{"command", "subagent"} {
		if kinds[other] > kinds[kind] {
			kind = other
		}
	}
	first := unknown[0]
	d := analysis.Diagnostic{Location: &first.at, Effect: "the agent looks for it and finds nothing",
		Message: fmt.Sprintf("list of %ss names an unknown one: %s", kind, quote.Text(first.name)), Help: "remove it, or write its present name"}
	if len(unknown) > 1 {
		d.Message = fmt.Sprintf("list of %ss names %d unknown ones: %s and %d more", kind, len(unknown), quote.Text(first.name), len(unknown)-1)
		d.Help = "remove them, or write their present names"
	}
	if resolved < minCertain && !slices.ContainsFunc(unknown, func(n listedName) bool { return k.isMeant(rel, n.name) }) {
		d.Severity = analysis.Info
	}
	if near, ok := k.near(bare(first.name)); ok {
		d.Help = fmt.Sprintf("did you mean %s?", quote.Text(strings.TrimSuffix(first.name, bare(first.name))+near))
	}
	for _, n := range unknown[1:] {
		d.Related = append(d.Related, analysis.Related{Location: n.at, Message: quote.Text(n.name) + " is unknown, too"})
	}
	pass.Report(d)
}
