package pipeline

import (
	"encoding/binary"
	"errors"
	"iter"
)

// Join keys are hashed to buckets, so that a runner moves few large elements instead of many small ones. Each bucket of a
// million skills still fits in memory.
const (
	buckets   = 128
	maxPacked = 8 << 20
)

// A packer collects the records of a bundle and emits each bucket as one element.
type packer struct {
	packed [buckets][]byte
	size   int
}

// add adds a record to the bucket of a key.
func (p *packer) add(key uint64, record []byte, emit func(int64, []byte)) {
	to := &p.packed[key%buckets]
	*to = append(*to, record...)
	if p.size += len(record); p.size >= maxPacked {
		p.flush(emit)
	}
}

// flush emits all records, at the latest at the end of a bundle.
func (p *packer) flush(emit func(int64, []byte)) {
	for i, packed := range p.packed {
		if len(packed) > 0 {
			emit(int64(i), packed)
		}
	}
	*p = packer{}
}

// join appends a record that consists of strings.
func join(to []byte, fields ...string) []byte {
	for _, f := range fields {
		to = append(binary.AppendUvarint(to, uint64(len(f))), f...)
	}
	return to
}

var errRecord = errors.New("invalid encoding of a record")

// split decodes the first record and returns the others. It copies the fields, so that a record does not keep its element
// in memory.
func split(b []byte, fields ...*string) ([]byte, error) {
	for _, f := range fields {
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return nil, errRecord
		}
		*f, b = string(b[n:n+int(size)]), b[n+int(size):]
	}
	return b, nil
}

// records yields the records of elements. The error is valid after the iteration.
func records[R any](elements iter.Seq[[]byte], decode func([]byte) (R, []byte, error)) (iter.Seq[R], *error) {
	failed := new(error)
	return func(yield func(R) bool) {
		for rest := range elements {
			for len(rest) > 0 {
				var r R
				if r, rest, *failed = decode(rest); *failed != nil || !yield(r) {
					return
				}
			}
		}
	}, failed
}
