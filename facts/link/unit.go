package link

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
)

// Unit returns the directory around a path that clients install as a whole: the outermost one with a SKILL.md. Those
// below it are chapters. A skill in a hidden directory, such as a client's, is a unit of its own. Without a SKILL.md, ok is
// false.
func Unit(tree *analysis.Tree, rel string) (unit string, ok bool) {
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		if tree.Exists(path.Join(dir, "SKILL.md")) {
			unit, ok = dir, true
		}
		if dir == "." || dir == "/" || ok && path.Base(dir)[0] == '.' {
			return unit, ok
		}
	}
}

// LeavesUnit reports whether the target of a link of a skill is outside of what is installed with the skill.
func (l *Link) LeavesUnit() bool {
	if l.Skill == nil || l.To == "" {
		return false
	}
	unit, ok := Unit(l.From.Tree, l.Skill.Rel)
	return ok && !Inside(unit, l.To)
}

// Inside reports whether a path is in a directory, or is the directory.
func Inside(dir, to string) bool {
	if dir == "." {
		return !analysis.LeavesRoot(to)
	}
	return to == dir || len(to) > len(dir) && to[len(dir)] == '/' && to[:len(dir)] == dir
}
