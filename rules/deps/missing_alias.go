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
		if isForeign || len(names) < minAliased {
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
