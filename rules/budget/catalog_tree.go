package budget

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// base is the assumed directory of a tree: clients list absolute paths, and findings must not depend on
// the machine.
const base = "/repository"

// A tree is a [catalog.Source] over the facts of a workspace.
type tree struct {
	paths  *analysis.Tree
	skills map[string]*catalog.Listing // by path of SKILL.md
	files  map[string]*analysis.File
}

// trees returns the trees of a workspace with their skills, in the order of the files.
func trees(pass *analysis.Pass) []*tree {
	var all []*tree
	known := map[*analysis.Tree]*tree{}
	for file, listing := range catalog.Fact.All(pass.Store) {
		t := known[file.Tree]
		if t == nil {
			t = &tree{file.Tree, map[string]*catalog.Listing{}, map[string]*analysis.File{}}
			known[file.Tree] = t
			all = append(all, t)
		}
		t.skills[file.Rel], t.files[file.Rel] = &listing, file
	}
	return all
}

// rel converts an absolute path to one relative to the tree.
func (t *tree) rel(at string) string {
	rel, ok := strings.CutPrefix(at, base)
	if !ok {
		return ""
	}
	return path.Join(".", rel)
}

// List returns the entries of a directory.
func (t *tree) List(dir string) []catalog.Entry {
	rel := t.rel(dir)
	if rel == "" || !t.paths.IsDir(rel) {
		return nil
	}
	entries := []catalog.Entry{}
	for _, name := range t.paths.Entries(rel) {
		at := path.Join(rel, name)
		kind := catalog.File
		if t.paths.IsDir(at) {
			kind = catalog.Directory
			if t.paths.Real(at) != path.Join(t.paths.Real(rel), name) {
				kind = catalog.LinkedDir
			}
		} else if name == "SKILL.md" && t.listing(at) == nil {
			kind = catalog.Other // symlink or unchecked file
		}
		entries = append(entries, catalog.Entry{Name: name, Kind: kind})
	}
	return entries
}

// Real returns a path with symlinks resolved.
func (t *tree) Real(at string) string {
	rel := t.paths.Real(t.rel(at))
	if rel == "" || t.rel(at) == "" {
		return ""
	}
	return path.Join(base, rel)
}

// Read returns nothing, because rules do not read files.
func (t *tree) Read(string) ([]byte, bool) { return nil, false }

// listing returns the facts of a SKILL.md, or nil.
func (t *tree) listing(rel string) *catalog.Listing { return t.skills[t.paths.Real(rel)] }

// Skill returns a SKILL.md as a client loads it.
func (t *tree) Skill(client, at string) catalog.Skill {
	l := t.listing(t.rel(at))
	if l == nil {
		return catalog.Skill{Status: loader.Unknown}
	}
	return skillOf(l, client)
}

// skillOf returns a skill as a client loads it. For a skill outside of clients' directories, only the length of an
// ASCII description is available.
func skillOf(l *catalog.Listing, client string) catalog.Skill {
	if s := l.Skills[client]; s != nil {
		return *s
	}
	s := catalog.Skill{Status: loader.Loads, Name: l.Name, Description: l.Description, At: l.At}
	if s.Description == "" {
		s.Description = strings.Repeat("x", l.Length)
	}
	return s
}

// starts returns the directories in which clients would be started, the root first: those that contain
// a client's skills directory.
func (t *tree) starts() []string {
	found := map[string]bool{}
	for rel := range t.skills {
		if dir, ok := catalog.Start(rel); ok {
			found[dir] = true
		}
	}
	for _, client := range catalog.Listed {
		for _, dir := range schema.SkillDirectories(client) {
			if t.paths.IsDir(path.Join(dir, "skills")) { // possibly through a symlink
				found["."] = true
			}
		}
	}
	var starts []string
	for dir := range found {
		starts = append(starts, dir)
	}
	sorting.By(starts, func(a, b string) int {
		if n := len(strings.Split(path.Join("x", a), "/")) - len(strings.Split(path.Join("x", b), "/")); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	return starts[:min(len(starts), maxStarts)]
}

// maxStarts limits how many directories of a tree are checked.
const maxStarts = 16
