package links

import (
	"path"
	"strings"
)

// groups returns the unreferenced files, grouped by the topmost directory in which no file is mentioned. Files that another
// unreferenced file mentions are in the group of that file.
func (s *search) groups() []lostGroup {
	alive := map[string]bool{} // directories with a mentioned file
	var lost []*file
	for _, f := range s.files {
		if f.reached || f.rel == s.skill.Rel {
			for dir := path.Dir(f.rel); !alive[dir]; dir = path.Dir(dir) {
				alive[dir] = true
			}
		} else if !f.exempt && !s.isMarker(f.rel) && !isDeprecated(strings.TrimPrefix(f.rel, s.dir+"/"), nil) && !(isProse(f.rel) && isForOthers(strings.TrimPrefix(f.rel, s.dir+"/"), s.skill.Tree.Read(f.rel, maxText))) {
			lost = append(lost, f)
		}
	}
	var groups []lostGroup
	at, by := map[string]int{}, s.namedBy(lost)
	for _, f := range lost {
		if by[f] != nil {
			continue
		}
		dir := path.Dir(f.rel)
		for !alive[dir] && !alive[path.Dir(dir)] {
			dir = path.Dir(dir)
		}
		i, known := at[dir]
		if !known {
			i = len(groups)
			at[dir] = i
			groups = append(groups, lostGroup{Dir: dir})
		}
		groups[i].Files = append(groups[i].Files, f.rel)
		for _, other := range lost {
			if by[other] == f {
				groups[i].Named = append(groups[i].Named, other.rel)
			}
		}
	}
	return groups
}

// isMarker reports whether a file is empty and has no extension. The existence of such a file is what programs test.
func (s *search) isMarker(rel string) bool {
	if path.Ext(rel) != "" {
		return false
	}
	head := s.skill.Tree.Head(rel, 1)
	return head != nil && len(head) == 0
}

// maxNamed limits the unreferenced files that are searched for the names of each other.
const maxNamed = 50

// namedBy maps the unreferenced files that others mention, directly or indirectly, to the first file that mentions them.
func (s *search) namedBy(lost []*file) map[*file]*file {
	if len(lost) < 2 || len(lost) > maxNamed {
		return nil
	}
	names, isNamed := map[*file][]*file{}, map[*file]bool{}
	for _, f := range lost {
		names[f] = s.namesIn(f, lost)
		for _, other := range names[f] {
			isNamed[other] = true
		}
	}
	by, seen := map[*file]*file{}, map[*file]bool{}
	var follow func(first, f *file)
	follow = func(first, f *file) {
		for _, other := range names[f] {
			if !seen[other] {
				seen[other], by[other] = true, first
				follow(first, other)
			}
		}
	}
	for _, cycles := range []bool{false, true} { // the second pass is for files that mention each other
		for _, f := range lost {
			if isNamed[f] == cycles && !seen[f] {
				seen[f] = true
				follow(f, f)
			}
		}
	}
	return by
}

// namesIn returns the files of a list that one of its files refers to.
func (s *search) namesIn(f *file, lost []*file) []*file {
	found, all := map[*file]bool{}, &bundle{skill: s.skill, dir: s.dir, files: lost}
	for _, e := range f.edges {
		for _, other := range lost {
			if e.to == other.rel || below(e.to, other.rel) {
				found[other] = true
			}
		}
	}
	if text := s.skill.Tree.Read(f.rel, maxText); !isBinary(f.rel) && s.bytes+len(text) <= maxBytes {
		s.bytes += len(text)
		nameFiles(all).matches(text, f.doc == nil && !isProse(f.rel), func(m match) {
			for _, other := range lost {
				if other == m.file || m.dir != "" && below(m.dir, other.rel) {
					found[other] = true
				}
			}
		})
	}
	var names []*file
	for _, other := range lost {
		if found[other] && other != f {
			names = append(names, other)
		}
	}
	return names
}
