package manifest

import "github.com/skilllint/skilllint/analysis"

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

// Last returns the last kept entry; there must be one.
func (e *Entries) Last() Entry {
	c := e.Chunks[len(e.Chunks)-1]
	return Entry{c, len(c.Places) - 1}
}

// Torn reports whether the line is not a complete entry: then only the file is known.
func (e Entry) Torn() bool { return e.chunk.Places[e.n].Torn }

// Line returns the number of the line, from 1.
func (e Entry) Line() int { return int(e.chunk.Places[e.n].Number) }

// Get returns a value, or "".
func (e Entry) Get(f Field) string {
	line := &e.chunk.Places[e.n]
	at, length := line.Text, line.File.Length
	if f != File {
		if len(e.chunk.Details) == 0 {
			return ""
		}
		d := &e.chunk.Details[e.n]
		for i := File; i < f; i++ {
			at += uint32(length)
			length = d.Also
			if i+1 < Also {
				length = d.Values[i].Length
			}
		}
	}
	return string(e.chunk.Text[at : at+uint32(length)])
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
func (e Entry) Has(f Field) bool { return e.span(f).Bytes > 0 }

// Where returns the location of a value in a manifest, or the start of its line.
func (e Entry) Where(path string, f Field) analysis.Location {
	s, line := e.span(f), &e.chunk.Places[e.n]
	start, column := int(line.Start)+int(s.At), 1+int(s.Before)
	return analysis.Location{Path: path, Range: analysis.Range{Start: start, End: start + int(s.Bytes)},
		Start: analysis.Position{Line: int(line.Number), Column: column},
		End:   analysis.Position{Line: int(line.Number), Column: column + int(s.Runes)}}
}
