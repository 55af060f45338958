// Package linehash computes primaryLocationLineHash, by which GitHub's code scanning follows an
// alert while the lines around it move.
//
// The hash of a line is a polynomial of factor 37, modulo 2^64, over the 100 UTF-16 units from
// the start of the line on. Blanks and tabs are left out, CR and CR LF count as LF, the file ends
// with a mark, and zeros follow it. Bytes that are not UTF-8 are read as JavaScript reads them.
package linehash

import "strconv"

const (
	window = 100 // units that a hash covers
	factor = 37  // of the polynomial
)

// Of returns the hash, in hexadecimal and without ordinal, of the line of source that starts at
// an offset. It reads no further than the units that the hash covers.
func Of(source []byte, lineStart int) string {
	units := reader{rest: source[lineStart:]}
	var hash uint64
	for range window {
		hash = hash*factor + uint64(units.next())
	}
	return format(hash)
}

// Numbered returns "hash:n" for each of the lines, which count from 1 and are sorted. The n says
// how many lines of the file have this hash, up to and with this one. The file is read once, as
// far as the last of the lines; a number behind the file's last line gives "".
func Numbered(source []byte, lines []int) []string {
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
			numbered[i] = format(hash) + ":" + strconv.Itoa(seen[hash])
		}
	}
	return numbered
}

// each yields the hash of every line. It keeps the last units in a ring: a line's hash is complete
// when the ring comes round to the unit that the line starts with.
func each(source []byte) func(yield func(hash uint64) bool) {
	return func(yield func(uint64) bool) {
		var (
			ring    [window]uint16
			starts  [window]bool // a line starts with this unit of the ring
			units   = reader{rest: source}
			hash    uint64
			leaving = power(factor, window) // the weight of a unit that leaves the ring
		)
		lineStart := true
		for i, padding := 0, 0; padding <= window; i = (i + 1) % window {
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

func format(hash uint64) string { return strconv.FormatUint(hash, 16) }
