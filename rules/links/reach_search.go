package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A search follows references between the files of a bundle.
type search struct {
	*bundle
	queue []*file
	names *nameIndex // nil until a text is read
	texts int        // number of texts read
	bytes int        // size of these texts
	left  int        // number of files that are not reached

	projects map[string]bool // directories with a project file

	cased    map[*file]*casedFile // files that a text refers to in another case
	miscased []casedFile          // files that no text refers to in their own case
}

func (b *bundle) search() *search {
	s := &search{bundle: b, cased: map[*file]*casedFile{}}
	for _, f := range b.files {
		if !f.exempt && !f.reached {
			s.left++
		}
	}
	for _, dir := range b.outer {
		s.folder(dir, nil, true)
	}
	s.follow(b.start, true)
	if s.left > 0 {
		s.read(b.start, true)
	}
	for _, f := range b.files {
		if f.outer {
			s.queue = append(s.queue, f)
		}
	}
	s.drain()
	if s.left > 0 {
		s.readExempt()
	}
	s.reachCased()
	if s.left == 0 {
		s.names, s.projects, s.queue = nil, nil, nil
	}
	return s
}

// drain follows references until no new file is reached.
func (s *search) drain() {
	for s.left > 0 && len(s.queue) > 0 {
		f := s.queue[0]
		s.queue = s.queue[1:]
		s.follow(f, false)
		if s.left > 0 {
			s.read(f, false)
		}
	}
}

// readExempt reads the files that need not be mentioned, such as package.json, because the files that they mention are used.
func (s *search) readExempt() {
	for _, f := range s.files {
		if f.exempt && f != s.start && !isTest(f.rel) {
			s.queue = append(s.queue, f)
		}
	}
	s.drain()
}

// follow reaches the targets of a file's references.
func (s *search) follow(from *file, direct bool) {
	for i := range from.edges {
		e := &from.edges[i]
		s.folder(e.to, nil, direct)
		if at, ok := slices.BinarySearchFunc(s.files, e.to, func(f *file, rel string) int { return strings.Compare(f.rel, rel) }); ok {
			s.reach(s.files[at], from, e, direct)
		}
	}
}

// path reaches a file, or the files in a directory.
func (s *search) path(rel string) {
	s.folder(rel, nil, true)
	if at, ok := slices.BinarySearchFunc(s.files, rel, func(f *file, rel string) int { return strings.Compare(f.rel, rel) }); ok {
		s.reach(s.files[at], nil, nil, true)
	}
}

// folder reaches the files in a directory.
func (s *search) folder(dir string, from *file, direct bool) {
	at, _ := slices.BinarySearchFunc(s.files, dir+"/", func(f *file, rel string) int { return strings.Compare(f.rel, rel) })
	for ; at < len(s.files) && strings.HasPrefix(s.files[at].rel, dir+"/"); at++ {
		s.reach(s.files[at], from, nil, direct)
	}
}

func (s *search) reach(f, from *file, by *edge, direct bool) {
	f.direct = f.direct || direct
	if f.reached || f == s.start {
		return
	}
	f.reached = true
	if !f.exempt {
		s.left--
	}
	if !direct && by != nil {
		f.deep, f.from = by, from
	}
	s.queue = append(s.queue, f)
}

// every reaches the files for which is returns true.
func (s *search) every(is func(rel string) bool) {
	for _, f := range s.files {
		if is(f.rel) {
			s.reach(f, nil, nil, false)
		}
	}
}

// read reaches the files that a text mentions.
func (s *search) read(f *file, direct bool) {
	if isBinary(f.rel) {
		return
	}
	if s.names == nil {
		s.names, s.projects = nameFiles(s.bundle), map[string]bool{}
		for _, f := range s.files {
			if isProject(f.rel) {
				s.projects[path.Dir(f.rel)] = true
			}
		}
	}
	code := f.doc == nil && !isProse(f.rel)
	s.texts++
	text := s.skill.Tree.Read(f.rel, maxText)
	s.bytes += len(text)
	switch {
	case len(text) == 0 && f.exempt && f != s.start, !code && text != nil && len(text) == 0:
		return
	case !code && text == nil, s.texts > maxTexts, s.bytes > maxBytes: // it may mention anything
		s.every(func(string) bool { return true })
		return
	case len(text) == 0: // a program may mention any file except prose
		s.every(func(rel string) bool { return !isProse(rel) })
		return
	}
	if code {
		s.siblings(f.rel)
	}
	s.names.matches(text, code, func(m match) {
		switch {
		case m.dir != "":
			s.folder(m.dir, f, direct)
		case m.cased != (analysis.Range{}):
			s.recordCase(f, m, text)
		case m.file != nil:
			s.reach(m.file, f, nil, direct)
		case m.end != "":
			s.every(func(rel string) bool { return strings.HasSuffix(strings.ToLower(path.Base(rel)), m.end) })
		case m.begin != "":
			s.every(func(rel string) bool { return strings.HasPrefix(strings.ToLower(path.Base(rel)), m.begin) })
		default: // it lists directories
			s.every(func(rel string) bool { return !isProse(rel) })
		}
	})
}

// siblings reaches the files that are built together with a source file: those of its project and, in languages whose files
// import each other implicitly, those of its directory.
func (s *search) siblings(rel string) {
	for dir := path.Dir(rel); below(s.dir, dir+"/"); dir = path.Dir(dir) {
		if s.projects[dir] {
			s.every(func(rel string) bool { return below(dir, rel) && !isProse(rel) })
			delete(s.projects, dir)
			return
		}
		if dir == s.dir || dir == "." {
			break
		}
	}
	switch ext := path.Ext(rel); ext {
	case ".go", ".cs", ".java", ".kt", ".rs", ".swift", ".c", ".h", ".cpp":
		dir := path.Dir(rel)
		s.every(func(other string) bool { return below(dir, other) && path.Ext(other) == ext })
	}
}

func (s *search) result() reachedSkill {
	found := reachedSkill{File: s.skill, Cased: s.miscased}
	var twice map[string]bool
	for _, f := range s.files {
		if f.reached && !f.direct && !f.exempt && f.deep != nil && f.doc != nil && f.from.doc != nil && f.deep.link && !f.from.exempt && !isOverview(f.from.rel) &&
			f.deep.at.Start.Line > readLines {
			if twice == nil {
				twice = s.linkedTwice()
			}
			if twice[f.rel] {
				continue
			}
			found.Deep = append(found.Deep, deepFile{File: f.doc, From: f.from.doc, At: f.deep.at})
		}
	}
	slices.SortFunc(found.Deep, func(a, b deepFile) int { return a.At.Range.Start - b.At.Range.Start })
	if s.left > 0 {
		if text := s.skill.Tree.Read(s.skill.Rel, maxText); startsHeader(text) && !isDeprecated(s.skill.Rel, text) && !strings.HasPrefix(path.Base(s.dir), "_") {
			found.Lost = s.groups()
		}
	}
	return found
}

// readLines is the number of lines of a reference that agents are assumed to read.
const readLines = 200

// linkedTwice returns the files that are linked from several files that SKILL.md mentions.
func (s *search) linkedTwice() map[string]bool {
	by, twice := map[string]*file{}, map[string]bool{}
	for _, f := range s.files {
		for i := range f.edges {
			switch to := f.edges[i].to; {
			case !f.direct || f.doc == nil || !f.edges[i].link:
			case by[to] == nil:
				by[to] = f
			case by[to] != f:
				twice[to] = true
			}
		}
	}
	return twice
}
