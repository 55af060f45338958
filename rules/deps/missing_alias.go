package deps

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Aliases are names with unknown plugins in the texts of a plugin, such as "/old-name:build": by the plugin and the unknown one.
type aliases map[aliasOf]*alias

type aliasOf struct {
	tree    *analysis.Tree
	own     *component
	unknown string
}

// An alias is the names with an unknown plugin.
type alias struct {
	order []graph.Qualified
}

func (a aliases) add(own *component, tree *analysis.Tree, q graph.Qualified) {
	key := aliasOf{tree, own, q.Plugin}
	if a[key] == nil {
		a[key] = &alias{}
	}
	a[key].order = append(a[key].order, q)
}

// minAliased is the number of a plugin's names from which a text that gives them to an unknown plugin means that plugin.
const minAliased = 2

// noPlugins are prefixes that clients use for all commands of a kind, such as Pi's "/skill:name".
var noPlugins = []string{"skill", "skills", "command", "commands", "agent", "agents", "prompt", "prompts", "plugin", "plugins", "project", "user", "mcp"}

// isFormer reports whether a name is like an earlier one of a plugin: its beginning, or the same first two words.
func isFormer(name, plugin string) bool {
	words := strings.SplitN(plugin, "-", 3)
	return strings.Contains(name, "-") && (strings.HasPrefix(plugin, name+"-") || len(words) == 3 && strings.HasPrefix(name, words[0]+"-"+words[1]+"-"))
}

// meant returns the only plugin that has a name and of which the unknown plugin may be an earlier name, for texts that belong to no
// plugin or to the repository as a whole. Otherwise, it returns the plugin of the text.
func (all *components) meant(own *component, tree *analysis.Tree, q graph.Qualified) *component {
	if own != nil && !slices.Contains(own.homes, ".") {
		return own
	}
	var found *component
	for key, c := range all.plugins {
		if key.tree != tree || !isFormer(q.Plugin, c.plugin) || !slices.Contains(c.names, q.Name) || slices.Contains(c.homes, ".") {
			continue
		}
		if found != nil {
			return own
		}
		found = c
	}
	if found == nil {
		return own
	}
	return found
}

// report reports the unknown plugins of which a plugin's texts name only what the plugin itself has.
func (a aliases) report(pass *analysis.Pass, all *components) {
	for key, found := range a {
		if all.other[pluginName{key.tree, key.unknown}] || slices.Contains(noPlugins, key.unknown) {
			continue
		}
		names := map[string]bool{}
		isForeign := false
		for _, q := range found.order {
			names[q.Name] = true
			isForeign = isForeign || !slices.Contains(key.own.names, q.Name)
		}
		if isForeign || len(names) < minAliased && !isFormer(key.unknown, key.own.plugin) {
			continue
		}
		for _, q := range found.order {
			at, right := q.At, key.own.plugin+":"+q.Name
			d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, About: q.Name, Message: "unknown plugin " + quote.Text(q.Plugin) + " in " + quote.Text(q.Plugin+":"+q.Name),
				Effect: "the name of the plugin is " + quote.Text(key.own.plugin), Help: "did you mean " + quote.Text(right) + "?"}
			d.Group = analysis.Group{Key: strings.Join([]string{key.own.plugin, q.Plugin}, ":"), Message: analysis.Many + " texts name the unknown plugin " + quote.Text(q.Plugin), Help: "write " + quote.Text(key.own.plugin)}
			pass.Report(d)
		}
	}
}
