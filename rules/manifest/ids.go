package manifest

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/bits"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// ids holds the ids of a manifest as hashes with line numbers, 12 bytes each. If hashes repeat, their lines are read again to
// compare the ids.
type ids struct {
	pieces []*idPiece // avoids copies when it grows
	length int
}

const idsEach = 2048

// An idPiece is a run of consecutive ids.
type idPiece struct {
	hashes [idsEach]uint64
	lines  [idsEach]uint32
}

// A repetition is a later use of an id.
type repetition struct {
	id        string // for messages
	where     analysis.Location
	first     analysis.Location
	identical bool // the line is identical to the first one
}

// A firstUse is the first use of an id.
type firstUse struct {
	where analysis.Location
	sum   uint32 // fast checksum of the line; collisions of lines with the same id are harmless
}

var idsFact = analysis.NewFold("manifest-ids", "ids of a manifest",
	analysis.Manifest, newIDs, func(pass *analysis.Pass, s *ids) error { s.next(pass.Line); return nil })

func newIDs(*analysis.Pass) *ids { return new(ids) }

func (s *ids) next(line *analysis.Line) {
	id := idOf(line.Data)
	if id == nil {
		return
	}
	at := s.length % idsEach
	if at == 0 {
		s.pieces = append(s.pieces, new(idPiece))
	}
	p := s.pieces[len(s.pieces)-1]
	hash := sha256.Sum256([]byte(id.Text))
	p.hashes[at], p.lines[at] = binary.LittleEndian.Uint64(hash[:]), uint32(line.Number)
	s.length++
}

// idOf returns the id of an entry, or nil.
func idOf(entry *analysis.Value) *analysis.Value {
	if id := entry.Get("id"); id.IsString() && id.Text != "" && !isUnresolved(id, "id") {
		return id
	}
	return nil
}

// at returns the hash of an id, and its line.
func (s *ids) at(i int) (hash uint64, line int) {
	p := s.pieces[i/idsEach]
	return p.hashes[i%idsEach], int(p.lines[i%idsEach])
}

// repeated returns the hashes that occur more than once. It makes several passes, each for the hashes with the same leading
// bits, because a small map takes less time and memory.
func (s *ids) repeated() map[uint64]bool {
	const perPart, mostParts = 1 << 16, 6
	parts := min(bits.Len(uint(s.length/perPart)), mostParts)
	seen, found := make(map[uint64]struct{}, s.length>>parts), map[uint64]bool{}
	for part := range uint64(1) << parts {
		clear(seen)
		for i := range s.length {
			hash := s.pieces[i/idsEach].hashes[i%idsEach]
			if hash>>(64-parts) != part {
				continue
			}
			if _, again := seen[hash]; again {
				found[hash] = false
			}
			seen[hash] = struct{}{}
		}
	}
	return found
}

// reportable returns the hashes of the first repetitions, the number of ids up to the last of these, and the number of
// further repetitions.
func (s *ids) reportable() (hashes map[uint64]bool, end, omitted int) {
	used, found := s.repeated(), 0
	if len(used) == 0 {
		return nil, 0, 0
	}
	hashes = map[uint64]bool{}
	for i := range s.length {
		hash, _ := s.at(i)
		switch again, repeated := used[hash]; {
		case !repeated:
		case !again:
			used[hash] = true
		case found == mostFound:
			omitted++
		default:
			found++
			hashes[hash], end = true, i+1
		}
	}
	return hashes, end, omitted
}

var errEnough = errors.New("no more lines are needed")

// repetitions returns the first repetitions in order, and the number of further ones. It reads their lines again.
func (s *ids) repetitions(d *analysis.Document) (found []repetition, omitted int, err error) {
	hashes, end, omitted := s.reportable()
	if end == 0 {
		return nil, 0, nil
	}
	first, i := map[string]firstUse{}, 0
	err = d.Reread(func(line *analysis.Line) error {
		if i == end {
			return errEnough
		}
		hash, number := s.at(i)
		if line.Number < number {
			return nil
		}
		i++
		if !hashes[hash] {
			return nil
		}
		id := idOf(jsontree.Parse(line.Source, int(line.Offset)).Root)
		if id == nil {
			return nil // the file has changed
		}
		use := firstUse{line.Location(id.Range), crc32.Checksum(trimCR(line.Source), crc32.MakeTable(crc32.Castagnoli))}
		if before, ok := first[id.Text]; ok {
			found = append(found, repetition{quote.Text(strings.Clone(id.Text)), use.where, before.where, before.sum == use.sum})
		} else {
			first[strings.Clone(id.Text)] = use
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, 0, err
	}
	return found, omitted, nil
}

func trimCR(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}
