package catalog

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// maxDirectories limits the directories read below one root: with links to each other, a few directories
// have millions of paths.
const maxDirectories = 20_000

// A walk searches SKILL.md files below a root, breadth first and in byte order of the names. It does not
// follow links to a directory that is already part of the path.
type walk struct {
	from  Source
	dots  bool                        // enter directories whose name starts with a dot
	enter func(dir, name string) bool // decides on the other directories; nil: enter all
	names []string                    // of skill files; in each directory, the first existing name is used

	found     []string
	loops     []loop
	truncated bool // the walk reached maxDirectories
}

// A loop is a link to a directory above itself.
type loop struct {
	path   string // of the link
	target string // path by which the walk reached the target
}

// A visit is a directory on one of the paths that lead to it.
type visit struct {
	path, real string
	parent     *visit
}

// search adds the skills below a root to found.
func (w *walk) search(root string) {
	real := w.from.Real(root)
	if real == "" {
		return
	}
	level := []*visit{{path: root, real: real}}
	for room := maxDirectories - 1; len(level) > 0; {
		var next []*visit
		for _, v := range level {
			dirs := w.visit(v, room)
			next, room = append(next, dirs...), room-len(dirs)
		}
		level = next
	}
}

// visit finds the skill of a directory, and returns its subdirectories, at most room.
func (w *walk) visit(v *visit, room int) []*visit {
	var dirs []*visit
	skill := len(w.names)
	for _, e := range w.from.List(v.path) {
		at := path.Join(v.path, e.Name)
		switch e.Kind {
		case File, LinkedFile:
			for i, name := range w.names {
				if e.Name == name && i < skill {
					skill = i
				}
			}
		case Directory, LinkedDir:
			if !w.dots && strings.HasPrefix(e.Name, ".") || w.enter != nil && !w.enter(v.path, e.Name) {
				continue
			}
			if len(dirs) == room {
				w.truncated = true
				continue
			}
			next := &visit{path: at, real: path.Join(v.real, e.Name), parent: v}
			if e.Kind == LinkedDir {
				next.real = w.from.Real(at)
				if above := v.enclosing(next.real); above != nil {
					w.loops = append(w.loops, loop{at, above.path})
					continue
				}
			}
			if next.real != "" {
				dirs = append(dirs, next)
			}
		}
	}
	if skill < len(w.names) {
		w.found = append(w.found, path.Join(v.path, w.names[skill]))
	}
	return dirs
}

// enclosing returns the first visit on the path to v that is at or below a directory, or nil.
func (v *visit) enclosing(real string) *visit {
	var outermost *visit
	for ; v != nil; v = v.parent {
		if v.real == real || strings.HasPrefix(v.real, strings.TrimSuffix(real, "/")+"/") {
			outermost = v
		}
	}
	return outermost
}

// tooManyNote returns the note on a root that is read in part only.
func tooManyNote(root string) string {
	return root + " has more than " + quote.Count(maxDirectories) + " directories, links included; the others were not read"
}
