package catalog

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// maxDirectories is how many directories below one root are looked at: through links to each
// other a few directories make millions of paths.
const maxDirectories = 20_000

// A walk looks for SKILL.md below a root, at any depth. It goes a level at a time, and in byte
// order of the names. A link to a directory that the path leads through already is not followed.
type walk struct {
	from  Source
	dots  bool                        // directories whose name begins with a dot are entered
	enter func(dir, name string) bool // further says which are; nil: all
	names []string                    // that a skill's file may have, the first one that is there counts

	found []string
	loops []loop
	full  bool // there are more directories than are looked at
}

// A loop is a link that leads to a directory above itself.
type loop struct {
	path string // of the link
	to   string // how the walk came to the directory that it leads to
}

// A visit is a directory that a walk came to, by one of the ways to it.
type visit struct {
	path, real string
	up         *visit
}

func (w *walk) below(root string) {
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

// visit finds the skill of a directory, and returns the directories in it, as many as there is room for.
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
				w.full = true
				continue
			}
			next := &visit{path: at, real: path.Join(v.real, e.Name), up: v}
			if e.Kind == LinkedDir {
				next.real = w.from.Real(at)
				if above := v.through(next.real); above != nil {
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

// through returns the visit of a directory, or of what lies in it, on the way to v; nil: there is
// none. For a directory above the root it is the root's.
func (v *visit) through(real string) *visit {
	var outermost *visit
	for ; v != nil; v = v.up {
		if v.real == real || strings.HasPrefix(v.real, strings.TrimSuffix(real, "/")+"/") {
			outermost = v
		}
	}
	return outermost
}

// tooMany is the note about a root of which only a part is read.
func tooMany(root string) string {
	return root + " has more than " + quote.Count(maxDirectories) + " directories, links included; the others were not read"
}
