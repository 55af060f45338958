package ledger

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// What is kept of one manifest, at about 200 bytes an entry.
const (
	maxEntries = 1 << 20
	maxText    = 512 // bytes of a value; a longer one is none that could be compared
	chunk      = 512
)

// Entries are what the lines of a manifest say of their outputs, in the order of the file.
type Entries struct {
	Path    string
	Chunks  [][]Entry // of equal length, so that no list has to be copied when it grows
	Omitted int       // entries that were too many to be kept
}

// An Entry is what one line says of its output. Values that are missing, no texts, or too long to
// be kept are empty.
type Entry struct {
	Text   string // all values, one behind the other
	Line   uint32
	Start  uint32 // offset of the line
	Torn   bool   // the line is no entry: nothing is known but the file, and not its place
	Values [fields]Span
}

// A Span is a value of an entry, with its place as it is written.
type Span struct {
	At, Column   uint32 // on its line: offset from 0, column from 1
	Bytes, Runes uint16 // as written, with quotation marks
	Length       uint16 // of the value, in Entry.Text
}

// A Field is a field of an entry that is kept.
type Field int

// The fields, in the order in which their values stand in Entry.Text. Also is any text elsewhere
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

// EntriesOf is the entries of a manifest. There is none for a ledger of another format.
var EntriesOf = analysis.NewFact("ledger-entries", "what the entries of the protocol's manifest say of their outputs",
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
	e.append(newEntry(line))
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
		if closed && len(text) > 0 && len(text) <= maxText {
			n := Entry{Text: string(text), Torn: true}
			n.Values[File].Length = uint16(len(text))
			e.append(n)
		}
		source = rest
	}
}

func (e *Entries) append(n Entry) {
	last := len(e.Chunks) - 1
	if last >= 0 && len(e.Chunks)*chunk >= maxEntries && len(e.Chunks[last]) == chunk {
		e.Omitted++
		return
	}
	if last < 0 || len(e.Chunks[last]) == chunk {
		e.Chunks = append(e.Chunks, make([]Entry, 0, chunk))
		last++
	}
	e.Chunks[last] = append(e.Chunks[last], n)
}

// All shows the entries in order.
func (e *Entries) All(yield func(*Entry) bool) {
	for _, c := range e.Chunks {
		for i := range c {
			if !yield(&c[i]) {
				return
			}
		}
	}
}

func newEntry(line *analysis.Line) Entry {
	n := Entry{Line: uint32(line.Number), Start: uint32(line.Offset)}
	var values [fields]*analysis.Value
	size := 0
	for i := range line.Data.Members {
		m := &line.Data.Members[i]
		f, ok := fieldOf(m)
		if ok && values[f] == nil && m.Value.Kind == analysis.String && len(m.Value.Text) <= maxText && m.Value.Range.Len() < 1<<16 {
			values[f] = m.Value
			size += len(m.Value.Text)
		}
	}
	var text strings.Builder
	text.Grow(size)
	for f, v := range values {
		if v == nil {
			continue
		}
		text.WriteString(v.Text)
		n.Values[f] = span(line, v)
	}
	n.Text = text.String()
	return n
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
	return Also, m.Value.Kind == analysis.String && strings.HasSuffix(m.Value.Text, ".md")
}

func span(line *analysis.Line, v *analysis.Value) Span {
	at := v.Range.Start - int(line.Offset)
	raw := line.Source[at : at+v.Range.Len()]
	return Span{At: uint32(at), Column: uint32(1 + utf8.RuneCount(line.Source[:at])),
		Bytes: uint16(len(raw)), Runes: uint16(utf8.RuneCount(raw)), Length: uint16(len(v.Text))}
}

// Get returns a value, or "".
func (n *Entry) Get(f Field) string {
	at := 0
	for _, s := range n.Values[:f] {
		at += int(s.Length)
	}
	return n.Text[at : at+int(n.Values[f].Length)]
}

// Has reports whether there is a value that was kept.
func (n *Entry) Has(f Field) bool { return n.Values[f].Bytes > 0 }

// Where returns the place of a value in a manifest; of one that was not kept, the line's start.
func (n *Entry) Where(path string, f Field) analysis.Location {
	s := n.Values[f]
	start, line, column := int(n.Start)+int(s.At), int(n.Line), max(1, int(s.Column))
	return analysis.Location{Path: path, Range: analysis.Range{Start: start, End: start + int(s.Bytes)},
		Start: analysis.Position{Line: line, Column: column}, End: analysis.Position{Line: line, Column: column + int(s.Runes)}}
}
