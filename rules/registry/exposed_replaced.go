package registry

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// replacing are the fields of plugin.json that replace a default directory, which Claude Code then does not read. The field
// "skills" adds directories.
var replacing = []struct{ field, dir string }{{"commands", "commands"}, {"agents", "agents"}, {"outputStyles", "output-styles"}}

// reportReplaced reports default directories that Claude Code does not read because a plugin lists other paths only.
func reportReplaced(pass *analysis.Pass, file *analysis.File, p *registry.Plugin) {
	home := registry.Home(file)
	for _, r := range replacing {
		dir := path.Join(home, r.dir)
		var first *analysis.Location
		exists, covered := false, false
		for i := range p.Paths {
			if listed := &p.Paths[i]; listed.Field == r.field {
				at := path.Join(home, listed.Value)
				exists = exists || file.Tree.Exists(at)
				covered = covered || link.Inside(dir, at) || at == dir
				if first == nil {
					first = &listed.Location
				}
			}
		}
		lost := componentsIn(file.Tree, dir)
		if first == nil || !exists || covered || len(lost) == 0 {
			continue
		}
		pass.Report(analysis.Diagnostic{Location: first, Severity: analysis.Warning,
			Message: fmt.Sprintf("%q replaces the default directory %s", r.field, quote.Text(r.dir)),
			Effect:  "Claude Code does not load " + quote.Plural(len(lost), "file") + " in it, such as " + quote.Text(path.Base(lost[0])),
			Help:    "add " + quote.Text("./"+r.dir+"/") + " to the list, or move the files"})
	}
}

// componentsIn returns the Markdown files in a directory.
func componentsIn(tree *analysis.Tree, dir string) []string {
	return slices.DeleteFunc(slices.Clone(analysis.Below(tree.All(), dir)), func(rel string) bool {
		return !strings.HasSuffix(rel, ".md") || strings.EqualFold(path.Base(rel), "README.md")
	})
}

// rootFiles are files in the root of a plugin that Claude Code does not read, and where it reads them.
var rootFiles = []struct{ name, place, field string }{{"hooks.json", "hooks/hooks.json", "hooks"}, {"mcp.json", ".mcp.json", "mcpServers"}, {"lsp.json", ".lsp.json", "lspServers"}}

// reportRootFiles reports files in the root of a plugin that Claude Code does not read.
func reportRootFiles(pass *analysis.Pass, file *analysis.File, p *registry.Plugin) {
	home := registry.Home(file)
	for _, f := range rootFiles {
		at := path.Join(home, f.name)
		listed := slices.ContainsFunc(p.Paths, func(l registry.Path) bool { return l.Field == f.field })
		if listed || p.Inline || !file.Tree.IsFile(at) || file.Tree.Exists(path.Join(home, f.place)) {
			continue
		}
		pass.Report(analysis.Diagnostic{Location: &p.At, About: f.name, Severity: analysis.Warning,
			Message: quote.Text(f.name) + " in the root of the plugin is not read", Effect: "Claude Code reads " + quote.Text(f.place),
			Help: "move it to " + quote.Text(f.place) + ", or list it in " + quote.Text(f.field)})
	}
}
