package startup

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/schema"
)

// An Entry is a subagent, a command or an MCP server that a client finds.
type Entry struct {
	Name string
	Path string // of the file that defines it
	Text string // an estimate of the text that the model sees; empty: none or unknown
}

// A serverFile is a file of a project that configures MCP servers under a key.
type serverFile struct{ path, key string }

// Subagents returns the subagents that a client finds. listed reports whether its model sees them.
func (c *Client) Subagents(from Source, r Request) (all []Entry, listed bool) {
	return c.entries(from, r, "agent"), c.subagents
}

// Commands returns the commands that a client finds. listed reports whether its model sees them.
func (c *Client) Commands(from Source, r Request) (all []Entry, listed bool) {
	return c.entries(from, r, "command"), c.commands
}

// Servers returns the MCP servers that a project configures. What they add to the context depends on the running server.
func (c *Client) Servers(from Source, r Request) []Entry {
	var all []Entry
	for _, f := range c.servers {
		for _, dir := range upwards(r.Start, r.Project) {
			at := path.Join(dir, f.path)
			b := builder{from: from}
			servers := readSettings(from, at).Get(f.key)
			if path.Ext(at) == ".toml" {
				servers = b.toml(at).Get(f.key)
			}
			if servers == nil || servers.Kind != analysis.Map {
				continue
			}
			for _, m := range servers.Members {
				if !slices.ContainsFunc(all, func(e Entry) bool { return e.Name == m.Key }) {
					all = append(all, Entry{Name: m.Key, Path: at})
				}
			}
		}
	}
	return all
}

// entries returns the files of a kind in the places of the client's dialect: of the project, then of the home directory.
func (c *Client) entries(from Source, r Request, kind string) []Entry {
	var all []Entry
	d := schema.Lookup(c.ID)
	if d == nil {
		return nil
	}
	for i := range d.Discovery {
		p := &d.Discovery[i]
		if p.Kind != kind || !p.IsLiteral() {
			continue
		}
		dirs := []string{}
		switch {
		case p.Scope == "project":
			dirs = upwards(r.Start, r.Project)
		case p.Scope == "user" && r.Home != "":
			dirs = []string{r.Home}
		}
		for _, dir := range dirs {
			all = append(all, entriesIn(from, dir, p, all)...)
		}
	}
	if c == claudeCode {
		all = append(all, pluginEntries(from, r, kind+"s")...)
	}
	return all
}

// pluginEntries returns the subagents or commands of plugins that the settings of the repository enable.
func pluginEntries(from Source, r Request, field string) []Entry {
	var all []Entry
	for _, p := range catalog.ClaudePlugins(from, catalog.Request{Start: r.Start, Project: r.Project, Home: r.Home}) {
		for _, at := range p.Paths(field) {
			files := []string{at}
			if from.List(at) != nil {
				files = findFiles(from, at, "**/*.md", false)
			}
			for _, file := range files {
				if e, ok := entryOf(from, file); ok {
					name := p.Name + ":" + e.Name
					all = append(all, Entry{Name: name, Path: e.Path, Text: "- " + p.Name + ":" + strings.TrimPrefix(e.Text, "- ")})
				}
			}
		}
	}
	return all
}

// entriesIn returns the entries of a place below a directory, without names that exist in before.
func entriesIn(from Source, dir string, p *schema.Place, before []Entry) []Entry {
	root, pattern := p.Directory()
	if root == "" {
		return nil
	}
	if pattern == "" {
		pattern = "*.md"
		if p.Depth != 0 {
			pattern = "**/*.md"
		}
	}
	var all []Entry
	for _, at := range findFiles(from, path.Join(dir, root), pattern, false) {
		e, ok := entryOf(from, at)
		taken := func(other Entry) bool { return other.Name == e.Name }
		if ok && !slices.ContainsFunc(before, taken) && !slices.ContainsFunc(all, taken) {
			all = append(all, e)
		}
	}
	return all
}

// entryOf parses a subagent or command: a file with frontmatter, or a command in TOML.
func entryOf(from Source, at string) (Entry, bool) {
	source, ok := from.Read(at)
	if !ok {
		return Entry{}, false
	}
	var fields *analysis.Value
	if path.Ext(at) == ".toml" {
		b := builder{from: from}
		fields = b.toml(at)
	} else {
		header, _ := splitFrontmatter(string(source))
		fields = yamltree.Parse([]byte(header), analysis.Range{End: len(header)}).Root
	}
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(at), path.Ext(at)), ".agent")
	e := Entry{Name: cmp.Or(textOf(fields, "name"), name), Path: at}
	e.Text = "- " + e.Name
	if description := textOf(fields, "description"); description != "" {
		e.Text += ": " + description
	}
	e.Text += "\n"
	return e, true
}

func textOf(fields *analysis.Value, key string) string {
	if v := fields.Get(key); v.IsString() {
		return strings.TrimSpace(v.Text)
	}
	return ""
}
