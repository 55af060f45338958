package manifest

import (
	"crypto/sha256"
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
	seen     map[[16]byte]uint32 // index of the place
	places   [][]place           // in pieces, so that growing copies nothing
	repeated []repetition
	omitted  int
}

// A place is the first use of an id.
type place struct {
	offset uint32 // in the file; manifests are read up to 1 GiB
	line   uint32
	column uint32
	bytes  uint16 // length of the id as it is written
	runes  uint16
	sum    uint64 // of the whole line, fast: collisions of lines with one id are harmless
}

// A repetition is a later use of an id.
type repetition struct {
	id        string // for the message
	where     analysis.Location
	first     place
	identical bool // with the first line
}

var idsFact = analysis.NewFold("manifest-ids", "ids that a manifest uses more than once",
	analysis.Manifest, func(pass *analysis.Pass) *ids { return &ids{path: pass.File.Path, seen: map[[16]byte]uint32{}} },
	func(pass *analysis.Pass, s *ids) error { s.next(pass.Line); return nil })

func (s *ids) next(line *analysis.Line) {
	id := line.Data.Get("id")
	if !id.IsString() || id.Text == "" || hasToken(id) {
		return
	}
	text := line.Source[id.Range.Start-int(line.Offset) : id.Range.End-int(line.Offset)]
	where := line.Location(id.Range)
	whole := trimCR(line.Source)
	p := place{offset: uint32(id.Range.Start), line: uint32(line.Number), column: uint32(where.Start.Column),
		bytes: clip(len(text)), runes: clip(utf8.RuneCount(text)), sum: uint64(crc32.ChecksumIEEE(whole))<<32 | uint64(crc32.Checksum(whole, crc32.MakeTable(crc32.Castagnoli)))}
	hash := sha256.Sum256([]byte(id.Text))
	key := [16]byte(hash[:16])
	n, ok := s.seen[key]
	if !ok {
		s.seen[key] = s.keep(p)
		return
	}
	first := s.places[n/placesEach][n%placesEach]
	if len(s.repeated) == mostFound {
		s.omitted++
		return
	}
	s.repeated = append(s.repeated, repetition{quote.Text(strings.Clone(id.Text)), where, first, first.sum == p.sum})
}

const placesEach = 256

// keep keeps a place and returns its number.
func (s *ids) keep(p place) uint32 {
	n := uint32(len(s.seen))
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
