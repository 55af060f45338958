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

// IsIn reports whether code may use the variable or the file.
func (k Kept) IsIn(code []byte) bool {
	if k.isFile {
		return bytes.Contains(code, []byte(path.Base(k.name)))
	}
	return containsName(string(code), k.name)
}

// ReadWith returns the effects of a file if other files of its skill have set variables and files.
func ReadWith(d *analysis.Document, given []Kept) *Reading {
	r := newReader(d)
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
func (r *reader) keepAll(s *shellReader, at analysis.Range) {
	if !r.keepsValues {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(s.vars)) {
		if v := s.vars[name]; len(name) > 1 && !s.isGiven(keptName{name, false}, v) && (v.Has(sensitive) && r.on != InScript || len(r.encoded) > 0 && v.Has(Encoded) && strings.HasPrefix(v.text, encodedName)) {
			r.keep(keptName{name, false}, v, at)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if v := s.files[name]; len(path.Base(name)) > 2 && !s.isGiven(keptName{name, true}, v) && (v.Has(sensitive) || v.Has(Fetched) && !s.checked) {
			r.keep(keptName{name, true}, v, at)
		}
	}
}

// isGiven reports whether another file of the skill has set a value.
func (r *reader) isGiven(name keptName, v Value) bool {
	return slices.ContainsFunc(r.given, func(k Kept) bool { return k.keptName == name && k.value == v })
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

// usesKept reports whether a block names a file that an earlier one set.
func (r *reader) usesKept(block []byte) bool {
	for name, k := range r.kept {
		if name.isFile && k.IsIn(block) {
			return true
		}
	}
	return slices.ContainsFunc(r.given, func(k Kept) bool { return k.isFile && k.IsIn(block) })
}

// keptValues returns what the file sets, in order.
func (r *reader) keptValues() []Kept {
	list := slices.Collect(maps.Values(r.kept))
	slices.SortFunc(list, func(a, b Kept) int { return strings.Compare(a.Key(), b.Key()) })
	return list
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
