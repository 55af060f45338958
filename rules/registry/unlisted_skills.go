package registry

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// lists checks the entries of registries and marketplaces.
type lists struct {
	pass    *analysis.Pass
	listed  registry.Listed
	find    *registry.Finder
	beside  map[place][]*analysis.File // skills by the parent of their directory
	below   map[place][]*analysis.File // commands and subagents by the directory "commands" or "agents" above them
	plugged []*analysis.File           // plugins
}

// A place is a directory of a tree.
type place struct {
	tree *analysis.Tree
	dir  string
}

func newLists(pass *analysis.Pass) *lists {
	c := &lists{pass: pass, listed: registry.ListedFact.Of(pass), find: registry.NewFinder(pass.Workspace),
		beside: map[place][]*analysis.File{}, below: map[place][]*analysis.File{}}
	for _, f := range pass.Workspace.Files {
		switch {
		case f.Kind == analysis.Skill && path.Base(f.Rel) == "SKILL.md" && !f.Nested:
			at := place{f.Tree, path.Dir(path.Dir(f.Rel))}
			c.beside[at] = append(c.beside[at], f)
		case f.Kind == analysis.Command, f.Kind == analysis.Agent:
			c.addBelow(f)
		}
	}
	return c
}

// addBelow adds a command or subagent to the innermost directory with that name.
func (c *lists) addBelow(f *analysis.File) {
	for dir := path.Dir(f.Rel); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if path.Base(dir) == f.Kind.String()+"s" {
			at := place{f.Tree, dir}
			c.below[at] = append(c.below[at], f)
			return
		}
	}
}

// warn reports a warning at a location.
func (c *lists) warn(at analysis.Location, d analysis.Diagnostic) {
	d.Location, d.Severity = &at, analysis.Warning
	c.pass.Report(d)
}

// duplicates reports entries with the name or path of an earlier entry.
func (c *lists) duplicates(entries []registry.Entry) {
	names, folders := map[string]registry.Text{}, map[string]registry.Text{}
	for i := range entries {
		e := &entries[i]
		if first, again := names[e.Name.Value]; again {
			c.reportDuplicate(e.Name, first, "duplicate entry", "one of the entries hides the other", "rename or remove one")
			continue
		}
		names[e.Name.Value] = e.Name
		folder := path.Clean(e.Path.Value)
		if first, again := folders[folder]; again && registry.IsOwn(e.Path.Value) {
			c.reportDuplicate(e.Path, first, "duplicate path", "the skill is listed twice", "remove one of the entries")
			continue
		}
		folders[folder] = e.Path
	}
}

func (c *lists) reportDuplicate(t, first registry.Text, what, effect, help string) {
	c.warn(t.Location, analysis.Diagnostic{Message: what + " " + quote.Text(t.Value), Effect: effect, Help: help,
		Related: []analysis.Related{{Location: first.Location, Message: "first listed here"}}})
}

// isUnlistable reports whether a directory is not meant to be listed.
func isUnlistable(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || strings.HasPrefix(lower, "template") || strings.HasPrefix(lower, "example") || strings.HasSuffix(lower, "-template")
}

// skills reports the skills next to those of a registry that no registry lists. It returns whether a fix registers them.
func (c *lists) skills(file *analysis.File, r *registry.Registry) (registers bool) {
	base, folder := c.folder(file, r)
	if folder == "" {
		return false
	}
	var left []*analysis.File
	for _, f := range c.beside[place{file.Tree, folder}] {
		if _, ok := c.listed[f]; !ok && !isUnlistable(path.Base(path.Dir(f.Rel))) {
			left = append(left, f)
		}
	}
	if len(left) == 0 {
		return false
	}
	var names []string
	var related []analysis.Related
	for _, f := range left {
		names = append(names, path.Base(path.Dir(f.Rel)))
		if h, ok := registry.HeaderFact.At(c.pass.Store, f); ok {
			related = append(related, analysis.Related{Location: f.At(h.Range), Message: "not listed"})
		}
	}
	d := analysis.Diagnostic{Related: related, SuggestedFixes: c.register(r, base, left),
		Message: "skill " + quote.Text(names[0]) + " is not listed in the registry", Effect: "CLEO dispatches no tasks to it", Help: "add it to the registry"}
	if len(names) > 1 {
		d.Message = "skills " + quote.List(names, "and") + " are not listed in the registry"
		d.Effect, d.Help = "CLEO dispatches no tasks to them", "add them to the registry"
	}
	if registers = d.SuggestedFixes != nil; registers {
		d.Help = ""
	}
	c.warn(r.List, d)
	return registers
}

// folder returns the directory with the skills of a registry (the directory of the registry, or skills/ in it) and the base of
// the paths in entries. It returns "" if no entry has a skill there.
func (c *lists) folder(file *analysis.File, r *registry.Registry) (base, folder string) {
	own := path.Dir(file.Rel)
	for i := range r.Entries {
		e := &r.Entries[i]
		skill := c.find.Skill(file, e.Path.Value, e.Name.Value)
		if skill == nil {
			continue
		}
		dir := path.Dir(skill.Rel)
		folder = path.Dir(dir)
		if folder != own && folder != path.Join(own, "skills") {
			continue
		}
		if to := path.Clean(e.Path.Value); dir == to || strings.HasSuffix(dir, "/"+to) {
			return path.Clean("./" + strings.TrimSuffix(strings.TrimSuffix(dir, to), "/")), folder
		}
	}
	return "", ""
}

// register returns the fix that adds skills to a registry and updates the count, or nil if a skill has no version.
func (c *lists) register(r *registry.Registry, base string, left []*analysis.File) []analysis.SuggestedFix {
	if r.Form.End == 0 {
		return nil
	}
	var text strings.Builder
	for _, f := range left {
		h, _ := registry.HeaderFact.At(c.pass.Store, f)
		name, rel := h.Name.Value, below(base, path.Dir(f.Rel))
		if !isSlug(name) || !isPlainVersion(h.Version.Value) || strings.Trim(rel, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./") != "" {
			return nil
		}
		before, next := cmp.Or(r.Form.Before, " "), cmp.Or(r.Form.Inside, " ")
		text.WriteString("," + before + "{" + r.Form.Inside + `"name": ` + strconv.Quote(name) +
			"," + next + `"version": ` + strconv.Quote(h.Version.Value) + "," + next + `"path": ` + strconv.Quote(rel) + r.Form.After + "}")
	}
	edits := []analysis.Edit{{Range: analysis.Range{Start: r.Form.End, End: r.Form.End}, Text: text.String()}}
	if r.Total.Value != "" {
		edits = append(edits, analysis.Edit{Range: r.Total.Location.Range, Text: strconv.Itoa(r.Count + len(left))})
	}
	return []analysis.SuggestedFix{{Title: "register " + quote.Plural(len(left), "skill"), Safe: true, Edits: edits}}
}

// total reports a wrong count. The fix that registers skills also corrects it.
func (c *lists) total(r *registry.Registry, registers bool) {
	count := strconv.Itoa(r.Count)
	if r.Total.Value == "" || r.Total.Value == count {
		return
	}
	d := analysis.Diagnostic{Message: "totalSkills is " + r.Total.Value + ", but the registry lists " + quote.Plural(r.Count, "skill"), Help: "change it to " + count}
	if !registers {
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: d.Help, Safe: true, Edits: []analysis.Edit{{Range: r.Total.Location.Range, Text: count}}}}
		d.Help = ""
	}
	c.warn(r.Total.Location, d)
}

// matrix reports unknown names in the dispatch matrix.
func (c *lists) matrix(r *registry.Registry) {
	if len(r.Matrix) == 0 {
		return
	}
	names, known := []string{}, map[string]bool{}
	for i := range r.Entries {
		names = append(names, r.Entries[i].Name.Value)
		known[r.Entries[i].Name.Value] = true
	}
	near := suggest.NewIndex(names)
	for _, t := range r.Matrix {
		if known[t.Value] || t.Value == "" {
			continue
		}
		at := t.Location
		d := analysis.Diagnostic{Location: &at, Message: "unknown skill " + quote.Text(t.Value) + " in the dispatch matrix",
			Effect: "CLEO dispatches tasks to a skill that does not exist", Help: "add the entry, or remove the line"}
		if best, ok := near.Best(t.Value); ok {
			d.Help = "did you mean " + quote.Text(best) + "?"
			if d.SuggestedFixes = replacement(t, best, false); d.SuggestedFixes != nil {
				d.Help = ""
			}
		}
		c.pass.Report(d)
	}
}

// protocols reports keys of the dispatch matrix that resemble the name of a protocol.
func (c *lists) protocols(r *registry.Registry) {
	names := schema.Values("cleo", analysis.Skill.String(), "protocol")
	for _, t := range r.Protocols {
		best, ok := suggest.Best(t.Value, names)
		if slices.Contains(names, t.Value) || !ok {
			continue
		}
		c.warn(t.Location, analysis.Diagnostic{Message: "unknown protocol " + quote.Text(t.Value) + " in the dispatch matrix",
			Effect: "CLEO finds no skill for " + quote.Text(best), Help: "did you mean " + quote.Text(best) + "?"})
	}
}
