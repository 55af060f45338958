package registry

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/registry"
)

// Skill folders are what a path that leads nowhere may have been meant to be.
type skillFolders struct {
	find     *registry.Finder
	folders  map[*analysis.Tree][]string
	searches int // for how many registries they may still be gone through
}

func newSkillFolders(w *analysis.Workspace) *skillFolders {
	s := &skillFolders{find: registry.NewFinder(w), folders: map[*analysis.Tree][]string{}, searches: 200}
	for _, f := range w.Files {
		if f.Kind == analysis.Skill && path.Base(f.Rel) == "SKILL.md" {
			s.folders[f.Tree] = append(s.folders[f.Tree], path.Dir(f.Rel))
		}
	}
	return s
}

// A registryPaths checks the paths of a registry.
type registryPaths struct {
	pass     *analysis.Pass
	file     *analysis.File
	registry *registry.Registry
	skills   *skillFolders
	base     string                    // that paths are relative to
	written  map[string]bool           // the paths of all entries
	free     map[string]*suggest.Index // the paths in a folder to which no entry leads
}

func (c *registryPaths) check() {
	c.base, c.written = ".", map[string]bool{}
	for i := range c.registry.Entries {
		c.written[path.Clean(c.registry.Entries[i].Path.Value)] = true
	}
	var lost []*registry.Entry
	found, others := false, 0
	for i := range c.registry.Entries {
		e := &c.registry.Entries[i]
		if !isOwn(e.Path.Value) {
			continue
		}
		base, stands := c.locate(e.Path.Value)
		switch {
		case stands == analysis.IsFolder, stands == analysis.IsFile:
			if !found {
				found, c.base = true, base
			}
			c.folder(e, base, stands)
		case stands == analysis.Absent || analysis.IsAbsolutePath(e.Path.Value):
			lost = append(lost, e)
		default:
			others++
		}
	}
	if !found && others == 0 && len(lost) >= 3 {
		c.none(lost)
	} else {
		for _, e := range lost {
			c.lost(e)
		}
	}
	for i := range c.registry.Entries {
		for _, r := range c.registry.Entries[i].References {
			c.reference(r)
		}
	}
}

// locate looks for a path below every folder from the registry's own up to the root, the nearest
// first. What may stand in one of them is not missing.
func (c *registryPaths) locate(to string) (base string, found analysis.Standing) {
	if analysis.IsAbsolutePath(to) || len(to) > analysis.MaxPath {
		return "", analysis.Unseen
	}
	result := analysis.Absent
	for dir := path.Dir(c.file.Rel); ; dir = path.Dir(dir) {
		if joined := path.Join(dir, to); !analysis.LeavesRoot(joined) {
			switch s := c.file.Tree.Look(joined); s {
			case analysis.IsFile, analysis.IsFolder:
				return dir, s
			case analysis.Unseen:
				result = analysis.Unseen
			}
		}
		if dir == "." || dir == "/" {
			return "", result
		}
	}
}

// folder reports an entry whose folder has no SKILL.md. A path to a file is another project's way.
func (c *registryPaths) folder(e *registry.Entry, base string, s analysis.Standing) {
	dir := path.Join(base, e.Path.Value)
	if s == analysis.IsFile || c.file.Tree.Look(path.Join(dir, "SKILL.md")) != analysis.Absent {
		return
	}
	at := e.Path.Location
	c.pass.Report(analysis.Diagnostic{Location: &at, Severity: severityOf(e),
		Message: quote.Text(e.Path.Value) + " has no SKILL.md, so a spawn with " + quote.Text(e.Name.Value) + " fails; add it, or remove the entry"})
}

func severityOf(e *registry.Entry) analysis.Severity {
	if e.Status == "deprecated" {
		return analysis.Warning
	}
	return analysis.Error
}

// none tells once that no path of the registry leads anywhere.
func (c *registryPaths) none(lost []*registry.Entry) {
	at := c.registry.List
	c.pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Warning,
		Message: "none of the " + strconv.Itoa(len(lost)) + " paths, as " + quote.Text(lost[0].Path.Value) +
			", leads to a folder of this repository, so no skill of the registry is found; write paths from the root of the repository"})
}

// lost reports an entry whose folder is not there.
func (c *registryPaths) lost(e *registry.Entry) {
	at, to := e.Path.Location, e.Path.Value
	d := analysis.Diagnostic{Location: &at, Severity: severityOf(e)}
	meant := c.meant(e)
	advice := "; add " + quote.Text(path.Join(to, "SKILL.md")) + ", or remove the entry"
	switch {
	case analysis.IsAbsolutePath(to):
		d.Message = quote.Text(to) + " is a place on one machine"
		advice = "; write the path from the root of the repository"
	case analysis.LeavesRoot(to):
		d.Message = quote.Text(to) + " leads out of the repository"
		advice = "; write a path inside of it"
	default:
		d.Message = quote.Text(to) + " is not there"
	}
	if meant != "" {
		advice = "; write " + quote.Text(meant)
		d.SuggestedFixes = write(e.Path, meant, false)
	}
	d.Message += ", so a spawn with " + quote.Text(e.Name.Value) + " fails" + advice
	c.pass.Report(d)
}

// meant returns the path that was probably meant: of the skill that has the entry's name, or of one
// that is called nearly so.
func (c *registryPaths) meant(e *registry.Entry) string {
	if skill := c.skills.find.Skill(c.file, "", e.Name.Value); skill != nil {
		return below(c.base, path.Dir(skill.Rel))
	}
	if c.free == nil && c.skills.searches > 0 {
		c.skills.searches--
		c.free = c.freeFolders()
	}
	to := path.Clean(e.Path.Value)
	if free := c.free[path.Dir(to)]; free != nil {
		best, _ := free.Best(to)
		return best
	}
	return ""
}

// freeFolders returns the folders of skills to which no entry leads, by the folder that they are in.
func (c *registryPaths) freeFolders() map[string]*suggest.Index {
	free, indices := map[string][]string{}, map[string]*suggest.Index{}
	for _, dir := range c.skills.folders[c.file.Tree] {
		if rel := below(c.base, dir); !c.written[rel] {
			free[path.Dir(rel)] = append(free[path.Dir(rel)], rel)
		}
	}
	for parent, folders := range free {
		indices[parent] = suggest.NewIndex(folders)
	}
	return indices
}

// reference reports a file that an entry names and that is not there.
func (c *registryPaths) reference(r registry.Text) {
	if !isOwn(r.Value) || analysis.IsAbsolutePath(r.Value) || strings.Contains(r.Value, "#") {
		return
	}
	if _, s := c.locate(r.Value); s != analysis.Absent {
		return
	}
	at := r.Location
	d := analysis.Diagnostic{Location: &at, Message: quote.Text(r.Value) + " is not there, so nothing of it is loaded with the skill; write a path that exists, or remove it"}
	if other := c.file.Tree.OtherCase(path.Join(c.base, r.Value)); other != "" {
		d.Message = quote.Text(r.Value) + " is not there in this case; write " + quote.Text(below(c.base, other))
		d.SuggestedFixes = write(r, below(c.base, other), false)
	}
	c.pass.Report(d)
}

// write returns the fix that writes another text.
func write(t registry.Text, text string, safe bool) []analysis.SuggestedFix {
	if strings.ContainsFunc(text, unicode.IsControl) || !utf8.ValidString(text) {
		return nil // Go and JSON escape it in different ways
	}
	return []analysis.SuggestedFix{{Title: "write " + quote.Text(text), Safe: safe,
		Edits: []analysis.Edit{{Range: t.Location.Range, Text: strconv.Quote(text)}}}}
}
