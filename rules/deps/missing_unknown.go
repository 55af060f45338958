package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
)

// isBeginning reports whether a text is cut within a word of a name, as where somebody types it.
func isBeginning(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		rest, ok := strings.CutPrefix(name, text)
		return ok && rest != "" && rest[0] != '-'
	})
}

// hasWorkflow reports whether a plugin has a workflow of a name.
func (c *component) hasWorkflow(tree *analysis.Tree, name string) bool {
	return slices.ContainsFunc(c.homes, func(home string) bool {
		return slices.ContainsFunc(tree.Entries(path.Join(home, "workflows")), func(entry string) bool { return strings.TrimSuffix(entry, path.Ext(entry)) == name })
	})
}

func unknownQualified(q graph.Qualified, names []string, own *component, isOwn bool) analysis.Diagnostic {
	at, whole := q.At, q.Plugin+":"+q.Name
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "unknown skill, command or subagent " + quote.Text(whole),
		Effect: "the plugin " + quote.Text(q.Plugin) + " has nothing of that name", Help: "name an existing one, or remove it"}
	near, ok := suggest.Best(q.Name, names)
	if longer := slices.IndexFunc(names, func(name string) bool { return name == q.Plugin+"-"+q.Name || strings.HasSuffix(name, "-"+q.Name) }); longer >= 0 && !ok {
		near, ok = names[longer], true
	}
	switch {
	case isOwn:
		d.Help = "did you mean " + quote.Text(own.plugin+":"+q.Name) + "?"
	case ok:
		d.Help = "did you mean " + quote.Text(q.Plugin+":"+near) + "?"
	}
	d.Group = analysis.Group{Key: whole, Message: analysis.Many + " texts name the unknown skill, command or subagent " + quote.Text(whole), Help: d.Help}
	return d
}

// lacksPrefixed reports whether a name begins like several names of the plugin, which does not have it.
func (c *component) lacksPrefixed(q graph.Qualified) bool {
	names := c.prefixed[q.Plugin]
	return len(names) >= minFamily && !slices.Contains(names, q.Name) && !slices.Contains(c.names, q.Name) && !isBeginning(q.Name, names)
}

// isOnlyIn reports whether a plugin, which is not the named one, is the only one that has something of a name.
func (all *components) isOnlyIn(own *component, tree *analysis.Tree, q graph.Qualified) bool {
	found := all.owners[pluginName{tree, q.Name}]
	return own != nil && own.plugin != q.Plugin && len(found) == 1 && found[0] == own
}
