// Package fingerprint identifies a place in a file by normalized content, which is stable when the file is
// reformatted: rewrapped, indented differently, with other list markers, quotes or tables, or with keys in
// another order.
//
// Of text it keeps letters and digits only. A place in frontmatter or a JSON document is identified by the
// path of keys; a short one in prose also by letters around it in the same paragraph.
package fingerprint

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

const (
	maxLetters = 160  // of the place itself, and of one name in its path
	few        = 16   // letters; shorter places are also identified by surrounding ones
	around     = 16   // letters on each side
	window     = 1024 // bytes on each side that are searched for them
	beginning  = 24   // letters of a text in a list of which only the length matters
)

// A Text is an index for places. It is not safe for concurrent use.
type Text struct {
	Source []byte
	Base   int             // offset of Source in the file
	Data   *analysis.Value // values of the frontmatter or file; nil: none
	Header analysis.Range  // frontmatter in the file, including delimiters; empty: none

	identities map[*analysis.Value]string // of large mappings: each key may have a place
}

// Identify returns the normalized content of a range of the file. For measured findings, the amount is
// ignored.
func (t *Text) Identify(r analysis.Range, measured bool) string {
	if t.Data != nil && overlaps(t.Data.Range, r) {
		return t.inData(r, measured)
	}
	if measured || r.Len() == 0 {
		return ""
	}
	if overlaps(t.Header, r) {
		return t.text(r, maxLetters) // nothing of its delimiters
	}
	return t.inProse(t.local(r))
}

// overlaps reports whether a range starts in another one.
func overlaps(in, r analysis.Range) bool { return in.Start <= r.Start && r.Start < in.End }

// local converts a range of the file to one in Source.
func (t *Text) local(r analysis.Range) analysis.Range {
	clamp := func(at int) int { return min(max(at-t.Base, 0), len(t.Source)) }
	return analysis.Range{Start: clamp(r.Start), End: clamp(r.End)}
}

// inProse identifies a place by its letters; a short one also by those around it in the paragraph. A place
// without letters, such as a fence, is identified by the following text.
func (t *Text) inProse(r analysis.Range) string {
	own := letters(t.Source[r.Start:r.End], maxLetters, lineStart(t.Source, r.Start))
	if count(own) >= few {
		return own
	}
	b := blockAround(t.Source, r)
	before := lastLetters(t.Source[b.Start:r.Start], around)
	after := letters(t.Source[r.End:max(r.End, b.End)], around, false)
	if before+own+after == "" || isFence(t.Source, b) {
		after = letters(t.Source[r.End:min(len(t.Source), r.End+window)], around, false)
	}
	return before + "\x00" + own + "\x00" + after
}

// A step leads from a value to a part of it.
type step struct {
	value *analysis.Value
	name  string
	known bool // name distinguishes the value from its siblings
}

// inData identifies a place by its path and, if that is not unique, by its letters.
func (t *Text) inData(r analysis.Range, measured bool) string {
	at := step{t.Data, "", true}
	var way strings.Builder
	way.WriteString(t.identity(t.Data))
	isKey := false
	for {
		next, key, ok := t.into(at, r)
		if !ok {
			break
		}
		way.WriteString("\x01" + next.name)
		if isKey = key; isKey {
			break
		}
		at = next
	}
	container := at.value.Kind == analysis.Map || at.value.Kind == analysis.List
	switch {
	case isKey:
		return way.String() + "\x02"
	case measured && at.known, container && at.known && (r.Start <= at.value.Range.Start || covers(r, at.value)):
		return way.String()
	case measured:
		return way.String() + "\x00" + t.text(r, beginning)
	}
	return way.String() + "\x00" + t.text(r, maxLetters)
}

func covers(r analysis.Range, v *analysis.Value) bool { return r.Contains(v.Range) }

// text returns letters of a place in a value.
func (t *Text) text(r analysis.Range, most int) string {
	r = t.local(r)
	return letters(t.Source[r.Start:r.End], most, false)
}

// into returns the part of a value that contains a range; key: the range is in the part's key.
func (t *Text) into(s step, r analysis.Range) (next step, key, ok bool) {
	switch s.value.Kind {
	case analysis.Map:
		if m := memberAt(s.value.Members, r.Start); m != nil {
			whole := analysis.Range{Start: min(m.KeyRange.Start, m.Value.Range.Start), End: max(m.KeyRange.End, m.Value.Range.End)}
			if whole.Contains(r) {
				return step{m.Value, letters([]byte(m.Key), maxLetters, false), s.known}, m.KeyRange.Contains(r), true
			}
		}
	case analysis.List:
		if v := itemAt(s.value.Items, r.Start); v != nil && v.Range.Contains(r) {
			name := t.identity(v)
			return step{v, name, s.known && name != ""}, false, true
		}
	}
	return step{}, false, false
}

// identity returns what distinguishes an entry of a list, or a line, from others.
func (t *Text) identity(v *analysis.Value) string {
	const many = 16 // number of members from which an index is faster
	if len(v.Members) < many {
		return identityOf(v)
	}
	name, known := t.identities[v]
	if !known {
		if t.identities == nil {
			t.identities = map[*analysis.Value]string{}
		}
		name = identityOf(v)
		t.identities[v] = name
	}
	return name
}

func identityOf(v *analysis.Value) string {
	if v.Kind != analysis.Map {
		return ""
	}
	for _, key := range [...]string{"id", "name", "title", "path"} {
		if m := v.Get(key); m != nil && m.Kind == analysis.String {
			return letters([]byte(m.Text), maxLetters, false)
		}
	}
	return ""
}
