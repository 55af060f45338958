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
	pass    *analysis.Pass
	tree    *analysis.Tree
	root    string
	own     bool // Claude Code's plugin.json, not a marketplace or another client
	partial bool // a marketplace in an unpacked package that does not contain the plugins
	free    bool // paths need not start with "./"
}

// newPluginPaths returns a check of the paths in a file.
func newPluginPaths(pass *analysis.Pass, file *analysis.File) pluginPaths {
	c := pluginPaths{pass: pass, tree: file.Tree, root: registry.Home(file)}
	if file.Dialect != nil {
		c.own = file.Dialect.Name == "claude-code"
		rules := file.Dialect.Kinds[file.Kind.String()]
		c.free = rules != nil && rules.Undotted
	}
	return c
}

func (c pluginPaths) report(t registry.Text, d analysis.Diagnostic) {
	at := t.Location
	d.Location = &at
	c.pass.Report(d)
}

// component checks the path of a component of a plugin.
func (c pluginPaths) component(p registry.Path) {
	to := p.Value
	effect := "clients do not load " + quote.Text(p.Field) + " from it"
	switch {
	case !registry.IsOwn(to), to == "." && p.Field == "skills", c.own && p.Field == "agents" && path.Ext(to) != ".md": // registry/schema reports these
		return
	case analysis.IsAbsolutePath(to):
		c.report(p.Text, analysis.Diagnostic{Message: "absolute path " + quote.Text(to), Effect: effect,
			Help: `use a path relative to the root of the plugin, starting with "./"`})
		return
	case analysis.LeavesRoot(to):
		c.report(p.Text, analysis.Diagnostic{Message: "path " + quote.Text(to) + " is outside the plugin",
			Effect: "installed plugins do not include it", Help: "move it into the plugin"})
		return
	}
	dotted := c.free || strings.HasPrefix(to, "./")
	switch s := c.tree.Stat(path.Join(c.root, to)); {
	case s == analysis.Absent && isUsual(p):
		at := p.Location
		c.pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Info,
			Message: quote.Text(p.Field) + " points to its default " + quote.Text(to) + ", which does not exist",
			Effect:  "clients load nothing from it", Help: "remove " + quote.Text(p.Field) + ", or create the " + kindOf(to)})
	case s == analysis.Absent && c.free && c.tree.Stat(path.Join(c.root, p.Field, to)) != analysis.Absent: // a name
	case s == analysis.Absent && !isBuilt(to):
		c.missing(p.Text, effect)
	case c.own && p.Field == "hooks" && isUsual(p) && s == analysis.IsFile:
		c.report(p.Text, analysis.Diagnostic{Message: quote.Text(to) + " duplicates the default hooks file",
			Effect: "Claude Code already loads it, and reports a load error for the plugin", Help: `remove it from "hooks"`})
	case !dotted:
		c.dot(p.Text)
	case c.own && p.Field == "skills" && s == analysis.IsFile:
		c.file(p.Text)
	case p.Field == "skills" && s == analysis.IsFolder && c.tree.Walked(path.Join(c.root, to)) && !c.mayContainSkill(path.Join(c.root, to)):
		c.report(p.Text, analysis.Diagnostic{Message: "no SKILL.md in " + quote.Text(to), Effect: effect, Help: "add a SKILL.md, or remove the path"})
	}
}

// kindOf returns the kind of the default path of a component: file or directory.
func kindOf(to string) string {
	if path.Ext(to) != "" {
		return "file"
	}
	return "directory"
}

// isUsual reports whether a path is the default of a component. Plugin generators list it even if it does not exist, which is
// harmless.
func isUsual(p registry.Path) bool {
	switch clean := path.Clean(p.Value); p.Field {
	case "skills", "commands", "agents", "rules", "workflows", "themes":
		return clean == p.Field
	case "hooks":
		return clean == "hooks/hooks.json"
	case "mcpServers":
		return clean == ".mcp.json" || clean == "mcp.json"
	case "contextFileName":
		return clean == "GEMINI.md"
	case "lspServers":
		return clean == ".lsp.json"
	case "apps":
		return clean == ".app.json"
	}
	return false
}

// mayContainSkill reports whether a directory is a skill, or may contain skills.
func (c pluginPaths) mayContainSkill(dir string) bool {
	if c.tree.Unlisted(dir) || c.tree.Exists(path.Join(dir, "SKILL.md")) {
		return true
	}
	for _, name := range c.tree.Entries(dir) {
		if !strings.Contains(name, ".") && c.tree.Stat(path.Join(dir, name, "SKILL.md")) != analysis.Absent {
			return true
		}
	}
	return false
}

// entry checks the path of a plugin in a marketplace, and the paths of its components.
func (c pluginPaths) entry(e *registry.MarketplaceEntry, pluginRoot string) {
	to := e.Source.Value
	if !registry.IsOwn(to) {
		return
	}
	const effect = "clients cannot install the plugin"
	switch {
	case analysis.IsAbsolutePath(to):
		c.report(e.Source, analysis.Diagnostic{Message: "absolute path " + quote.Text(to), Effect: effect,
			Help: `use a path relative to the root of the marketplace, starting with "./"`})
		return
	case analysis.LeavesRoot(to):
		c.report(e.Source, analysis.Diagnostic{Message: "path " + quote.Text(to) + " is outside the marketplace", Effect: effect,
			Help: "move the plugin into the marketplace, or use its repository as the source"})
		return
	}
	dir, s := path.Join(c.root, to), c.tree.Stat(path.Join(c.root, to))
	if pluginRoot != "" && s == analysis.Absent && registry.IsOwn(pluginRoot) && !analysis.IsAbsolutePath(pluginRoot) && !analysis.LeavesRoot(pluginRoot) {
		dir = path.Join(c.root, pluginRoot, to)
		s = c.tree.Stat(dir)
	}
	switch {
	case s == analysis.Absent && c.partial:
		c.unpacked(e.Source)
		return
	case s == analysis.Absent && !isBuilt(to):
		if pluginRoot == "" || strings.HasPrefix(to, "./") {
			c.missing(e.Source, effect)
		} else {
			c.report(e.Source, analysis.Diagnostic{Message: "broken path: " + quote.Text(to) + " does not exist in " + quote.Text(pluginRoot), Effect: effect,
				Help: "use the name of a directory there"})
		}
		return
	case !c.free && !strings.HasPrefix(to, "./") && pluginRoot == "" && to != ".":
		c.dot(e.Source)
	}
	if s != analysis.IsFolder {
		return
	}
	inner := pluginPaths{pass: c.pass, tree: c.tree, root: dir, free: c.free}
	for _, p := range e.Paths {
		inner.component(p)
	}
}
