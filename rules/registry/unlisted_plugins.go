package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// plugins reports duplicate and missing plugins of a marketplace.
func (c *lists) plugins(file *analysis.File, m *registry.Marketplace, all map[*analysis.File]registry.Plugin) {
	root := registry.Home(file)
	names, listed, parents := map[string]registry.Text{}, map[string]bool{}, map[string]int{}
	for i := range m.Entries {
		e := &m.Entries[i]
		if first, again := names[e.Name.Value]; again && e.Name.Value != "" {
			c.reportDuplicate(e.Name, first, "duplicate plugin name", file.Dialect.Title+" cannot install one of the plugins", "rename or remove one")
		}
		names[e.Name.Value] = e.Name
		to := e.Source.Value
		if !registry.IsOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
			continue
		}
		for _, dir := range m.Sources(file, to) {
			if !listed[dir] && file.Tree.IsDir(dir) && dir != root {
				parents[path.Dir(dir)]++
			}
			listed[dir] = true
		}
	}
	var left []string
	var related []analysis.Related
	gone := retired(file.Tree.Read(path.Join(root, "README.md"), maxReadme))
	for _, f := range c.plugged {
		p, dir := all[f], registry.Home(f)
		if f.Tree != file.Tree || f.Dialect != file.Dialect || listed[dir] || parents[path.Dir(dir)] < 2 || isUnlistable(path.Base(dir)) {
			continue
		}
		if _, elsewhere := names[p.Name.Value]; elsewhere || registry.IsDeprecated(p.Description.Value) || gone[path.Base(dir)] {
			continue // it has its own repository, or is no longer offered
		}
		left = append(left, below(root, dir))
		related = append(related, analysis.Related{Location: p.At, Message: "not listed"})
	}
	d := analysis.Diagnostic{Related: related, Effect: file.Dialect.Title + " cannot install it from here", Help: "add it to the marketplace"}
	switch {
	case len(left) == 1:
		d.Message = "plugin " + quote.Text(left[0]) + " is not listed in the marketplace"
		c.warn(m.List, d)
	case len(left) > 1:
		d.Message = "plugins " + quote.List(left, "and") + " are not listed in the marketplace"
		d.Effect, d.Help = file.Dialect.Title+" cannot install them from here", "add them to the marketplace"
		c.warn(m.List, d)
	}
}

// maxReadme limits the README that is searched for retired plugins.
const maxReadme = 256 << 10

// retired returns the names in code or in links on the lines of a README that state that something is no longer offered.
func retired(readme []byte) map[string]bool {
	names := map[string]bool{}
	for line := range strings.Lines(string(readme)) {
		if lower := strings.ToLower(line); !strings.Contains(lower, "retired") && !strings.Contains(lower, "deprecated") && !strings.Contains(lower, "unmaintained") {
			continue
		}
		for name := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == '`' || r == '[' || r == ']' }) {
			names[name] = true
		}
	}
	return names
}

// components reports the commands and subagents that are missing in the lists of a plugin.
func (c *lists) components(file *analysis.File, p *registry.Plugin) {
	for _, field := range []string{"commands", "agents"} {
		first, named := named(file, p, field)
		inDefault := func(at string) bool { return within(at, []string{path.Join(registry.Home(file), field)}) }
		if first == nil || path.Base(path.Dir(file.Rel)) != ".claude-plugin" || !file.Shared && !slices.ContainsFunc(named, inDefault) {
			continue // registry/exposed reports a directory of which nothing is listed
		}
		var left []string
		for _, f := range c.below[place{file.Tree, path.Join(registry.Home(file), field)}] {
			if !within(f.Rel, named) && !isApart(below(registry.Home(file), f.Rel)) {
				left = append(left, below(registry.Home(file), f.Rel))
			}
		}
		if len(left) > 0 {
			verb := " is"
			if len(left) > 1 {
				verb = " are"
			}
			c.warn(first.Location, analysis.Diagnostic{Message: quote.List(left, "and") + verb + " not listed in " + quote.Text(field),
				Effect: "Claude Code loads only what is listed, not " + field + "/", Help: "add the missing files to the list"})
		}
	}
}

// named returns the paths that a plugin lists in a field, and the first one. It returns none if an element is not a path.
func named(file *analysis.File, p *registry.Plugin, field string) (first *registry.Text, paths []string) {
	for i := range p.Paths {
		t := &p.Paths[i]
		if t.Field != field {
			continue
		}
		if !registry.IsOwn(t.Value) || analysis.IsAbsolutePath(t.Value) || analysis.LeavesRoot(t.Value) || !file.Tree.Exists(path.Join(registry.Home(file), t.Value)) {
			return nil, nil // registry/path or registry/schema reports it
		}
		if first == nil {
			first = &t.Text
		}
		paths = append(paths, path.Join(registry.Home(file), t.Value))
	}
	return first, paths
}

// within reports whether a path is one of several paths, or inside one.
func within(rel string, paths []string) bool {
	for _, p := range paths {
		if rel == p || strings.HasPrefix(rel, p+"/") || p == "." {
			return true
		}
	}
	return false
}

// isApart reports whether a file below commands/ or agents/ is a reference of one, or belongs to its tests: deploy.references/a.md.
func isApart(rel string) bool {
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		switch part {
		case "references", "evals", "tests", "fixtures":
			return true
		}
		if strings.HasSuffix(part, ".references") {
			return true
		}
	}
	return false
}
