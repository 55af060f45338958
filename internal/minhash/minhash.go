// Package minhash finds texts that share most of their words, without comparing all pairs.
//
// Two texts with equal values in a band of their signatures are candidates, and [Shared] compares these. The rule
// deps/similar-description does so within a workspace, and integrations/beam across workspaces.
package minhash

// The signature of a set of words consists of the minimum of each of several hash functions (MinHash). Two
// sets have equal values with the probability of their similarity. Sets that agree in all values of a band
// are compared word by word. With 12 bands of 3, one of 5,000 pairs that share eight of ten words is missed.
const (
	Bands = 12
	Rows  = 3
)

// A Signature has Rows values for each band.
type Signature [Bands * Rows]uint32

// Sign returns the signature of a set of words.
func Sign(words []uint32) Signature {
	var s Signature
	Minima(words, s[:])
	return s
}

// Minima computes the minimum of a hash function for each element of to.
func Minima(words, to []uint32) {
	for i := range to {
		least, seed := ^uint32(0), uint32(i+1)*0x9e3779b1
		for _, w := range words {
			least = min(least, mix(w^seed))
		}
		to[i] = least
	}
}

// Band returns the values of a band.
func (s *Signature) Band(band int) []uint32 { return s[band*Rows:][:Rows] }

// mix spreads the bits of a value: the finalizer of MurmurHash3.
func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x85ebca6b
	x ^= x >> 13
	x *= 0xc2b2ae35
	return x ^ x>>16
}

// The constants of FNV-1a.
const offset, prime = 2166136261, 16777619

// Hash returns the hash of a word in lower case.
func Hash(word string) uint32 {
	h := uint32(offset)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * prime
	}
	return h
}

// Shared returns the number of common words of two sets, and of all words.
func Shared(a, b []uint32) (both, all int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			both++
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
		all++
	}
	return both, all + len(a) + len(b)
}

// isCommon reports whether a word may occur in any description.
func isCommon(word string) bool {
	switch word {
	case "", "a", "an", "and", "any", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it", "its", "of", "on",
		"or", "that", "the", "their", "this", "to", "use", "used", "user", "using", "when", "with", "you", "your", "skill", "skills":
		return true
	}
	return false
}
