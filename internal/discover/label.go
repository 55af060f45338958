package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// label determines how reports show the paths of each place: relative to the working directory if inside,
// else relative to the place. Several outside places get unique labels.
func (s *settler) label(places []*place) {
	taken := map[string]string{} // label → the directory that has it
	for _, p := range places {
		at := filepath.Join(p.root, filepath.FromSlash(p.rel))
		if within(s.dir, at) {
			p.show = s.inside(p.root)
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
			p.show.put = s.unique(base, taken) + "/"
		}
	}
}

// inside returns how paths are shown if the root contains the working directory or is in it.
func (s *settler) inside(root string) shower {
	if rel := relative(root, s.dir); within(root, s.dir) {
		if rel == "." {
			return shower{}
		}
		return shower{strip: rel + "/"}
	}
	return shower{put: relative(s.dir, root) + "/"}
}

// unique returns a label for a directory outside the working directory: its name, with as many parent names
// as necessary to differ from other labels and from entries of the working directory.
func (s *settler) unique(dir string, taken map[string]string) string {
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
