package registry

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/registry"
)

// skillDirs finds the directory that a broken path was probably meant to refer to.
type skillDirs struct {
	find     *registry.Finder
	folders  map[*analysis.Tree][]string
	searches int // number of remaining searches, one per registry
}

func newSkillDirs(w *analysis.Workspace) *skillDirs {
	s := &skillDirs{find: registry.NewFinder(w), folders: map[*analysis.Tree][]string{}, searches: 200}
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
	skills   *skillDirs
	base     string                    // base of relative paths
	written  map[string]bool           // paths of all entries
	free     map[string]*suggest.Index // by directory, the paths without an entry
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
		if !registry.IsOwn(e.Path.Value) {
			continue
		}
		base, kind := c.locate(e.Path.Value)
		switch {
		case kind == analysis.IsFolder, kind == analysis.IsFile:
			if !found {
				found, c.base = true, base
			}
			c.folder(e, base, kind)
		case kind == analysis.Absent || analysis.IsAbsolutePath(e.Path.Value):
			lost = append(lost, e)
		default:
			others++
		}
	}
	if !found && others == 0 && len(lost) >= 3 {
		c.allLost(lost)
	} else {
		for _, e := range lost {
			c.lost(e)
		}
	}
	for i := range c.registry.Entries {
		for _, r := range c.registry.Entries[i].References {
			if !slices.ContainsFunc(lost, func(e *registry.Entry) bool { return isInside(r.Value, e.Path.Value) }) {
				c.reference(r)
			}
		}
	}
}

// isInside reports whether a path is inside a directory.
func isInside(to, dir string) bool { return strings.HasPrefix(path.Clean(to), path.Clean(dir)+"/") }

// locate searches for a path in every directory from that of the registry up to the root. If the path may exist in one of
// them, it is not missing.
func (c *registryPaths) locate(to string) (base string, found analysis.PathState) {
	if analysis.IsAbsolutePath(to) || len(to) > analysis.MaxPath {
		return "", analysis.Unknown
	}
	result := analysis.Absent
	for dir := path.Dir(c.file.Rel); ; dir = path.Dir(dir) {
		if joined := path.Join(dir, to); !analysis.LeavesRoot(joined) {
			switch s := c.file.Tree.Stat(joined); s {
			case analysis.IsFile, analysis.IsFolder:
				return dir, s
			case analysis.Unknown:
				result = analysis.Unknown
			}
		}
		if dir == "." || dir == "/" {
			return "", result
		}
	}
}

// folder reports an entry whose directory has no SKILL.md. Some projects list files instead of directories.
func (c *registryPaths) folder(e *registry.Entry, base string, s analysis.PathState) {
	dir := path.Join(base, e.Path.Value)
	if s == analysis.IsFile || c.file.Tree.Stat(path.Join(dir, "SKILL.md")) != analysis.Absent {
		return
	}
	at := e.Path.Location
	c.pass.Report(analysis.Diagnostic{Location: &at, Severity: severityOf(e),
		Message: "no SKILL.md in " + quote.Text(e.Path.Value), Effect: spawnFails(e), Help: "add it, or remove the entry"})
}

func spawnFails(e *registry.Entry) string {
	return "CLEO cannot spawn a subagent with " + quote.Text(e.Name.Value)
}

func severityOf(e *registry.Entry) analysis.Severity {
	if e.Status == "deprecated" {
		return analysis.Warning
	}
	return analysis.Error
}

// allLost reports once that all paths of the registry are broken.
func (c *registryPaths) allLost(lost []*registry.Entry) {
	at := c.registry.List
	c.pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Warning,
		Message: "all " + strconv.Itoa(len(lost)) + " paths are broken, such as " + quote.Text(lost[0].Path.Value),
		Effect:  "CLEO finds no skill of the registry", Help: "use paths relative to the repository root"})
}

// lost reports an entry whose directory does not exist.
func (c *registryPaths) lost(e *registry.Entry) {
	at, to := e.Path.Location, e.Path.Value
	d := analysis.Diagnostic{Location: &at, Severity: severityOf(e), Effect: spawnFails(e)}
	switch {
	case analysis.IsAbsolutePath(to):
		d.Message = "absolute path " + quote.Text(to)
		d.Help = "use a path relative to the repository root"
	case analysis.LeavesRoot(to):
		d.Message = "path " + quote.Text(to) + " is outside the repository"
		d.Help = "use a path inside the repository"
	default:
		d.Message = "broken path: " + quote.Text(to) + " does not exist"
		d.Help = "create " + quote.Text(path.Join(to, "SKILL.md")) + ", or remove the entry"
	}
	if meant := c.meant(e); meant != "" {
		d.Help = "did you mean " + quote.Text(meant) + "?"
		if d.SuggestedFixes = replacement(e.Path, meant, false); d.SuggestedFixes != nil {
			d.Help = ""
		}
	}
	c.pass.Report(d)
}

// meant returns the path that was probably intended: of the skill with the name of the entry, or of a skill with a similar
// directory.
func (c *registryPaths) meant(e *registry.Entry) string {
	if skill := c.skills.find.Skill(c.file, "", e.Name.Value); skill != nil {
		return below(c.base, path.Dir(skill.Rel))
	}
	if c.free == nil && c.skills.searches > 0 {
		c.skills.searches--
		c.free = c.freeDirs()
	}
	to := path.Clean(e.Path.Value)
	if free := c.free[path.Dir(to)]; free != nil {
		best, _ := free.Best(to)
		return best
	}
	return ""
}

// freeDirs returns the directories of skills without an entry, by their parent.
func (c *registryPaths) freeDirs() map[string]*suggest.Index {
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

// reference reports a reference of an entry that does not exist.
func (c *registryPaths) reference(r registry.Text) {
	if !registry.IsOwn(r.Value) || analysis.IsAbsolutePath(r.Value) || strings.Contains(r.Value, "#") {
		return
	}
	if _, s := c.locate(r.Value); s != analysis.Absent {
		return
	}
	at := r.Location
	d := analysis.Diagnostic{Location: &at, Message: "broken reference: " + quote.Text(r.Value) + " does not exist",
		Effect: "CLEO does not load it with the skill", Help: "correct or remove the path"}
	if other := c.file.Tree.OtherCase(path.Join(c.base, r.Value)); other != "" {
		meant := below(c.base, other)
		d.Message, d.Help = "reference "+quote.Text(r.Value)+" differs in case from "+quote.Text(meant), "use "+quote.Text(meant)
		if d.SuggestedFixes = replacement(r, meant, false); d.SuggestedFixes != nil {
			d.Help = ""
		}
	}
	c.pass.Report(d)
}

// replacement returns the fix that replaces a text.
func replacement(t registry.Text, text string, safe bool) []analysis.SuggestedFix {
	if strings.ContainsFunc(text, unicode.IsControl) || !utf8.ValidString(text) {
		return nil // Go and JSON use different escapes
	}
	return []analysis.SuggestedFix{{Title: "replace it with " + quote.Text(text), Safe: safe,
		Uncovers: true, Edits: []analysis.Edit{{Range: t.Location.Range, Text: strconv.Quote(text)}}}}
}
