package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// label determines the form of paths in reports: relative to the working directory inside of it, otherwise relative to
// the place. If there are several places, those outside get unique labels.
func (s *placeResolver) label(places []*place) {
	taken := map[string]string{} // label → directory
	for _, p := range places {
		at := filepath.Join(p.root, filepath.FromSlash(p.rel))
		if within(s.dir, at) {
			p.show = s.insideDisplay(p.root)
			continue
		}
		base := at
		if !p.dir {
			base = filepath.Dir(at)
		}
		if rel := relative(p.root, base); rel != "." {
			p.show.strip = rel + "/"
		}
		if len(places) > 1 {
			p.show.prefix = s.unique(base, taken) + "/"
		}
	}
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
