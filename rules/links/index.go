package links

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/link"
)

// An index finds paths by base name. It is built only for trees with a broken link.
type index struct {
	named   map[*analysis.Tree]map[string][]string
	entries map[entries]*suggest.Index
	paths   map[*analysis.File]bool // documents with a path that exists in their skill
	used    map[skillDir]bool
	rooted  map[rootDir]bool
}

// A skillDir is a directory with a file that a skill refers to.
type skillDir struct {
	skill *analysis.File
	dir   string
}

// entries identifies the names with an extension in a directory.
type entries struct {
	tree     *analysis.Tree
	dir, ext string
}

func newIndex() *index {
	return &index{named: map[*analysis.Tree]map[string][]string{}, entries: map[entries]*suggest.Index{}, paths: map[*analysis.File]bool{}, used: map[skillDir]bool{}, rooted: map[rootDir]bool{}}
}

func (x *index) withName(tree *analysis.Tree, name string) []string {
	named := x.named[tree]
	if named == nil {
		named = map[string][]string{}
		for _, p := range tree.All() {
			named[path.Base(p)] = append(named[path.Base(p)], p)
		}
		x.named[tree] = named
	}
	return named[name]
}

// isOwnReadme reports whether a link is in a file for people beside SKILL.md that was written for the skill: one of its paths exists. A
// copy of another project's README has none. In the directory of a client, a link that leaves the skill is that of the repository from
// which the skill was installed.
func isOwnReadme(l *link.Link, index *index) bool {
	if strings.HasPrefix(l.From.Rel, ".") && strings.HasPrefix(l.Path, "../") {
		return false
	}
	return l.Skill != nil && path.Dir(l.From.Rel) == path.Dir(l.Skill.Rel) && index.paths[l.From]
}

// elsewhere reports whether the same path exists below another directory, such as another skill.
func (x *index) elsewhere(l *link.Link) bool {
	for _, p := range x.withName(l.From.Tree, path.Base(l.To)) {
		if strings.HasSuffix(p, "/"+path.Clean(l.Path)) {
			return true
		}
	}
	return false
}

// isNamed reports whether the same path exists below a directory that the document names: `.claude/skills/other/`.
func (x *index) isNamed(l *link.Link) bool {
	for _, p := range x.withName(l.From.Tree, path.Base(l.To)) {
		if dir, ok := strings.CutSuffix(p, "/"+path.Clean(l.Path)); ok && strings.Contains(dir, "/") && bytes.Contains(l.From.Tree.Read(l.From.Rel, maxNaming), []byte(dir+"/`")) {
			return true
		}
	}
	return false
}

// maxNaming limits the bytes of a document in which a directory is searched.
const maxNaming = 64 << 10

// near returns the path of the file that was probably meant, or "". A path within a skill or a plugin is not replaced by one
// that leaves it, and a file of another skill is meant only if the path contains the name of that skill.
func (x *index) near(l *link.Link) string {
	near := x.candidate(l)
	if near == "" || near == l.From.Rel || isTemplate(near) && !isTemplate(l.To) || isAbove(l, near) {
		return ""
	}
	if l.Form == link.FormVariable && !link.Inside(l.Dir, near) {
		return ""
	}
	if l.Skill != nil && !strings.HasPrefix(path.Clean(l.Path), "..") && !l.LeavesUnit() {
		if unit, ok := link.Unit(l.From.Tree, l.Skill.Rel); ok && !link.Inside(unit, near) {
			return ""
		}
	}
	if skill := skillOf(l.From.Tree, near); skill != "" && path.Base(near) != "SKILL.md" && !link.Inside(skill, l.From.Rel) && !sharesName(l.Path, skill) {
		return ""
	}
	return near
}

// isTemplate reports whether a path is in a directory of templates or examples.
func isTemplate(rel string) bool {
	dir := strings.ToLower(path.Dir(rel))
	return strings.Contains(dir, "template") || strings.Contains(dir, "example")
}

// isAbove reports whether a path names the directory of the plugin before the path of a file in the skill: it is about another
// file, next to the skills.
func isAbove(l *link.Link, near string) bool {
	if l.Skill == nil {
		return false
	}
	home := path.Dir(l.Skill.Rel)
	above, ok := strings.CutSuffix(path.Clean(l.Path), "/"+strings.TrimPrefix(near, home+"/"))
	return ok && slices.Contains(strings.Split(path.Dir(home), "/"), path.Base(above))
}

// skillOf returns the directory of the skill that contains a path, or "".
func skillOf(tree *analysis.Tree, rel string) string {
	for dir := path.Dir(rel); dir != "."; dir = path.Dir(dir) {
		if tree.Exists(path.Join(dir, "SKILL.md")) {
			return dir
		}
	}
	return ""
}

// sharesName reports whether a directory of a path has a name similar to that of a skill's directory.
func sharesName(written, skill string) bool {
	for part := range strings.SplitSeq(path.Dir(written), "/") {
		if shareWord(strings.ToLower(part), strings.ToLower(path.Base(skill))) || part == path.Base(skill) {
			return true
		}
	}
	return false
}

// candidate returns the only file with the name in the skill, or a file with a similar name in the same directory, or "".
// For a common name, the directory must have the same name.
func (x *index) candidate(l *link.Link) string {
	home, name := path.Dir(l.From.Rel), path.Base(l.To)
	if l.Skill != nil {
		home = path.Dir(l.Skill.Rel)
	}
	var found []string
	for _, p := range x.withName(l.From.Tree, name) {
		if p != l.From.Rel && name != "SKILL.md" && (!isCommon(name) || path.Base(path.Dir(p)) == path.Base(path.Dir(l.To))) && (home == "." || strings.HasPrefix(p, home+"/")) {
			found = append(found, p)
		}
	}
	if !strings.HasPrefix(l.To, home+"/") && home != "." { // in another skill, unless the path has a superfluous "../"
		tail := strings.TrimLeft(path.Clean(l.Path), "./")
		found = slices.DeleteFunc(found, func(p string) bool { return p != path.Join(home, tail) })
	}
	if len(found) == 0 { // the directory may have become a part of the name
		for _, p := range x.withName(l.From.Tree, path.Base(path.Dir(l.To))+"-"+name) {
			if home == "." || strings.HasPrefix(p, home+"/") {
				found = append(found, p)
			}
		}
	}
	if len(found) > 0 {
		if one := only(found, l.From.Rel); one != "" {
			return one
		}
		return x.renamed(l, home)
	}
	if to := shiftedTarget(l); to != "" {
		return to
	}
	if to := x.renamed(l, home); to != "" {
		return to
	}
	if to := x.deeper(l); to != "" {
		return to
	}
	dir := path.Dir(l.To)
	if name == "SKILL.md" && !l.From.Tree.IsDir(dir) { // the directory is misspelled
		if near := x.nearest(l.From.Tree, dir, ""); near != "" && l.From.Tree.Exists(path.Join(near, name)) {
			return path.Join(near, name)
		}
		return ""
	}
	return x.nearest(l.From.Tree, l.To, path.Ext(l.To))
}

// isCommon reports whether many directories have a file with the name.
func isCommon(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch stem {
	case "readme", "index", "main", "__init__", "package", "license", "changelog", "makefile", "overview", "utils", "helpers", "config", "settings", "setup":
		return true
	}
	return false
}

// only returns the only path, or the only path whose directory has the same name as that of the referring file.
func only(found []string, from string) string {
	if len(found) > 1 {
		topic := path.Base(path.Dir(from))
		found = slices.DeleteFunc(found, func(p string) bool { return path.Base(path.Dir(p)) != topic })
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// nearest returns the path in the same directory, with the same extension and the most similar name.
func (x *index) nearest(tree *analysis.Tree, to, ext string) string {
	key := entries{tree, path.Dir(to), ext}
	names := x.entries[key]
	if names == nil {
		var stems []string
		for _, name := range tree.Entries(key.dir) {
			if path.Ext(name) == ext {
				stems = append(stems, strings.TrimSuffix(name, ext))
			}
		}
		names = suggest.NewIndex(stems)
		x.entries[key] = names
	}
	if best, ok := names.Best(strings.TrimSuffix(path.Base(to), ext)); ok {
		return path.Join(key.dir, best+ext)
	}
	return ""
}
