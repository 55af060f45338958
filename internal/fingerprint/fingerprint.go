// Package fingerprint identifies a place in a file by normalized content. The identity is stable when the file is
// reformatted: wrapped or indented differently, with other list markers, quotes or table layout, or with keys in another
// order.
//
// Normalized text contains only letters and digits. A place in frontmatter or a JSON document is identified by its path of
// keys, and a short place in prose also by letters around it in the same paragraph.
package fingerprint

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

const (
	maxLetters     = 160  // letters of the place, and of a name in its path
	minLetters     = 16   // letters; shorter places are also identified by surrounding letters
	contextLetters = 16   // letters on each side
	window         = 1024 // bytes on each side that are searched for them
	shortLetters   = 24   // letters of a measured text in a list
)

// A Text identifies places in a file. It is not safe for concurrent use.
type Text struct {
	Source []byte
	Base   int             // offset of Source in the file
	Data   *analysis.Value // value of the frontmatter or file; nil: none
	Header analysis.Range  // range of the frontmatter in the file, including delimiters; empty: none

	identities map[*analysis.Value]string // cache for large mappings, because each key may be a place
}

// Identify returns the identity of a range of the file. For measured findings, it does not depend on the measured text.
func (t *Text) Identify(r analysis.Range, measured bool) string {
	if t.Data != nil && overlaps(t.Data.Range, r) {
		return t.identifyData(r, measured)
	}
	if measured || r.Len() == 0 {
		return ""
	}
	if overlaps(t.Header, r) {
		return t.text(r, maxLetters) // "" for the delimiters
	}
	return t.identifyProse(t.local(r))
}

// overlaps reports whether r starts in another range.
func overlaps(in, r analysis.Range) bool { return in.Start <= r.Start && r.Start < in.End }

// local converts a range of the file to a range of Source.
func (t *Text) local(r analysis.Range) analysis.Range {
	clamp := func(at int) int { return min(max(at-t.Base, 0), len(t.Source)) }
	return analysis.Range{Start: clamp(r.Start), End: clamp(r.End)}
}

// identifyProse identifies a place by its letters, and a short place also by letters around it in the paragraph. A place
// without letters, such as a fence, is identified by the following text.
func (t *Text) identifyProse(r analysis.Range) string {
	own := letters(t.Source[r.Start:r.End], maxLetters, isLineStart(t.Source, r.Start))
	if countRunes(own) >= minLetters {
		return own
	}
	b := blockAround(t.Source, r)
	before := lastLetters(t.Source[b.Start:r.Start], contextLetters)
	after := letters(t.Source[r.End:max(r.End, b.End)], contextLetters, false)
	if before+own+after == "" || isFence(t.Source, b) {
		after = letters(t.Source[r.End:min(len(t.Source), r.End+window)], contextLetters, false)
	}
	return before + "\x00" + own + "\x00" + after
}

// A step is a value on the path to a place.
type step struct {
	value  *analysis.Value
	name   string
	unique bool // the names up to here identify the value
}

// identifyData identifies a place by its path and, if that is not enough, by its letters.
func (t *Text) identifyData(r analysis.Range, measured bool) string {
	current := step{t.Data, "", true}
	var path strings.Builder
	path.WriteString(t.identity(t.Data))
	isKey := false
	for {
		next, key, ok := t.child(current, r)
		if !ok {
			break
		}
		path.WriteString("\x01" + next.name)
		if isKey = key; isKey {
			break
		}
		current = next
	}
	container := current.value.Kind == analysis.Map || current.value.Kind == analysis.List
	switch {
	case isKey:
		return path.String() + "\x02"
	case measured && current.unique, container && current.unique && (r.Start <= current.value.Range.Start || covers(r, current.value)):
		return path.String()
	case measured:
		return path.String() + "\x00" + t.text(r, shortLetters)
	}
	return path.String() + "\x00" + t.text(r, maxLetters)
}

func covers(r analysis.Range, v *analysis.Value) bool { return r.Contains(v.Range) }

// text returns the first letters of a place.
func (t *Text) text(r analysis.Range, limit int) string {
	r = t.local(r)
	return letters(t.Source[r.Start:r.End], limit, false)
}

// child returns the member or item of a value that contains a range. key reports whether the range is in the key.
func (t *Text) child(s step, r analysis.Range) (next step, key, ok bool) {
	switch s.value.Kind {
	case analysis.Map:
		if m := memberAt(s.value.Members, r.Start); m != nil {
			whole := analysis.Range{Start: min(m.KeyRange.Start, m.Value.Range.Start), End: max(m.KeyRange.End, m.Value.Range.End)}
			if whole.Contains(r) {
				return step{m.Value, letters([]byte(m.Key), maxLetters, false), s.unique}, m.KeyRange.Contains(r), true
			}
		}
	case analysis.List:
		if v := itemAt(s.value.Items, r.Start); v != nil && v.Range.Contains(r) {
			name := t.identity(v)
			return step{v, name, s.unique && name != ""}, false, true
		}
	}
	return step{}, false, false
}

// identity returns the name of an item of a list, or of a line of JSON Lines; "" if it has none.
func (t *Text) identity(v *analysis.Value) string {
	const many = 16 // number of members from which a cache is faster
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
