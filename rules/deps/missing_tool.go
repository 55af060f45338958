package deps

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/escape"
)

// serverFact is the names of the MCP servers that a plugin.json or a .mcp.json defines.
var serverFact = analysis.NewFact("servers", "names of MCP servers", analysis.PerDocument, analysis.Plugin|analysis.MCP,
	func(pass *analysis.Pass) (names []string, err error) {
		d := pass.Document
		servers := d.Data.Get("mcpServers")
		if servers == nil && d.Kind == analysis.MCP {
			servers = d.Data
		}
		if servers == nil || servers.Kind != analysis.Map {
			return nil, analysis.ErrNoFact
		}
		for _, m := range servers.Members {
			names = append(names, strings.Clone(m.Key))
		}
		return names, nil
	}).MarkShallow()

// A serverTool is a tool of an MCP server in a list of tools: mcp__SERVER__TOOL, or mcp__SERVER for all.
type serverTool struct {
	server, tool string
	at           analysis.Location
}

// toolPrefix precedes the names of tools of MCP servers, and toolPart separates their parts.
const (
	toolPrefix = "mcp__"
	toolPart   = "__"
)

// toolFact is the tools of MCP servers in the frontmatter of a skill, subagent or command.
var toolFact = analysis.NewFact("server-tools", "tools of MCP servers in lists of tools",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command, func(pass *analysis.Pass) ([]serverTool, error) {
		d := pass.Document
		var found []serverTool
		for _, field := range []string{"tools", "allowed-tools", "disallowedTools", "disallowed-tools"} {
			if value := d.Data.Get(field); value != nil && value.Range.Len() > 0 {
				found = append(found, serverTools(d, value.Range)...)
			}
		}
		if len(found) == 0 {
			return nil, analysis.ErrNoFact
		}
		return found, nil
	}).MarkShallow()

func serverTools(d *analysis.Document, in analysis.Range) (found []serverTool) {
	for at := in.Start; len(found) < maxServerTools; {
		n := strings.Index(d.Text(analysis.Range{Start: at, End: in.End}), toolPrefix)
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(toolPrefix)
		for at < in.End && (isToolByte(d.Source[at]) || d.Source[at] == '*') {
			at++
		}
		server, tool, _ := strings.Cut(d.Text(analysis.Range{Start: start + len(toolPrefix), End: at}), toolPart)
		found = append(found, serverTool{strings.Clone(server), strings.Clone(tool), d.At(analysis.Range{Start: start, End: at})})
	}
	return found
}

// maxServerTools limits the tools of a field.
const maxServerTools = 200

// missingTools reports tools of a plugin's own MCP servers that lack the name of the plugin: Claude Code calls them
// mcp__plugin_PLUGIN_SERVER__TOOL.
func missingTools(pass *analysis.Pass) {
	plugins, servers := map[pluginName]string{}, map[pluginName][]string{} // by tree and directory
	for file, p := range registry.PluginFact.All(pass.Store) {
		if path.Base(path.Dir(file.Rel)) != ".claude-plugin" {
			continue
		}
		plugins[pluginName{file.Tree, file.PluginRoot}] = p.Name.Value
	}
	elsewhere := map[pluginName]bool{} // by tree and name: servers that do not belong to a plugin
	for file, names := range serverFact.All(pass.Store) {
		key := pluginName{file.Tree, file.PluginRoot}
		if isOwn := plugins[key] != "" && (file.Kind == analysis.Plugin || path.Dir(file.Rel) == file.PluginRoot); isOwn {
			servers[key] = append(servers[key], names...)
			continue
		}
		for _, name := range names {
			elsewhere[pluginName{file.Tree, name}] = true
		}
	}
	for file, tools := range toolFact.All(pass.Store) {
		key := pluginName{file.Tree, file.PluginRoot}
		for _, t := range tools {
			i := slices.IndexFunc(servers[key], func(name string) bool { return inToolName(name) == t.server })
			if i < 0 || elsewhere[pluginName{file.Tree, servers[key][i]}] {
				continue
			}
			pass.Report(unnamedPlugin(t, plugins[key], file.Tree.Prefix+file.PluginRoot))
		}
	}
}

func unnamedPlugin(t serverTool, plugin, root string) analysis.Diagnostic {
	at := t.at
	written, server := toolPrefix+t.server, toolPrefix+"plugin_"+inToolName(plugin)+"_"+t.server
	meant := server
	if t.tool != "" {
		written, meant = written+toolPart+t.tool, meant+toolPart+t.tool
	}
	return analysis.Diagnostic{Location: &at, Severity: analysis.Warning, About: written, Message: "tool without the name of its plugin: " + quote.Text(written),
		Effect: "Claude Code puts the name of the plugin into those of its tools, so none matches", Help: "write " + quote.Text(meant),
		Group: analysis.Group{Key: "tool " + root + " " + t.server, Message: analysis.Many + " tools without the name of their plugin", Help: "write " + quote.Text(server+toolPart) + " before the names"}}
}

// inToolName returns a name as it is in the name of a tool.
func inToolName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && isToolByte(byte(r)) {
			return r
		}
		return '_'
	}, name)
}

func isToolByte(c byte) bool { return escape.IsAlphanumeric(c) || c == '-' || c == '_' }
