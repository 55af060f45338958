package pipeline

import (
	"encoding/binary"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
)

// Encodings of records without reflection.

func appendSkill(to []byte, s *cluster.Skill) []byte {
	return join(to, s.Name, s.Source, s.Path, s.Hash, string(s.Words), string(s.Minima))
}

func decodeSkill(b []byte) (s cluster.Skill, rest []byte, err error) {
	var words, minima string
	rest, err = split(b, &s.Name, &s.Source, &s.Path, &s.Hash, &words, &minima)
	s.Words, s.Minima = []byte(words), []byte(minima)
	return s, rest, err
}

func appendUse(to []byte, u *cluster.Use) []byte {
	return binary.AppendUvarint(join(to, u.Name, u.Source, u.Path), uint64(u.Sources))
}

func decodeUse(b []byte) (u cluster.Use, rest []byte, err error) {
	if rest, err = split(b, &u.Name, &u.Source, &u.Path); err != nil {
		return u, nil, err
	}
	sources, n := binary.Uvarint(rest)
	if n <= 0 {
		return u, nil, errRecord
	}
	u.Sources = int64(sources)
	return u, rest[n:], nil
}

func appendMember(to []byte, m *cluster.Member) []byte {
	return join(binary.LittleEndian.AppendUint64(to, m.Band), m.Part, m.Name, m.Source, m.Path, string(m.Text))
}

func decodeMember(b []byte) (m cluster.Member, rest []byte, err error) {
	if len(b) < 8 {
		return m, nil, errRecord
	}
	var text string
	m.Band = binary.LittleEndian.Uint64(b)
	rest, err = split(b[8:], &m.Part, &m.Name, &m.Source, &m.Path, &text)
	m.Text = []byte(text)
	return m, rest, err
}

// A claim is a band with the hash of a skill's name.
type claim struct{ band, name uint64 }

func appendClaim(to []byte, c claim) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(to, c.band), c.name)
}

func decodeClaim(b []byte) (c claim, rest []byte, err error) {
	if len(b) < 16 {
		return c, nil, errRecord
	}
	return claim{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}, b[16:], nil
}
