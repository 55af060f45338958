package manifest

import (
	"bytes"
	"crypto/sha256"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// A record represents a line of a manifest in comparisons, in 48 bytes.
type record struct {
	sum    [16]byte // collision-resistant hash of the bytes
	value  uint64   // hash of the JSON value, independent of formatting; 0 for invalid JSON
	id     uint64   // hash of the id, or 0
	offset uint32   // offset in the file; manifests are limited to 1 GiB
	number uint32   // from 1
	bytes  uint32
	runes  uint32
}

// records holds the records of a manifest, without empty lines. It consists of pieces to avoid copies when it grows.
type records struct {
	pieces [][]record
	length int
}

const perPiece = 4096

var recordsFact = comparing(analysis.NewFold("manifest-records", "lines of a manifest, to be compared with those of the git base",
	analysis.Manifest, func(*analysis.Pass) *records { return new(records) },
	func(pass *analysis.Pass, r *records) error { r.next(pass.Line); return nil }))

func (r *records) next(line *analysis.Line) {
	text, ok := content(line)
	if !ok {
		return
	}
	if r.length%perPiece == 0 {
		r.pieces = append(r.pieces, make([]record, 0, perPiece))
	}
	last := len(r.pieces) - 1
	r.pieces[last] = append(r.pieces[last], record{
		sum: sumOf(line, text), value: valueSum(line.Data), id: idSum(line.Data),
		offset: uint32(line.Offset), number: uint32(line.Number), bytes: uint32(len(line.Source)), runes: uint32(utf8.RuneCount(line.Source)),
	})
	r.length++
}

func (r *records) at(i int) *record { return &r.pieces[i/perPiece][i%perPiece] }

// location returns the location of the lines from first to last, inclusive.
func (r *records) location(path string, first, last int) *analysis.Location {
	from, to := r.at(first), r.at(last)
	return &analysis.Location{Path: path,
		Range: analysis.Range{Start: int(from.offset), End: int(to.offset + to.bytes)},
		Start: analysis.Position{Line: int(from.number), Column: 1},
		End:   analysis.Position{Line: int(to.number), Column: 1 + int(to.runes)}}
}

// content returns a line without its line break and byte order mark, and whether it is not empty.
func content(line *analysis.Line) ([]byte, bool) {
	text := bytes.TrimPrefix(bytes.TrimRight(line.Source, "\r"), []byte("\ufeff"))
	return text, len(bytes.TrimSpace(text)) > 0
}

func sumOf(line *analysis.Line, text []byte) [16]byte {
	if line.Broken != nil && line.Broken.Cause == tooLong { // only the beginning was read
		text = append(bytes.Clone(text), line.Broken.Message...)
	}
	sum := sha256.Sum256(text)
	return [16]byte(sum[:16])
}

func idSum(entry *analysis.Value) uint64 {
	if id := entry.Get("id"); id.IsString() && id.Text != "" && !isUnresolved(id, "id") {
		return mix(textSum(id.Text))
	}
	return 0
}

// valueSum returns a hash of a JSON value that is independent of the order of keys, white space, escapes and the form of
// numbers.
func valueSum(v *analysis.Value) uint64 {
	if v == nil {
		return 0
	}
	sum := uint64(v.Kind) + 1
	switch v.Kind {
	case analysis.Map:
		for i := range v.Members {
			m := &v.Members[i]
			sum += mix(textSum(m.Key)*31 + valueSum(m.Value))
		}
	case analysis.List:
		for _, item := range v.Items {
			sum = mix(sum) + valueSum(item)
		}
	case analysis.Number:
		sum += textSum(plainNumber(v.Text))
	default:
		sum += textSum(v.Text)
	}
	return mix(sum)
}

// plainNumber returns a number as digits, without leading and trailing zeros, and an exponent.
func plainNumber(text string) string {
	digits, sign := strings.CutPrefix(text, "-")
	digits, power, _ := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, _ := strings.Cut(digits, ".")
	exponent, _ := strconv.Atoi(power) // at most ±400, or empty
	exponent -= len(fraction)
	digits = strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	switch exponent += len(digits) - len(short); {
	case short == "":
		return "0"
	case sign:
		short = "-" + short
	}
	return short + "e" + strconv.Itoa(exponent)
}

// textSum returns the FNV-1a hash of a text.
func textSum(text string) uint64 {
	sum := uint64(14695981039346656037)
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	return sum
}

// mix spreads every bit of a sum over all bits, as the last step of splitmix64. It never returns 0.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return max(1, x^x>>31)
}
