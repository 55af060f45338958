package behavior

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"mvdan.cc/sh/v3/syntax"
)

// A Kept is a variable or a file that code sets for later blocks of its text, and for other files of its skill.
type Kept struct {
	keptName
	At    analysis.Range // the code
	value Value
}

// A keptName identifies a variable or a file.
type keptName struct {
	name   string // or the path of the file
	isFile bool
}

// Clone returns a copy that does not refer to the text of a document.
func (k Kept) Clone() Kept {
	k.name = strings.Clone(k.name)
	v := &k.value
	v.text, v.path, v.url, v.secret = strings.Clone(v.text), strings.Clone(v.path), strings.Clone(v.url), strings.Clone(v.secret)
	return k
}

// IsSecret reports whether the variable or the file contains a secret.
func (k Kept) IsSecret() bool { return k.value.Has(sensitive) }

// Key returns the name for messages, which differs for variables and files.
func (k Kept) Key() string {
	if k.isFile {
		return k.name
	}
	return "$" + k.name
}

// ReadWith returns the effects of a file if other files of its skill have set variables and files, the last ones of which are the most
// important.
func ReadWith(d *analysis.Document, given []Kept) *Reading {
	r := newReader(d)
	if !r.allows(len(given), mostLoaded, TooMuch, analysis.Range{End: len(d.Source)}) {
		given = given[len(given)-int(mostLoaded):]
	}
	r.given = given
	r.read()
	return r.Reading
}

// keep records a variable or a file for later blocks.
func (r *reader) keep(name keptName, v Value, at analysis.Range) {
	if old, ok := r.kept[name]; ok && old.value == v || !ok && !r.allows(len(r.kept)+1, mostLoaded, TooMuch, at) {
		return
	}
	if r.kept == nil {
		r.kept = map[keptName]Kept{}
	}
	r.kept[name] = Kept{name, at, v}
}

// keepAll records what a block sets: secrets, downloaded files, and text that it encoded.
func (r *reader) keepAll(s *shellReader, isProgram bool, at analysis.Range) {
	if !r.keepsValues {
		return
	}
	secrets := sensitive
	if isProgram { // what it computes with the key of a service is not the key
		secrets &^= Secret
	}
	for _, name := range slices.Sorted(maps.Keys(s.vars)) {
		if v := s.vars[name]; len(name) > 1 && (v.Has(sensitive) && r.on != InScript || len(r.encoded) > 0 && v.Has(Encoded) && strings.HasPrefix(v.text, encodedName)) {
			r.keep(keptName{name, false}, v, at)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if v := s.files[name]; len(path.Base(name)) > 2 && (v.Has(secrets) || v.Has(Fetched) && !s.checked) {
			r.keep(keptName{name, true}, v, at)
		}
	}
}

// takeKept sets what other files of the skill and earlier blocks have set.
func (s *shellReader) takeKept() {
	take := func(k Kept) {
		if k.isFile {
			s.files[k.name] = k.value
		} else {
			s.vars[k.name] = k.value
		}
	}
	for _, k := range s.given {
		take(k)
	}
	for _, k := range s.kept {
		take(k)
	}
}

// usesKept reports whether a block names a file that an earlier block or another file of the skill set.
func (r *reader) usesKept(block []byte) bool {
	isUsed := func(k Kept) bool { return k.isFile && bytes.Contains(block, []byte(path.Base(k.name))) }
	for _, k := range r.kept {
		if isUsed(k) {
			return true
		}
	}
	return slices.ContainsFunc(r.given, isUsed)
}

// keepAssignments records the variables that lines of a block set to an address, for later blocks of the text.
func (r *reader) keepAssignments(block []byte, offset int) {
	if !bytes.Contains(block, []byte("://")) || !bytes.Contains(block, []byte("=")) {
		return
	}
	for line := range bytes.Lines(block) {
		name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(line[:min(len(line), longestAssignment)])), "export "), "=")
		value = strings.Trim(value, `"'`)
		if ok && strings.Contains(value, "://") && !strings.ContainsAny(value, " $`\"'") && syntax.ValidName(name) {
			r.keep(keptName{name, false}, literal(value), analysis.Range{Start: offset, End: offset + len(block)})
		}
	}
}

// longestAssignment is the length of an assignment that is kept.
const longestAssignment = 1000
