// Package cluster compares skills of many sources: versions of a name, nearly identical texts, and lookalike names. Its
// functions process the group of one key at a time, so that an engine can distribute them.
package cluster

import (
	"encoding/binary"

	"github.com/skilllint/skilllint/internal/minhash"
)

const (
	maxDescription = 256 // words, as in deps/similar-description
	maxBody        = 8_192
	minWords       = 8   // of a description
	minSimilarity  = 0.8 // share of common words
	related        = 0.5 // of versions with one name
	samples        = 64  // minima that estimate the similarity of bodies
)

// A Text has the compared parts of a skill's text.
type Text struct {
	Words  []uint32        // hashes of the words of the description, sorted
	Minima [samples]uint32 // of the words of the body; zero if it has too few words. The first ones are the signature
}

// NewText returns the text of a skill.
func NewText(description, body string) Text {
	t := Text{Words: minhash.Words(description, maxDescription)}
	if words := minhash.Distinct(body, maxBody); len(words) >= 4*minWords {
		minhash.Minima(words, t.Minima[:])
	}
	return t
}

// Pack returns values as bytes.
func Pack(values []uint32) []byte {
	packed := make([]byte, 0, 4*len(values))
	for _, v := range values {
		packed = binary.LittleEndian.AppendUint32(packed, v)
	}
	return packed
}

func unpack(packed []byte) []uint32 {
	values := make([]uint32, len(packed)/4)
	for i := range values {
		values[i] = binary.LittleEndian.Uint32(packed[4*i:])
	}
	return values
}

// similarity estimates the similarity of two bodies from their minima, between 0 and 1.
func similarity(a, b []byte) float64 {
	if len(a) != 4*samples || len(b) != len(a) || isZero(a) || isZero(b) {
		return 0
	}
	return agreement(lowBytes(a), lowBytes(b))
}

// lowBytes returns the lowest byte of each value, which is enough to estimate the similarity.
func lowBytes(packed []byte) []byte {
	low := make([]byte, len(packed)/4)
	for i := range low {
		low[i] = packed[4*i]
	}
	return low
}

// agreement estimates the similarity of two bodies from the low bytes of their minima. One of 256 is equal by chance.
func agreement(a, b []byte) float64 {
	equal := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			equal++
		}
	}
	const chance = 1.0 / 256
	return max(0, (float64(equal)/samples-chance)/(1-chance))
}

func isZero(packed []byte) bool {
	for _, b := range packed {
		if b != 0 {
			return false
		}
	}
	return true
}
