package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// A pluginPaths checks the paths of a plugin or marketplace.
type pluginPaths struct {
	pass *analysis.Pass
	tree *analysis.Tree
	root string
}

func (c pluginPaths) report(t registry.Text, message string, fixes ...analysis.SuggestedFix) {
	at := t.Location
	c.pass.Report(analysis.Diagnostic{Location: &at, Message: message, SuggestedFixes: fixes})
}

// component checks where a component of a plugin lies.
func (c pluginPaths) component(p registry.Path) {
	to, what := p.Value, quote.Text(p.Field)
	switch {
	case !isOwn(to), to == "." && p.Field == "skills":
		return
	case analysis.IsAbsolutePath(to):
		c.report(p.Text, quote.Text(to)+" is a place on one machine, so elsewhere nothing of "+what+" is loaded; write a path from the plugin's root, with ./ before it")
		return
	case analysis.LeavesRoot(to):
		c.report(p.Text, quote.Text(to)+" leads out of the plugin, which is copied without what lies beside it, so nothing of "+what+" is loaded; put it into the plugin")
		return
	}
	dotted := strings.HasPrefix(to, "./")
	switch s := c.tree.Look(path.Join(c.root, to)); {
	case s == analysis.Absent && isUsual(p):
		at := p.Location
		c.pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Info,
			Message: quote.Text(to) + " is not there; it is looked for without being named, so remove it, or add what it names"})
	case s == analysis.Absent && !isBuilt(to):
		c.nothing(p.Text, "", "nothing of "+what+" is loaded")
	case !dotted:
		c.dot(p.Text)
	case p.Field == "skills" && s == analysis.IsFolder && c.tree.Walked(path.Join(c.root, to)) && !c.holdsSkill(path.Join(c.root, to)):
		c.report(p.Text, quote.Text(to)+" has no SKILL.md, and no folder with one, so nothing of it is loaded; add one, or remove the path")
	}
}

// isUsual reports whether a path is the one where a component lies unless the plugin says otherwise.
// Tools that write plugins name it whether there is something or not, and nothing is lost by it.
func isUsual(p registry.Path) bool {
	switch clean := path.Clean(p.Value); p.Field {
	case "skills", "commands", "agents", "workflows", "themes":
		return clean == p.Field
	case "hooks":
		return clean == "hooks/hooks.json"
	case "mcpServers":
		return clean == ".mcp.json"
	case "lspServers":
		return clean == ".lsp.json"
	case "apps":
		return clean == ".app.json"
	}
	return false
}

// holdsSkill reports whether a folder is a skill or holds some, or may do so.
func (c pluginPaths) holdsSkill(dir string) bool {
	if c.tree.Unlisted(dir) || c.tree.Exists(path.Join(dir, "SKILL.md")) {
		return true
	}
	for _, name := range c.tree.Entries(dir) {
		if !strings.Contains(name, ".") && c.tree.Look(path.Join(dir, name, "SKILL.md")) != analysis.Absent {
			return true
		}
	}
	return false
}

// dot reports a path that lacks "./".
func (c pluginPaths) dot(t registry.Text) {
	c.report(t, quote.Text(t.Value)+` does not begin with "./" as paths in a plugin or marketplace must, so it is not taken for one; write `+quote.Text("./"+t.Value),
		write(t, "./"+t.Value, true)...)
}

// nothing reports a path that leads nowhere.
func (c pluginPaths) nothing(t registry.Text, below, effect string) {
	rel := path.Join(c.root, below, t.Value)
	if other := c.tree.OtherCase(rel); other != "" {
		meant := "./" + strings.TrimPrefix(other[max(0, len(other)-len(path.Clean(t.Value))):], "/")
		c.report(t, quote.Text(t.Value)+" is not there in this case, so "+effect+"; write "+quote.Text(meant), write(t, meant, false)...)
		return
	}
	c.report(t, quote.Text(t.Value)+" is not there, so "+effect+"; write a path that exists, or remove it")
}

// entry checks where a plugin of a marketplace lies, and its components.
func (c pluginPaths) entry(e *registry.MarketplaceEntry, pluginRoot string) {
	to := e.Source.Value
	if !isOwn(to) {
		return
	}
	const effect = "the plugin cannot be installed"
	switch {
	case analysis.IsAbsolutePath(to):
		c.report(e.Source, quote.Text(to)+" is a place on one machine, so elsewhere "+effect+"; write a path from the marketplace's root, with ./ before it")
		return
	case analysis.LeavesRoot(to):
		c.report(e.Source, quote.Text(to)+" leads out of the marketplace, so "+effect+"; put the plugin into it, or name its repository")
		return
	}
	dir, s := path.Join(c.root, to), c.tree.Look(path.Join(c.root, to))
	if pluginRoot != "" && s == analysis.Absent && isOwn(pluginRoot) && !analysis.IsAbsolutePath(pluginRoot) && !analysis.LeavesRoot(pluginRoot) {
		dir = path.Join(c.root, pluginRoot, to)
		s = c.tree.Look(dir)
	}
	switch {
	case s == analysis.Absent && !isBuilt(to):
		if pluginRoot == "" || strings.HasPrefix(to, "./") {
			c.nothing(e.Source, "", effect)
		} else {
			c.report(e.Source, quote.Text(to)+" is not below "+quote.Text(pluginRoot)+", so "+effect+"; write the name of a folder there")
		}
		return
	case !strings.HasPrefix(to, "./") && pluginRoot == "" && to != ".":
		c.dot(e.Source)
	}
	if s != analysis.IsFolder {
		return
	}
	inner := pluginPaths{c.pass, c.tree, dir}
	for _, p := range e.Paths {
		inner.component(p)
	}
}
