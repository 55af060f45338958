package jsontree

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// A Reader parses the lines of a manifest. It parses plain lines, which nearly all are, in memory that it reuses for
// the next line, and passes the others to [Parse]. The zero Reader is ready to use.
type Reader struct {
	source []byte
	bare   bool            // source is ASCII without backslashes and control characters
	text   string          // copy of source; strings of values are substrings of it
	block  strings.Builder // memory for the texts of many lines
	at     int
	base   int

	values  arena[analysis.Value]
	items   arena[*analysis.Value]
	members arena[analysis.Member]
	open    []analysis.Member // of all open objects, the innermost last
	keys    []string          // of the previous line's object: most lines have the same
	listed  []*analysis.Value // of all open lists
}

// Parse returns the same as the function Parse. The values are valid until the next call.
func (r *Reader) Parse(source []byte, base int) Tree {
	r.source, r.text, r.at, r.base = source, r.copyString(source), 0, base
	r.bare = isBare(source)
	clear(r.values.array[:r.values.used])
	r.values.used, r.items.used, r.members.used = 0, 0, 0
	r.open, r.listed = r.open[:0], r.listed[:0]
	r.space()
	root := r.value(0)
	if r.space(); root == nil || r.at < len(source) {
		return Parse(source, base)
	}
	return Tree{Root: root}
}

const perBlock = 64 << 10 // bytes; a block is collected when no string refers to it

// copyString returns a copy of a line as a string. The lines of a block share one allocation.
func (r *Reader) copyString(source []byte) string {
	if r.block.Cap()-r.block.Len() < len(source) {
		r.block = strings.Builder{}
		r.block.Grow(max(perBlock, len(source)))
	}
	from := r.block.Len()
	r.block.Write(source)
	return r.block.String()[from:]
}

// Limits of a plain line.
const (
	plainDepth   = 16
	plainMembers = 32 // of one object
	plainNumber  = 30 // characters
)

// value parses the value at r.at. It returns nil if the value is not plain.
func (r *Reader) value(depth int) *analysis.Value {
	if r.at == len(r.source) || depth > plainDepth {
		return nil
	}
	switch c := r.source[r.at]; {
	case c == '"':
		start := r.at
		text, ok := r.string()
		if !ok {
			return nil
		}
		v := r.newValue(analysis.String, start)
		v.Style, v.Text = analysis.DoubleQuoted, text
		return v
	case c == '{':
		return r.object(depth)
	case c == '[':
		return r.list(depth)
	case c == 't':
		return r.word("true", analysis.Bool)
	case c == 'f':
		return r.word("false", analysis.Bool)
	case c == 'n':
		return r.word("null", analysis.Null)
	}
	return r.number()
}

// newValue returns a new value that starts at start and ends at r.at.
func (r *Reader) newValue(kind analysis.ValueKind, start int) *analysis.Value {
	v := &r.values.take(1)[0]
	v.Kind, v.Range = kind, analysis.Range{Start: r.base + start, End: r.base + r.at}
	return v
}

// newContainer returns a new list or mapping.
func (r *Reader) newContainer(kind analysis.ValueKind, start int) *analysis.Value {
	v := r.newValue(kind, start)
	v.Style = analysis.Flow
	return v
}

func (r *Reader) object(depth int) *analysis.Value {
	start, first := r.at, len(r.open)
	r.at++
	if r.space(); r.next('}') {
		return r.newContainer(analysis.Map, start)
	}
	repeats := depth == 0 // all keys so far are those of the previous line
	for {
		r.space()
		from := r.at
		var key string
		if repeats {
			key, repeats = r.repeatedKey(len(r.open))
		}
		if !repeats {
			if from == len(r.source) || r.source[from] != '"' {
				return nil
			}
			var ok bool
			if key, ok = r.string(); !ok || r.hasKey(first, key) {
				return nil
			}
			if depth == 0 {
				r.keys = append(r.keys[:len(r.open)], strings.Clone(key))
			}
		}
		m := analysis.Member{Key: key, KeyRange: analysis.Range{Start: r.base + from, End: r.base + r.at}}
		if r.space(); !r.next(':') {
			return nil
		}
		r.space()
		if m.Value = r.value(depth + 1); m.Value == nil {
			return nil
		}
		r.open = append(r.open, m)
		r.space()
		if r.next(',') {
			continue
		}
		if !r.next('}') {
			return nil
		}
		members := r.members.take(len(r.open) - first)
		copy(members, r.open[first:])
		r.open = r.open[:first]
		v := r.newContainer(analysis.Map, start)
		v.Members = members
		return v
	}
}

// repeatedKey parses the key with an index in the previous line's object, if it comes next.
func (r *Reader) repeatedKey(i int) (string, bool) {
	if i == len(r.keys) {
		return "", false
	}
	key := r.keys[i]
	end := r.at + 1 + len(key)
	if end >= len(r.source) || r.source[r.at] != '"' || r.source[end] != '"' || r.text[r.at+1:end] != key {
		return "", false
	}
	r.at = end + 1
	return key, true
}

// hasKey reports whether an open object has a key, or has too many keys to search.
func (r *Reader) hasKey(first int, key string) bool {
	open := r.open[first:]
	if len(open) == plainMembers {
		return true
	}
	for i := range open {
		if open[i].Key == key {
			return true
		}
	}
	return false
}

func (r *Reader) list(depth int) *analysis.Value {
	start, first := r.at, len(r.listed)
	r.at++
	if r.space(); r.next(']') {
		return r.newContainer(analysis.List, start)
	}
	for {
		r.space()
		v := r.value(depth + 1)
		if v == nil {
			return nil
		}
		r.listed = append(r.listed, v)
		r.space()
		if r.next(',') {
			continue
		}
		if !r.next(']') {
			return nil
		}
		items := r.items.take(len(r.listed) - first)
		copy(items, r.listed[first:])
		r.listed = r.listed[:first]
		list := r.newContainer(analysis.List, start)
		list.Items = items
		return list
	}
}

// word parses true, false or null.
func (r *Reader) word(word string, kind analysis.ValueKind) *analysis.Value {
	start, end := r.at, r.at+len(word)
	if end > len(r.text) || r.text[start:end] != word || end < len(r.source) && isWord(r.source[end]) {
		return nil
	}
	r.at = end
	v := r.newValue(kind, start)
	v.Text = word
	return v
}

// number parses an integer or a decimal fraction of limited length.
func (r *Reader) number() *analysis.Value {
	start := r.at
	r.next('-')
	zero := r.at < len(r.source) && r.source[r.at] == '0'
	whole := r.digits()
	if whole == 0 || zero && whole > 1 || r.next('.') && r.digits() == 0 {
		return nil
	}
	if r.at-start > plainNumber || r.at < len(r.source) && (isWord(r.source[r.at]) || r.source[r.at] == '+') {
		return nil
	}
	v := r.newValue(analysis.Number, start)
	v.Text = r.text[start:r.at]
	return v
}

func (r *Reader) digits() int {
	start := r.at
	for r.at < len(r.source) && r.source[r.at] >= '0' && r.source[r.at] <= '9' {
		r.at++
	}
	return r.at - start
}

// string parses a string without escapes and control characters. r.at is the opening quote.
func (r *Reader) string() (string, bool) {
	start := r.at + 1
	if r.bare {
		n := bytes.IndexByte(r.source[start:], '"')
		if n < 0 {
			return "", false
		}
		r.at = start + n + 1
		return r.text[start : start+n], true
	}
	end, ascii := plainEnd(r.source, start)
	if end == len(r.source) || r.source[end] != '"' {
		return "", false
	}
	if !ascii && !utf8.Valid(r.source[start:end]) {
		return "", false
	}
	r.at = end + 1
	return r.text[start:end], true
}

// isBare reports whether a text is ASCII without backslashes and control characters. It checks 32 bytes at a time,
// with the method of plainEnd.
func isBare(text []byte) bool {
	if bytes.IndexByte(text, '\\') >= 0 {
		return false
	}
	const spaces, highs = 0x0101010101010101 * ' ', 0x8080808080808080
	at := 0
	for ; at+32 <= len(text); at += 32 {
		part := text[at : at+32]
		a, b := binary.LittleEndian.Uint64(part), binary.LittleEndian.Uint64(part[8:])
		c, d := binary.LittleEndian.Uint64(part[16:]), binary.LittleEndian.Uint64(part[24:])
		if (a|b|c|d|(a-spaces)|(b-spaces)|(c-spaces)|(d-spaces))&highs != 0 {
			return false
		}
	}
	for ; at < len(text); at++ {
		if text[at] < ' ' || text[at] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// plainEnd returns the offset of the first quotation mark, backslash or control character, and whether everything
// before it is ASCII. It checks eight bytes at a time: for a byte b < n, b-n borrows, which sets its highest bit.
func plainEnd(text []byte, at int) (end int, ascii bool) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	high := uint64(0)
	for ; at+8 <= len(text); at += 8 {
		w := binary.LittleEndian.Uint64(text[at:])
		quotes, slashes := w^(ones*'"'), w^(ones*'\\')
		if ((quotes-ones)&^quotes|(slashes-ones)&^slashes|(w-ones*' ')&^w)&highs != 0 {
			break
		}
		high |= w
	}
	for ; at < len(text); at++ {
		c := text[at]
		if c == '"' || c == '\\' || c < ' ' {
			break
		}
		high |= uint64(c)
	}
	return at, high&highs == 0
}

func (r *Reader) next(c byte) bool {
	if r.at < len(r.source) && r.source[r.at] == c {
		r.at++
		return true
	}
	return false
}

// space skips white space.
func (r *Reader) space() {
	for r.at < len(r.source) {
		switch r.source[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		default:
			return
		}
	}
}

// An arena allocates slices from one array, and reuses the array after used is reset. If the array is full, a larger
// one replaces it; slices that were returned before stay valid.
type arena[T any] struct {
	array []T
	used  int
}

func (a *arena[T]) take(n int) []T {
	if a.used+n > len(a.array) {
		a.array, a.used = make([]T, max(64, 2*len(a.array), n)), 0
	}
	out := a.array[a.used : a.used+n : a.used+n]
	a.used += n
	return out
}
