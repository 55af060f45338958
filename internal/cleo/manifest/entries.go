package manifest

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// Limits for one manifest: an entry takes about 150 bytes. After the first hundred thousand, only the files of
// entries are kept, in 40 bytes each.
const (
	maxEntries = 1 << 20
	maxDetails = 100_000
	maxText    = 512 // bytes of a value; longer ones are not compared
	chunk      = 512
)

// Entries are the lines of a manifest with their outputs, in the order of the file.
type Entries struct {
	Path    string
	Chunks  []*Chunk // chunks, to avoid copies on growth
	Length  int
	Shallow int // entries with only their file
	Omitted int // entries over the limit
}

// A Chunk contains consecutive entries. It has few pointers, to relieve the garbage collector.
type Chunk struct {
	Places  []Place
	Details []Details // details of each line; none in chunks after maxDetails
	Odd     []OddSpan // spans of values that are not plain ASCII, in order
	Text    string    // all values, concatenated

	text strings.Builder // builder of Text
}

// A Place is the position of an entry and its file.
type Place struct {
	Number uint32 // line number, from 1; 0: not a complete entry, only the file is known
	Start  uint32 // offset of the line
	Text   uint32 // offset of the values in the chunk's text, in the order of the fields
	File   Span
}

// Details are the other values of an entry.
type Details struct {
	Values [Also - 1]Span
	Also   uint16 // length of that value
}

// A Span is the position of a value of an entry.
type Span struct {
	At     uint16 // offset on its line
	Length uint16 // length of the value, at most maxText, and the flags below
}

// The flags of a span.
const (
	present uint16 = 1 << 15
	odd     uint16 = 1 << 14 // the value has an OddSpan
	flags          = present | odd
)

// An OddSpan is the size of a value with escapes, or with characters other than ASCII in or before it.
type OddSpan struct {
	Entry  uint16 // index in the chunk
	Field  uint16
	Before uint16 // characters before it
	Bytes  uint16 // verbatim, with quotes
	Runes  uint16
}

// A Field is a field of an entry.
type Field int

// The fields, in the order of their values in a chunk's text. Also is any other text in the entry with the
// name of a Markdown file.
const (
	File Field = iota
	ID
	Title
	Date
	Status
	Also
	fields
)

// entriesFold collects the entries of a manifest in any format.
var entriesFold = analysis.NewFold("ledger-lines", "entries of a manifest in any format",
	analysis.Manifest, func(p *analysis.Pass) *Entries { return &Entries{Path: p.File.Path} },
	func(p *analysis.Pass, e *Entries) error { e.add(p.Line); return nil })

// EntriesFact is the entries of a manifest that follows the protocol.
var EntriesFact = analysis.NewFact("ledger-entries", "entries of a manifest",
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
	c := e.nextChunk()
	if c == nil {
		return
	}
	var values [fields]*analysis.Value
	end := 0
	for i := range line.Data.Members {
		m := &line.Data.Members[i]
		if f, ok := fieldOf(m); ok && values[f] == nil && isKept(line, m.Value) {
			values[f] = m.Value
			end = max(end, m.Value.Range.End-int(line.Offset))
		}
	}
	k := keeper{c, line, isASCII(line.Source[:end])}
	n := Place{Number: uint32(line.Number), Start: uint32(line.Offset), Text: uint32(len(c.Text))}
	n.File = k.keep(File, values[File])
	if c.Details == nil {
		e.Shallow++
	} else {
		var d Details
		for f := ID; f < Also; f++ {
			d.Values[f-1] = k.keep(f, values[f])
		}
		if v := values[Also]; v != nil {
			c.text.WriteString(v.Text)
			d.Also = uint16(len(v.Text))
		}
		c.Details = append(c.Details, d)
	}
	c.Places, c.Text = append(c.Places, n), c.text.String()
}

// addTorn keeps the files in a line that is not a complete entry. Another finding reports the line, so its
// files must not be reported as unlisted.
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
		if c := e.nextChunk(); c != nil && closed && len(text) > 0 && len(text) <= maxText {
			c.Places = append(c.Places, Place{Text: uint32(len(c.Text)), File: Span{Length: uint16(len(text))}})
			c.text.Write(text)
			c.Text = c.text.String()
			if c.Details != nil {
				c.Details = append(c.Details, Details{})
			}
		}
		source = rest
	}
}

// nextChunk returns the chunk for the next entry, or nil if there are too many.
func (e *Entries) nextChunk() *Chunk {
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
			full := e.Chunks[last]
			c.text.Grow(len(full.Text) * 9 / 8)
			full.Text, full.text = strings.Clone(full.Text), strings.Builder{}
		}
		e.Chunks = append(e.Chunks, c)
	}
	e.Length++
	return e.Chunks[len(e.Chunks)-1]
}

// isKept reports whether a value is a string that is short and close enough to the start of the line.
func isKept(line *analysis.Line, v *analysis.Value) bool {
	return v.Kind == analysis.String && len(v.Text) <= maxText && v.Range.End-int(line.Offset) <= math.MaxUint16
}

// A keeper copies values of a line to a chunk.
type keeper struct {
	*Chunk
	line  *analysis.Line
	ascii bool // the line up to the last value
}

// keep copies a value, which may be nil.
func (k *keeper) keep(f Field, v *analysis.Value) Span {
	if v == nil {
		return Span{}
	}
	k.text.WriteString(v.Text)
	at := v.Range.Start - int(k.line.Offset)
	s := Span{At: uint16(at), Length: uint16(len(v.Text)) | present}
	if !k.ascii || v.Range.Len() != len(v.Text)+len(`""`) {
		s.Length |= odd
		raw := k.line.Source[at : at+v.Range.Len()]
		k.Odd = append(k.Odd, OddSpan{uint16(len(k.Places)), uint16(f),
			uint16(utf8.RuneCount(k.line.Source[:at])), uint16(len(raw)), uint16(utf8.RuneCount(raw))})
	}
	return s
}

func isASCII(text []byte) bool {
	for len(text) >= 8 {
		if binary.LittleEndian.Uint64(text)&0x8080808080808080 != 0 {
			return false
		}
		text = text[8:]
	}
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
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
