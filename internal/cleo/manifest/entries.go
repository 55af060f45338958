package manifest

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// What is kept of one manifest: about 180 bytes an entry, of those behind the first hundred
// thousand only the files, 50 bytes.
const (
	maxEntries = 1 << 20
	maxDetails = 100_000
	maxText    = 512 // bytes of a value; a longer one is none that could be compared
	chunk      = 512
)

// Entries are what the lines of a manifest say of their outputs, in the order of the file.
type Entries struct {
	Path    string
	Chunks  []*Chunk // so that nothing has to be copied when they grow
	Length  int
	Shallow int // entries of which only the file is kept
	Omitted int // entries that were too many to be kept
}

// A Chunk is some entries. It holds no pointers but its own, so that it costs the collector nothing.
type Chunk struct {
	Places  []Place
	Details []Details // of each line; none in the chunks behind maxDetails
	Text    []byte    // all values, one behind the other
}

// A Place is where an entry stands, and its file. Torn: it is no entry, or a part of one; nothing is
// known but the file, and not its place.
type Place struct {
	Number, Start uint32 // of the line: from 1, and its offset
	Text          uint32 // where the values begin in the chunk's text, in the order of the fields
	File          Span
	Torn          bool
}

// Details are the other values of an entry.
type Details struct {
	Values [Also - 1]Span
	Also   uint16 // length of that value
}

// A Span is a value of an entry, with its place as it is written.
type Span struct {
	At     uint16 // offset on its line
	Before uint16 // characters before it
	Bytes  uint16 // as written, with quotation marks; 0: there is no such value
	Runes  uint16
	Length uint16 // of the value itself
}

// A Field is a field of an entry that is kept.
type Field int

// The fields, in the order in which their values stand in a chunk's text. Also is any text elsewhere
// in the entry that names a Markdown file.
const (
	File Field = iota
	ID
	Title
	Date
	Status
	Also
	fields
)

// entriesFold collects the entries of a manifest, whatever its format.
var entriesFold = analysis.NewFold("ledger-lines", "what the lines of a manifest say of their outputs",
	analysis.Manifest, func(p *analysis.Pass) *Entries { return &Entries{Path: p.File.Path} },
	func(p *analysis.Pass, e *Entries) error { e.add(p.Line); return nil })

// EntriesFact is the entries of a manifest. There is none for a manifest of another format.
var EntriesFact = analysis.NewFact("ledger-entries", "what the entries of the protocol's manifest say of their outputs",
	analysis.PerDocument, analysis.Manifest, func(p *analysis.Pass) (*Entries, error) {
		if !Fact.Of(p) {
			return nil, analysis.ErrNoFact
		}
		return entriesFold.Of(p), nil
	}, entriesFold.Analyzer, Fact.Analyzer)

func (e *Entries) add(line *analysis.Line) {
	if line.Data == nil || line.Data.Kind != analysis.Map {
		e.addTorn(line.Source)
		return
	}
	var values [fields]*analysis.Value
	for i := range line.Data.Members {
		m := &line.Data.Members[i]
		if f, ok := fieldOf(m); ok && values[f] == nil && isKept(line, m.Value) {
			values[f] = m.Value
		}
	}
	c := e.room()
	if c == nil {
		return
	}
	n := Place{Number: uint32(line.Number), Start: uint32(line.Offset), Text: uint32(len(c.Text)), File: c.keep(line, values[File])}
	c.Places = append(c.Places, n)
	if c.Details == nil {
		e.Shallow++
		return
	}
	var d Details
	for f := ID; f < Also; f++ {
		d.Values[f-1] = c.keep(line, values[f])
	}
	d.Also = c.keep(line, values[Also]).Length
	c.Details = append(c.Details, d)
}

// addTorn keeps the files that a line names which is no entry, or a part of one: what is wrong with
// the line is told, and not that nothing names those files.
func (e *Entries) addTorn(source []byte) {
	for {
		_, rest, found := bytes.Cut(source, []byte(`"file"`))
		if !found {
			return
		}
		source = bytes.TrimLeft(rest, " \t:")
		if len(source) == 0 || source[0] != '"' {
			continue
		}
		text, rest, closed := bytes.Cut(source[1:], []byte{'"'})
		if c := e.room(); c != nil && closed && len(text) > 0 && len(text) <= maxText {
			c.Places = append(c.Places, Place{Text: uint32(len(c.Text)), File: Span{Length: uint16(len(text))}, Torn: true})
			c.Text = append(c.Text, text...)
			if c.Details != nil {
				c.Details = append(c.Details, Details{})
			}
		}
		source = rest
	}
}

// room returns the chunk that takes one more entry; nil when there are too many.
func (e *Entries) room() *Chunk {
	if e.Length == maxEntries {
		e.Omitted++
		return nil
	}
	if e.Length%chunk == 0 {
		c := &Chunk{Places: make([]Place, 0, chunk)}
		if e.Length < maxDetails {
			c.Details = make([]Details, 0, chunk)
		}
		if last := len(e.Chunks) - 1; last >= 0 {
			c.Text = make([]byte, 0, len(e.Chunks[last].Text)*9/8)
		}
		e.Chunks = append(e.Chunks, c)
	}
	e.Length++
	return e.Chunks[len(e.Chunks)-1]
}

// isKept reports whether a value is a text that is short enough, and not too far to the right.
func isKept(line *analysis.Line, v *analysis.Value) bool {
	return v.Kind == analysis.String && len(v.Text) <= maxText && v.Range.End-int(line.Offset) <= math.MaxUint16
}

// keep keeps a value, if there is one.
func (c *Chunk) keep(line *analysis.Line, v *analysis.Value) Span {
	if v == nil {
		return Span{}
	}
	c.Text = append(c.Text, v.Text...)
	at := v.Range.Start - int(line.Offset)
	raw := line.Source[at : at+v.Range.Len()]
	return Span{At: uint16(at), Before: uint16(utf8.RuneCount(line.Source[:at])),
		Bytes: uint16(len(raw)), Runes: uint16(utf8.RuneCount(raw)), Length: uint16(len(v.Text))}
}

func fieldOf(m *analysis.Member) (Field, bool) {
	if m.Duplicate {
		return 0, false
	}
	switch m.Key {
	case "file":
		return File, true
	case "id":
		return ID, true
	case "title":
		return Title, true
	case "date":
		return Date, true
	case "status":
		return Status, true
	}
	const md = ".md"
	t := m.Value.Text
	return Also, m.Value.Kind == analysis.String && len(t) > len(md) && t[len(t)-len(md):] == md
}
