package discover

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A Recording is a walk that can be replayed without reading directories. Its options and the tree must be the same, except
// for the content of files that the walk did not read: see [Recording.Change].
type Recording struct {
	found   *Found // nil: nothing is recorded
	places  []place
	inputs  []Input                    // with copies of the files as they were emitted
	read    map[string]map[string]bool // files that the walk read, by directory of the root
	changed map[*analysis.Tree]map[string]bool
}

// Change records that the content of a file changed, given by the directory of a root and a path relative to it. It
// returns false if that may change the result of the walk.
func (r *Recording) Change(dir, rel string) bool {
	if r.found == nil {
		return false
	}
	for _, root := range r.found.Roots {
		if root.Dir != dir {
			continue
		}
		if !root.Tree.IsFile(rel) || r.read[dir][rel] || path.Base(rel) == ".git" {
			return false
		}
		if r.changed[root.Tree] == nil {
			r.changed[root.Tree] = map[string]bool{}
		}
		r.changed[root.Tree][rel] = true
		return true
	}
	return true // in a tree of another run
}

// record makes a search fill r.
func (r *Recording) record(s *search, places []*place) {
	*r = Recording{read: map[string]map[string]bool{}, changed: map[*analysis.Tree]map[string]bool{}}
	for _, p := range places {
		r.places = append(r.places, *p)
	}
	emit := s.emit
	s.emit = func(in Input) {
		file := *in.File
		in.Kept = new(any)
		kept := in
		kept.File, kept.Same = &file, true
		r.inputs = append(r.inputs, kept)
		emit(in)
	}
}

// matches reports whether r is the recording of a walk of these places.
func (r *Recording) matches(places []*place) bool {
	return r.found != nil && slices.EqualFunc(r.places, places, func(was place, is *place) bool { return was == *is })
}

// replay emits the recorded inputs. It returns nil if the tree of a root is another one.
func (r *Recording) replay(s *search) (*Found, error) {
	found := *r.found
	found.Repeated = true
	found.Links, found.Unchecked, found.Roots = slices.Clone(found.Links), slices.Clone(found.Unchecked), slices.Clone(found.Roots)
	for i := range found.Roots {
		root := &found.Roots[i]
		now, err := s.open(root.Dir, root.Dir)
		if err != nil {
			return nil, err
		}
		if root.Disk = now.Disk; s.Wrap(root.Dir, now.FS) != root.FS {
			return nil, nil
		}
	}
	for _, root := range found.Roots {
		root.Tree.Repeat()
		if s.Policy != nil {
			if _, err := s.Policy(root); err != nil {
				return nil, err
			}
		}
	}
	for _, in := range r.inputs {
		if r.changed[in.File.Tree][in.File.Rel] {
			file := *in.File
			in.File, in.Same = &file, false
		}
		s.emit(in)
	}
	r.changed = map[*analysis.Tree]map[string]bool{}
	return &found, s.ctx.Err()
}

// openText opens a file whose content affects the result of the walk.
func (w *walker) openText(name string) (treefs.File, error) {
	w.noteRead(name)
	return w.root.FS.Open(name)
}

// noteRead records that the walk reads a file.
func (w *walker) noteRead(name string) {
	r := w.Recording
	if r == nil {
		return
	}
	if r.read[w.root.Dir] == nil {
		r.read[w.root.Dir] = map[string]bool{}
	}
	r.read[w.root.Dir][name] = true
	if real, err := w.resolver.Resolve(name, true); err == nil {
		r.read[w.root.Dir][real] = true
	}
}
