package manifest

import (
	"cmp"
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// An Entry is one line with its output. Values that are missing, not strings or too long are empty.
type Entry struct {
	chunk *Chunk
	n     int
}

// All visits the entries in order.
func (e *Entries) All(yield func(Entry) bool) {
	for _, c := range e.Chunks {
		for i := range c.Places {
			if !yield(Entry{c, i}) {
				return
			}
		}
	}
}

// Last returns the last kept entry. It panics if there is none.
func (e *Entries) Last() Entry {
	c := e.Chunks[len(e.Chunks)-1]
	return Entry{c, len(c.Places) - 1}
}

// Torn reports whether the line is not a complete entry, so that only the file is known.
func (e Entry) Torn() bool { return e.Line() == 0 }

// Line returns the number of the line, from 1.
func (e Entry) Line() int { return int(e.chunk.Places[e.n].Number) }

// Get returns a value, or "".
func (e Entry) Get(f Field) string {
	line := &e.chunk.Places[e.n]
	at, length := int(line.Text), e.length(File)
	if f != File {
		if len(e.chunk.Details) == 0 {
			return ""
		}
		for i := File; i < f; i++ {
			at += length
			length = e.length(i + 1)
		}
	}
	return e.chunk.Text[at : at+length]
}

// length returns the length of a value.
func (e Entry) length(f Field) int {
	if f == Also {
		return int(e.chunk.Details[e.n].Also)
	}
	return int(e.span(f).Length &^ flags)
}

// span returns the position of a value, or zero.
func (e Entry) span(f Field) Span {
	switch {
	case f == File:
		return e.chunk.Places[e.n].File
	case f == Also || len(e.chunk.Details) == 0:
		return Span{}
	}
	return e.chunk.Details[e.n].Values[f-1]
}

// Has reports whether a value was kept with its position.
func (e Entry) Has(f Field) bool { return e.span(f).Length&present != 0 }

// Where returns the location of a value in a manifest, or the start of its line.
func (e Entry) Where(path string, f Field) analysis.Location {
	s, line := e.span(f), &e.chunk.Places[e.n]
	size := OddSpan{Before: s.At}
	if s.Length&odd != 0 {
		size = e.odd(f)
	} else if e.Has(f) {
		size.Bytes = s.Length&^flags + uint16(len(`""`))
		size.Runes = size.Bytes
	}
	start, column := int(line.Start)+int(s.At), 1+int(size.Before)
	return analysis.Location{Path: path, Range: analysis.Range{Start: start, End: start + int(size.Bytes)},
		Start: analysis.Position{Line: int(line.Number), Column: column},
		End:   analysis.Position{Line: int(line.Number), Column: column + int(size.Runes)}}
}

// odd returns the size of a value that has the flag odd.
func (e Entry) odd(f Field) OddSpan {
	i, _ := slices.BinarySearchFunc(e.chunk.Odd, OddSpan{Entry: uint16(e.n), Field: uint16(f)}, func(a, b OddSpan) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Field, b.Field))
	})
	return e.chunk.Odd[i]
}
