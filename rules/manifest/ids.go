package manifest

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// ids are the ids of a manifest. They take about 60 bytes for each entry: an id is kept as a
// collision-resistant hash of 128 bits.
type ids struct {
	path     string
	seen     map[uint64]uint32   // number of the place, by the start of the hash
	alike    map[[16]byte]uint32 // likewise of ids whose hashes start as that of another id
	places   [][]place           // in pieces, so that growing copies nothing
	repeated []repetition
	omitted  int
}

// A place is the first use of an id.
type place struct {
	hash   [16]byte
	offset uint32 // in the file; manifests are read up to 1 GiB
	line   uint32
	column uint32
	bytes  uint16 // length of the id as it is written
	runes  uint16
	sum    uint32 // of the whole line, fast: collisions of lines with one id are harmless
}

// A repetition is a later use of an id.
type repetition struct {
	id        string // for the message
	where     analysis.Location
	first     place
	identical bool // with the first line
}

var idsFact = analysis.NewFold("manifest-ids", "ids that a manifest uses more than once",
	analysis.Manifest, newIDs, func(pass *analysis.Pass, s *ids) error { s.next(pass.Line); return nil })

func newIDs(pass *analysis.Pass) *ids {
	return &ids{path: pass.File.Path, seen: map[uint64]uint32{}, alike: map[[16]byte]uint32{}}
}

func (s *ids) next(line *analysis.Line) {
	id := line.Data.Get("id")
	if !id.IsString() || id.Text == "" || hasToken(id) {
		return
	}
	text := line.Source[id.Range.Start-int(line.Offset) : id.Range.End-int(line.Offset)]
	where := line.Location(id.Range)
	hash := sha256.Sum256([]byte(id.Text))
	p := place{hash: [16]byte(hash[:16]), offset: uint32(id.Range.Start), line: uint32(line.Number), column: uint32(where.Start.Column),
		bytes: clip(len(text)), runes: clip(utf8.RuneCount(text)), sum: crc32.Checksum(trimCR(line.Source), crc32.MakeTable(crc32.Castagnoli))}
	start := binary.LittleEndian.Uint64(hash[:])
	n, ok := s.seen[start]
	if !ok {
		s.seen[start] = s.keep(p)
		return
	}
	if s.at(n).hash != p.hash {
		if n, ok = s.alike[p.hash]; !ok {
			s.alike[p.hash] = s.keep(p)
			return
		}
	}
	first := *s.at(n)
	if len(s.repeated) == mostFound {
		s.omitted++
		return
	}
	s.repeated = append(s.repeated, repetition{quote.Text(strings.Clone(id.Text)), where, first, first.sum == p.sum})
}

const placesEach = 256

func (s *ids) at(n uint32) *place { return &s.places[n/placesEach][n%placesEach] }

// keep keeps a place and returns its number.
func (s *ids) keep(p place) uint32 {
	n := uint32(len(s.seen) + len(s.alike))
	if n%placesEach == 0 {
		s.places = append(s.places, make([]place, 0, placesEach))
	}
	s.places[n/placesEach] = append(s.places[n/placesEach], p)
	return n
}

func clip(n int) uint16 { return uint16(min(n, 1<<16-1)) }

func trimCR(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

func (s *ids) location(p place) analysis.Location {
	return analysis.Location{Path: s.path,
		Range: analysis.Range{Start: int(p.offset), End: int(p.offset) + int(p.bytes)},
		Start: analysis.Position{Line: int(p.line), Column: int(p.column)},
		End:   analysis.Position{Line: int(p.line), Column: int(p.column) + int(p.runes)}}
}
