package pipeline

import (
	"encoding/binary"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
)

// Beam's coder of structs uses reflection. These take a fifth of its time.
func init() {
	beam.RegisterCoder(typeOf[cluster.Skill](),
		func(s cluster.Skill) []byte {
			return join(s.Name, s.Source, s.Path, s.Hash, string(s.Words), string(s.Minima))
		},
		func(b []byte) (s cluster.Skill, err error) {
			var words, minima string
			err = split(b, &s.Name, &s.Source, &s.Path, &s.Hash, &words, &minima)
			s.Words, s.Minima = []byte(words), []byte(minima)
			return s, err
		})
	beam.RegisterCoder(typeOf[cluster.Member](),
		func(m cluster.Member) []byte { return join(m.Part, m.Name, m.Source, m.Path, string(m.Text)) },
		func(b []byte) (m cluster.Member, err error) {
			var text string
			err = split(b, &m.Part, &m.Name, &m.Source, &m.Path, &text)
			m.Text = []byte(text)
			return m, err
		})
}

// join encodes strings.
func join(fields ...string) []byte {
	size := 0
	for _, f := range fields {
		size += len(f) + 2
	}
	b := make([]byte, 0, size)
	for _, f := range fields {
		b = append(binary.AppendUvarint(b, uint64(len(f))), f...)
	}
	return b
}

var errCode = errors.New("invalid encoding of an element")

// split decodes what join returns.
func split(b []byte, fields ...*string) error {
	for _, f := range fields {
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return errCode
		}
		*f, b = string(b[n:n+int(size)]), b[n+int(size):]
	}
	return nil
}
