package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// label determines the form of paths in reports: relative to the working directory inside of it, otherwise relative to
// the place. Places outside with the same root are relative to the directory that contains all of them, because a root has
// one form. If there are several places, those outside get unique labels.
func (s *placeResolver) label(places []*place) {
	bases := map[string]string{} // root → directory of its places
	for _, p := range places {
		base := filepath.Join(p.root, filepath.FromSlash(p.rel))
		if !p.dir {
			base = filepath.Dir(base)
		}
		if known, ok := bases[p.root]; ok {
			base = commonDir(known, base)
		}
		bases[p.root] = base
	}
	taken := map[string]string{} // label → directory
	for _, p := range places {
		base := bases[p.root]
		if within(s.dir, base) || within(p.root, s.dir) && len(places) > 1 {
			p.show = s.insideDisplay(p.root)
			continue
		}
		if rel := relative(p.root, base); rel != "." {
			p.show.strip = rel + "/"
		}
		if len(places) > 1 {
			p.show.prefix = s.unique(base, taken) + "/"
		}
	}
}

// commonDir returns the directory that contains two directories.
func commonDir(a, b string) string {
	for !within(a, b) {
		a = filepath.Dir(a)
	}
	return a
}

// insideDisplay returns the form of paths if the root contains the working directory or is inside of it.
func (s *placeResolver) insideDisplay(root string) pathDisplay {
	if rel := relative(root, s.dir); within(root, s.dir) {
		if rel == "." {
			return pathDisplay{}
		}
		return pathDisplay{strip: rel + "/"}
	}
	return pathDisplay{prefix: relative(s.dir, root) + "/"}
}

// unique returns a label for a directory outside the working directory: its name, preceded by as many parent names as
// necessary to differ from other labels and from entries of the working directory.
func (s *placeResolver) unique(dir string, taken map[string]string) string {
	label, up := filepath.Base(dir), filepath.Dir(dir)
	free := func(label string) bool {
		if owner, ok := taken[label]; ok {
			return owner == dir
		}
		first, _, _ := strings.Cut(label, "/")
		_, err := os.Lstat(filepath.Join(s.dir, first))
		return err != nil
	}
	for !free(label) && filepath.Dir(up) != up {
		label, up = filepath.Base(up)+"/"+label, filepath.Dir(up)
	}
	for n, whole := 2, label; !free(label); n++ {
		label = fmt.Sprintf("%s-%d", whole, n)
	}
	taken[label] = dir
	return label
}
