package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Listed are the listed files with their entries.
type Listed map[*analysis.File]Listing

// A Listing is the entry of a skill in a registry.
type Listing struct {
	Registry *analysis.File
	Entry    *Entry
}

// ListedFact is the listed skills of a workspace, each with the nearest registry.
var ListedFact = analysis.NewFact("listed", "skills with their registry",
	analysis.PerWorkspace, 0, readListed, Fact.Analyzer)

func readListed(pass *analysis.Pass) (Listed, error) {
	skills := Listed{}
	find := NewFinder(pass.Workspace)
	for file, r := range Fact.All(pass.Store) {
		for i := range r.Entries {
			e := &r.Entries[i]
			skill := find.Skill(file, e.Path.Value, e.Name.Value)
			if skill == nil {
				continue
			}
			if old, ok := skills[skill]; ok && depth(old.Registry) >= depth(file) {
				continue
			}
			skills[skill] = Listing{file, e}
		}
	}
	return skills, nil
}

func depth(f *analysis.File) int { return strings.Count(f.Rel, "/") }

// Of returns the listing of a file: its own, or that of the skill whose directory contains it.
func (s Listed) Of(f *analysis.File, find *Finder) (Listing, bool) {
	if l, ok := s[f]; ok {
		return l, true
	}
	if f.Kind != analysis.Reference {
		return Listing{}, false
	}
	l, ok := s[find.Owner(f)]
	return l, ok
}

const maxPath = 4096 // bytes of a path

// A Finder finds skills by their paths.
type Finder struct {
	skills map[place]*analysis.File
}

// A place is a directory of a tree.
type place struct {
	tree *analysis.Tree
	dir  string
}

// NewFinder returns a finder for the SKILL.md files of a workspace.
func NewFinder(w *analysis.Workspace) *Finder {
	f := &Finder{map[place]*analysis.File{}}
	for _, file := range w.Files {
		if file.Kind == analysis.Skill && path.Base(file.Rel) == "SKILL.md" {
			f.skills[place{file.Tree, path.Dir(file.Rel)}] = file
		}
	}
	return f
}

// Skill returns the skill of a registry's entry, or nil. Its path is relative to the repository root or to
// the parent of the registry's directory, so all parents of the registry are tried, the nearest first. If
// the path is broken, which registry/path reports, a skill with the entry's name next to the registry or in
// skills is used.
func (f *Finder) Skill(registry *analysis.File, to, name string) *analysis.File {
	to = strings.TrimSuffix(to, "/SKILL.md")
	base := path.Dir(registry.Rel)
	if to != "" && len(to) <= maxPath && !path.IsAbs(to) {
		for dir := base; ; dir = path.Dir(dir) {
			if skill := f.skills[place{registry.Tree, path.Join(dir, to)}]; skill != nil {
				return skill
			}
			if dir == "." {
				break
			}
		}
	}
	if name == "" || len(name) > maxPath || strings.ContainsAny(name, "/\\") {
		return nil
	}
	if skill := f.skills[place{registry.Tree, path.Join(base, name)}]; skill != nil {
		return skill
	}
	return f.skills[place{registry.Tree, path.Join(base, "skills", name)}]
}

// Owner returns the skill whose directory contains a file, or nil.
func (f *Finder) Owner(file *analysis.File) *analysis.File {
	for dir := path.Dir(file.Rel); ; dir = path.Dir(dir) {
		if skill := f.skills[place{file.Tree, dir}]; skill != nil {
			return skill
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}
