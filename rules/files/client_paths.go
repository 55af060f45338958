package files

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// clientPaths holds the paths of a tree that clients read.
type clientPaths struct {
	tree   *analysis.Tree
	paths  map[string]bool // checked files and their directories
	skills map[string]bool // directories of skills, which include everything below
}

// clientPathsOf returns the client paths of each tree.
func clientPathsOf(w *analysis.Workspace) []*clientPaths {
	var all []*clientPaths
	of := map[*analysis.Tree]*clientPaths{}
	for _, f := range w.Files {
		b := of[f.Tree]
		if b == nil {
			b = &clientPaths{f.Tree, map[string]bool{}, map[string]bool{}}
			of[f.Tree] = b
			all = append(all, b)
		}
		b.add(f)
	}
	return all
}

func (b *clientPaths) add(f *analysis.File) {
	if f.Kind == analysis.Skill && strings.EqualFold(path.Base(f.Rel), skillName) {
		b.skills[path.Dir(f.Rel)] = true
	}
	for p := f.Rel; p != "." && p != "/" && !b.paths[p]; p = path.Dir(p) {
		b.paths[p] = true
	}
}

func (b *clientPaths) has(rel string) bool { return b.paths[rel] || b.inSkill(rel) }

// inSkill reports whether a path is in the directory of a skill.
func (b *clientPaths) inSkill(rel string) bool {
	_, ok := b.skillOf(rel)
	return ok
}

// skillOf returns the innermost directory of a skill that contains a path.
func (b *clientPaths) skillOf(rel string) (string, bool) {
	for p := path.Dir(rel); p != "." && p != "/"; p = path.Dir(p) {
		if b.skills[p] {
			return p, true
		}
	}
	return ".", b.skills["."]
}

// collection returns the directory that contains the skill of a path.
func (b *clientPaths) collection(rel string) string {
	for p := path.Dir(rel); p != "." && p != "/"; p = path.Dir(p) {
		if b.skills[p] {
			return path.Dir(p)
		}
	}
	return "."
}
