package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A casedFile is a file that a skill refers to only in another case.
type casedFile struct {
	Written string // path as written in the skill, with directories
	Actual  string
	Places  []analysis.Location // in a single document
}

// maxCased limits the locations of a file in another case.
const maxCased = 20

// otherCase returns the file that a word of a text refers to in another case, including the directories before the word.
func otherCase(w word, files []*file) (match, bool) {
	if w.code || w.written == nil || len(files) != 1 {
		return match{}, false
	}
	start, end := w.from, w.from+len(w.text)
	for start > 0 && (w.written[start-1] == '/' || isNameByte(w.written[start-1]|0x20)) {
		start--
	}
	written := string(w.written[start:end])
	if rest, ok := strings.CutPrefix(written, "./"); ok {
		start, written = start+2, rest
	}
	if !strings.ContainsAny(written, "./") { // an ordinary word, such as the field "license"
		return match{}, false
	}
	rel := "/" + files[0].rel
	at := len(rel) - len(written)
	stem, _, _ := strings.Cut(path.Base(written), ".")
	if !strings.ContainsAny(written, "./") { // "license: MIT" is a word, not the path of LICENSE
		return match{}, false
	}
	if at < 1 || rel[at-1] != '/' || !strings.EqualFold(rel[at:], written) || rel[at:] == written || stem == strings.ToUpper(stem) && isProjectName(strings.ToLower(stem)) {
		return match{}, false
	}
	return match{file: files[0], cased: analysis.Range{Start: start, End: end}}, true
}

// isProjectName reports whether a name, in capitals, is common in projects.
func isProjectName(stem string) bool {
	return slices.Contains(people, stem) || slices.Contains(peopleInCapitals, stem) ||
		slices.Contains([]string{"plan", "design", "architecture", "memory", "state", "status", "tasks", "context", "progress", "requirements"}, stem)
}

// recordCase records that a document refers to a file in another case.
func (s *search) recordCase(doc *file, m match, text []byte) {
	if doc.exempt && doc != s.start || doc.doc == nil {
		s.reach(m.file, doc, nil, false)
		return
	}
	c := s.cased[m.file]
	at := analysis.NewDocument(doc.doc, text).At(m.cased)
	switch {
	case c == nil:
		rel := m.file.rel
		s.cased[m.file] = &casedFile{Written: string(text[m.cased.Start:m.cased.End]), Actual: rel[len(rel)-(m.cased.End-m.cased.Start):],
			Places: []analysis.Location{at}}
	case c.Places[0].Path == at.Path && len(c.Places) < maxCased && string(text[m.cased.Start:m.cased.End]) == c.Written:
		c.Places = append(c.Places, at)
	}
}

// reachCased marks files that are referred to only in another case as reached, because links/case reports them.
func (s *search) reachCased() {
	for _, f := range s.files {
		if c := s.cased[f]; c != nil && !f.reached {
			s.miscased = append(s.miscased, *c)
			s.reach(f, nil, nil, false)
		}
	}
	s.drain()
}
