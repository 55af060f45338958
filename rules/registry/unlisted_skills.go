package registry

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/registry"
)

// lists checks what registries and marketplaces list.
type lists struct {
	pass    *analysis.Pass
	listed  registry.Listed
	find    *registry.Finder
	headers map[*analysis.File]registry.Header
	beside  map[place][]*analysis.File // skills by the folder that holds their own
	below   map[place][]*analysis.File // commands and agents by a folder of that name above them
	plugged []*analysis.File           // plugins
}

// A place is a folder of a tree.
type place struct {
	tree *analysis.Tree
	dir  string
}

func newLists(pass *analysis.Pass) *lists {
	c := &lists{pass: pass, listed: registry.ListedFact.Of(pass), find: registry.NewFinder(pass.Workspace),
		headers: map[*analysis.File]registry.Header{}, beside: map[place][]*analysis.File{}, below: map[place][]*analysis.File{}}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		c.headers[file] = h
	}
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

// addBelow notes a command or agent at the innermost folder that is called so.
func (c *lists) addBelow(f *analysis.File) {
	for dir := path.Dir(f.Rel); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if path.Base(dir) == f.Kind.String()+"s" {
			at := place{f.Tree, dir}
			c.below[at] = append(c.below[at], f)
			return
		}
	}
}

// warn reports a warning at a place.
func (c *lists) warn(at analysis.Location, message string, related []analysis.Related, fixes ...analysis.SuggestedFix) {
	c.pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: message, Related: related, SuggestedFixes: fixes})
}

// twice reports entries that have the name or the folder of an earlier one.
func (c *lists) twice(entries []registry.Entry) {
	names, folders := map[string]registry.Text{}, map[string]registry.Text{}
	for i := range entries {
		e := &entries[i]
		if first, again := names[e.Name.Value]; again {
			c.again(e.Name, first, " is the name of two entries, of which one hides the other; rename or remove one")
			continue
		}
		names[e.Name.Value] = e.Name
		folder := path.Clean(e.Path.Value)
		if first, again := folders[folder]; again && isOwn(e.Path.Value) {
			c.again(e.Path, first, " is the folder of two entries, so one skill is listed twice; remove one")
			continue
		}
		folders[folder] = e.Path
	}
}

func (c *lists) again(t, first registry.Text, message string) {
	c.warn(t.Location, quote.Text(t.Value)+message, []analysis.Related{{Location: first.Location, Message: "it is listed here first"}})
}

// isAside reports whether a folder is none of those that are offered.
func isAside(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") || strings.HasPrefix(lower, "template") || strings.HasPrefix(lower, "example") || strings.HasSuffix(lower, "-template")
}

// skills reports the skills that stand beside those of a registry and are in none. It returns
// whether it offers to register them.
func (c *lists) skills(file *analysis.File, r *registry.Registry) (registers bool) {
	base, folder := c.folder(file, r)
	if folder == "" {
		return false
	}
	var left []*analysis.File
	for _, f := range c.beside[place{file.Tree, folder}] {
		if _, ok := c.listed[f]; !ok && !isAside(path.Base(path.Dir(f.Rel))) {
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
		if h, ok := c.headers[f]; ok {
			related = append(related, analysis.Related{Location: h.At, Message: "this skill is not listed"})
		}
	}
	message := quote.List(names, "and") + " stand beside the skills of this registry and are not in it, so no task is dispatched to them; add them"
	if len(names) == 1 {
		message = quote.Text(names[0]) + " stands beside the skills of this registry and is not in it, so no task is dispatched to it; add it"
	}
	fixes := c.register(r, base, left)
	c.warn(r.List, message, related, fixes...)
	return len(fixes) > 0
}

// folder returns the folder in which the skills of a registry stand, the registry's own or skills in
// it, and what the entries' paths are relative to; "" when no entry leads there.
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

// register returns the fix that adds skills to a registry and counts anew, if each has a version to
// be entered.
func (c *lists) register(r *registry.Registry, base string, left []*analysis.File) []analysis.SuggestedFix {
	if r.Form.End == 0 {
		return nil
	}
	var text strings.Builder
	for _, f := range left {
		h := c.headers[f]
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

// total reports a count that is none. Where skills are registered, that fix counts as well.
func (c *lists) total(r *registry.Registry, registers bool) {
	count := strconv.Itoa(r.Count)
	if r.Total.Value == "" || r.Total.Value == count {
		return
	}
	var fixes []analysis.SuggestedFix
	if !registers {
		fixes = []analysis.SuggestedFix{{Title: "write " + count, Safe: true, Edits: []analysis.Edit{{Range: r.Total.Location.Range, Text: count}}}}
	}
	c.warn(r.Total.Location, "totalSkills is "+r.Total.Value+", but "+quote.Plural(r.Count, "skill")+" "+map[bool]string{true: "is", false: "are"}[r.Count == 1]+" listed; write "+count, nil, fixes...)
}

// matrix reports a dispatch matrix that names no entry.
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
		d := analysis.Diagnostic{Location: &at, Message: quote.Text(t.Value) + " is in the dispatch matrix and no entry of the registry, so tasks are sent to a skill that does not exist; "}
		if best, ok := near.Best(t.Value); ok {
			d.Message += "write " + quote.Text(best)
			d.SuggestedFixes = write(t, best, false)
		} else {
			d.Message += "add the entry, or remove the line"
		}
		c.pass.Report(d)
	}
}
