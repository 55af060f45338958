package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// plugins reports the plugins that a marketplace lists twice, and those that it leaves out.
func (c *lists) plugins(file *analysis.File, m *registry.Marketplace, all map[*analysis.File]registry.Plugin) {
	root := registry.Home(file)
	names, listed, parents := map[string]registry.Text{}, map[string]bool{}, map[string]int{}
	for i := range m.Entries {
		e := &m.Entries[i]
		if first, again := names[e.Name.Value]; again && e.Name.Value != "" {
			c.again(e.Name, first, " is the name of two plugins, of which one cannot be installed; rename or remove one")
		}
		names[e.Name.Value] = e.Name
		to := e.Source.Value
		if !isOwn(to) || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) {
			continue
		}
		for _, dir := range []string{path.Join(root, to), path.Join(root, m.Root, to)} {
			if !listed[dir] && file.Tree.IsDir(dir) && dir != root {
				parents[path.Dir(dir)]++
			}
			listed[dir] = true
		}
	}
	var left []string
	var related []analysis.Related
	for _, f := range c.plugged {
		p, dir := all[f], registry.Home(f)
		if f.Tree != file.Tree || f.Dialect != file.Dialect || listed[dir] || parents[path.Dir(dir)] < 2 || isAside(path.Base(dir)) {
			continue
		}
		if _, elsewhere := names[p.Name.Value]; elsewhere {
			continue // it comes from a repository of its own
		}
		left = append(left, below(root, dir))
		related = append(related, analysis.Related{Location: p.At, Message: "this plugin is not listed"})
	}
	switch {
	case len(left) == 1:
		c.warn(m.List, quote.Text(left[0])+" stands beside the plugins of this marketplace and is not in it, so it cannot be installed; add it", related)
	case len(left) > 1:
		c.warn(m.List, quote.List(left, "and")+" stand beside the plugins of this marketplace and are not in it, so they cannot be installed; add them", related)
	}
}

// components reports the commands and agents that a plugin leaves out by naming others.
func (c *lists) components(file *analysis.File, p *registry.Plugin) {
	for _, field := range []string{"commands", "agents"} {
		first, named := named(file, p, field)
		if first == nil || path.Base(path.Dir(file.Rel)) != ".claude-plugin" {
			continue
		}
		var left []string
		for _, f := range c.below[place{file.Tree, path.Join(registry.Home(file), field)}] {
			if !within(f.Rel, named) {
				left = append(left, below(registry.Home(file), f.Rel))
			}
		}
		if len(left) > 0 {
			c.warn(first.Location, "what a plugin names as "+quote.Text(field)+" takes the place of the folder "+field+"/, so nothing loads "+quote.List(left, "and")+"; name that as well", nil)
		}
	}
}

// named returns the paths that a plugin names in a field, and the first of them; none when it names
// none or one that is no path.
func named(file *analysis.File, p *registry.Plugin, field string) (first *registry.Text, paths []string) {
	for i := range p.Paths {
		t := &p.Paths[i]
		if t.Field != field {
			continue
		}
		if !isOwn(t.Value) || analysis.IsAbsolutePath(t.Value) || analysis.LeavesRoot(t.Value) {
			return nil, nil
		}
		if first == nil {
			first = &t.Text
		}
		paths = append(paths, path.Join(registry.Home(file), t.Value))
	}
	return first, paths
}

// within reports whether a path is one of some or lies below one.
func within(rel string, paths []string) bool {
	for _, p := range paths {
		if rel == p || strings.HasPrefix(rel, p+"/") || p == "." {
			return true
		}
	}
	return false
}
