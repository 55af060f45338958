package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// shiftedTarget returns the existing target of a link with one "../" added or removed, if there is exactly one.
func shiftedTarget(l *link.Link) string {
	tail := strings.TrimLeft(path.Clean(l.Path), "./")
	if l.Class != link.Local && l.Class != link.Outside || strings.HasPrefix(l.Path, "/") || isCommon(path.Base(l.To)) && !strings.Contains(tail, "/") {
		return ""
	}
	targets := []string{path.Join(l.Dir, "..", l.Path)}
	if less, ok := strings.CutPrefix(path.Clean(l.Path), "../"); ok {
		targets = append(targets, path.Join(l.Dir, less))
	}
	targets = slices.DeleteFunc(targets, func(to string) bool {
		return analysis.LeavesRoot(to) || to == l.From.Rel || l.From.Tree.Stat(to) != kindOf(l)
	})
	if len(targets) != 1 {
		return ""
	}
	return targets[0]
}

// kindOf returns the required state of the target of a link: file or directory.
func kindOf(l *link.Link) analysis.PathState {
	if strings.HasSuffix(l.Path, "/") {
		return analysis.IsFolder
	}
	return analysis.IsFile
}

// renamed returns the only file that has the path of the target if the missing directory is replaced by another one. A
// directory of another skill must have a similar name.
func (x *index) renamed(l *link.Link, home string) string {
	missing := missingDirectory(l)
	if missing == "" || isCommon(path.Base(l.To)) || path.Base(l.To) == "SKILL.md" {
		return ""
	}
	parent, rest := path.Dir(missing), strings.TrimPrefix(l.To, missing)
	found := slices.DeleteFunc(slices.Clone(x.withName(l.From.Tree, path.Base(l.To))), func(p string) bool {
		dir, ok := strings.CutSuffix(p, rest)
		return !ok || path.Dir(dir) != parent || p == l.From.Rel || !below(home, missing) && !shareWord(path.Base(dir), path.Base(missing))
	})
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// deeper returns the only file with the name of the target below the directory of the target, or with the same path below
// another directory, unless many projects have such a path. Files of nested skills are ignored.
func (x *index) deeper(l *link.Link) string {
	dir, tail := path.Dir(l.To), strings.TrimLeft(path.Clean(l.Path), "./")
	if isCommon(path.Base(l.To)) || path.Base(l.To) == "SKILL.md" || l.Skill != nil && !strings.HasPrefix(l.Path, "../") {
		return ""
	}
	found := slices.DeleteFunc(slices.Clone(x.withName(l.From.Tree, path.Base(l.To))), func(p string) bool {
		if strings.Contains(tail, "/") && strings.HasSuffix(p, "/"+tail) && !slices.Contains(projectDirs, path.Base(path.Dir(tail))) {
			return p == l.From.Rel
		}
		for at := path.Dir(p); at != dir; at = path.Dir(at) {
			if !below(dir, at) || at == "." || l.From.Tree.Exists(path.Join(at, "SKILL.md")) {
				return true
			}
		}
		return p == l.From.Rel
	})
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// shareWord reports whether two names have a word of at least three letters in common.
func shareWord(a, b string) bool {
	separates := func(r rune) bool { return r == '-' || r == '_' }
	words := strings.FieldsFunc(a, separates)
	return slices.ContainsFunc(strings.FieldsFunc(b, separates), func(word string) bool { return len(word) > 2 && slices.Contains(words, word) })
}
