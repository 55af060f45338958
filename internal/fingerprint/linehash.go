package fingerprint

import "strconv"

// GitHub's code scanning tracks alerts by primaryLocationLineHash: a polynomial of factor 37, modulo 2^64,
// over the 100 UTF-16 units from the start of the line. Spaces and tabs are omitted, CR and CR LF are LF, an
// end marker follows the file, and then zeros. Invalid UTF-8 is decoded as in JavaScript.
const (
	hashWindow = 100 // units that a hash covers
	factor     = 37  // of the polynomial
)

// LineHash returns the hash, in hexadecimal and without ordinal, of the line of source that starts at an
// offset. It reads only the units that the hash covers.
func LineHash(source []byte, lineStart int) string {
	units := reader{rest: source[lineStart:]}
	var hash uint64
	for range hashWindow {
		hash = hash*factor + uint64(units.next())
	}
	return formatHash(hash)
}

// LineHashes returns "hash:n" for each of the sorted lines, which count from 1; n is the ordinal among the
// file's lines with this hash. The file is read once, up to the last requested line. Lines after the end of
// the file yield "".
func LineHashes(source []byte, lines []int) []string {
	numbered := make([]string, len(lines))
	seen := map[uint64]int{}
	number, next := 0, 0
	for hash := range each(source) {
		for next < len(lines) && lines[next] <= number {
			next++
		}
		if next == len(lines) {
			break
		}
		number++
		seen[hash]++
		for i := next; i < len(lines) && lines[i] == number; i++ {
			numbered[i] = formatHash(hash) + ":" + strconv.Itoa(seen[hash])
		}
	}
	return numbered
}

// each yields the hash of every line. It keeps the last units in a ring buffer: a line's hash is complete
// when the buffer returns to the line's first unit.
func each(source []byte) func(yield func(hash uint64) bool) {
	return func(yield func(uint64) bool) {
		var (
			ring    [hashWindow]uint16
			starts  [hashWindow]bool // a line starts with this unit of the ring
			units   = reader{rest: source}
			hash    uint64
			leaving = power(factor, hashWindow) // the weight of a unit that leaves the ring
		)
		lineStart := true
		for i, padding := 0, 0; padding <= hashWindow; i = (i + 1) % hashWindow {
			if starts[i] && !yield(hash) {
				return
			}
			if units.ended {
				padding++
			}
			starts[i] = lineStart && !units.ended
			unit := units.next()
			lineStart = unit == '\n'
			hash = hash*factor + uint64(unit) - leaving*uint64(ring[i])
			ring[i] = unit
		}
	}
}

func power(base uint64, exponent int) uint64 {
	p := uint64(1)
	for range exponent {
		p *= base
	}
	return p
}

func formatHash(hash uint64) string { return strconv.FormatUint(hash, 16) }
