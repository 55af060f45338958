package link

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Unit returns the directory that clients install as a whole and that contains a path: the outermost one with a SKILL.md.
// Skills below it are chapters. A skill in a hidden directory, such as a client's, is a separate unit. Without a
// SKILL.md, ok is false.
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

// IsOfProject reports whether a skill belongs to its repository and is not installed from it: it is in a hidden directory, such as a
// client's, or the repository is the directory of Claude Code's user, with CLAUDE.md and settings.json next to skills/.
func IsOfProject(tree *analysis.Tree, rel string) bool {
	for part := range strings.SplitSeq(rel, "/") {
		if len(part) > 1 && part[0] == '.' {
			return true
		}
	}
	return strings.HasPrefix(rel, "skills/") && tree.Exists("settings.json") && tree.Exists("CLAUDE.md") && !tree.Exists(".claude-plugin")
}

// LeavesUnit reports whether the target of a link is outside of the unit that is installed with the skill.
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
