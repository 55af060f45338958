package fingerprint

import "strconv"

// GitHub's code scanning follows an alert by primaryLocationLineHash: a polynomial of factor 37, modulo 2^64,
// over the 100 UTF-16 units from the start of the line. Spaces and tabs are omitted, CR and CR LF count as LF, the
// file ends with a mark, and zeros follow it. Bytes that are not UTF-8 are read as JavaScript reads them.
const (
	hashWindow = 100 // units that a hash covers
	factor     = 37  // of the polynomial
)

// LineHash returns the hash, in hexadecimal and without ordinal, of the line of source that starts at
// an offset. It reads no further than the units that the hash covers.
func LineHash(source []byte, lineStart int) string {
	units := reader{rest: source[lineStart:]}
	var hash uint64
	for range hashWindow {
		hash = hash*factor + uint64(units.next())
	}
	return formatHash(hash)
}

// LineHashes returns "hash:n" for each of the lines, which count from 1 and are sorted. The n says
// how many lines of the file have this hash, up to and with this one. The file is read once, as
// far as the last of the lines; a number behind the file's last line gives "".
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

// each yields the hash of every line. It keeps the last units in a ring: a line's hash is complete
// when the ring comes round to the unit that the line starts with.
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
