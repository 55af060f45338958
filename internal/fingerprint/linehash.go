package fingerprint

import "strconv"

// GitHub code scanning tracks alerts by primaryLocationLineHash: a polynomial with factor 37, modulo 2^64, over the 100
// UTF-16 units from the start of the line. Spaces and tabs are omitted, CR and CR LF are converted to LF, and the file is
// followed by an end marker and zeros. Invalid UTF-8 is decoded as in JavaScript.
const (
	hashWindow = 100 // number of units in a hash
	factor     = 37  // of the polynomial
)

// LineHash returns the hash of the line that starts at an offset, in hexadecimal, without ordinal. It reads only the units
// in the hash.
func LineHash(source []byte, lineStart int) string {
	units := reader{rest: source[lineStart:]}
	var hash uint64
	for range hashWindow {
		hash = hash*factor + uint64(units.next())
	}
	return formatHash(hash)
}

// LineHashes returns "hash:n" for each of the sorted line numbers, which start at 1. n is the ordinal among the lines with
// this hash. The file is read once, up to the last requested line. For lines after the end of the file, the result is "".
func LineHashes(source []byte, lines []int) []string {
	numbered := make([]string, len(lines))
	seen := map[uint64]int{}
	number, next := 0, 0
	for hash := range lineHashes(source) {
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

// lineHashes yields the hash of each line. It keeps the last units in a ring buffer. The hash of a line is complete when the
// position in the buffer returns to the first unit of the line.
func lineHashes(source []byte) func(yield func(hash uint64) bool) {
	return func(yield func(uint64) bool) {
		var (
			ring    [hashWindow]uint16
			starts  [hashWindow]bool // a line starts with this unit of the ring
			units   = reader{rest: source}
			hash    uint64
			leaving = power(factor, hashWindow) // weight of a unit that leaves the ring
		)
		lineStart := true
		for i, padding := 0, 0; padding <= hashWindow; i = (i + 1) % hashWindow {
			if starts[i] && !yield(hash) {
				return
			}
			if units.done {
				padding++
			}
			starts[i] = lineStart && !units.done
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
