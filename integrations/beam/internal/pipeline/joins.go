package pipeline

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// values converts an iterator of Beam.
func values[T any](next func(*T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		var value T
		for next(&value) {
			if !yield(value) {
				return
			}
			var zero T
			value = zero
		}
	}
}

// groupNames groups the skills of a bucket by name.
func groupNames(_ int64, packed func(*[]byte) bool, versions, uses, names func([]byte)) error {
	skills, failed := records(values(packed), decodeSkill)
	var someVersions, someUses []byte
	for _, group := range cluster.Names(skills) {
		someUses = emitFull(appendUse(someUses, &group.Use), uses)
		for i := range group.Versions {
			someVersions = emitFull(appendSkill(someVersions, &group.Versions[i]), versions)
		}
		for _, row := range group.Rows {
			encoded, err := encode(row)
			if err != nil {
				return err
			}
			names(encoded)
		}
	}
	versions(someVersions)
	uses(someUses)
	return *failed
}

// emitFull emits records if they reach the maximum size of an element, and otherwise returns them.
func emitFull(packed []byte, emit func([]byte)) []byte {
	if len(packed) < maxPacked {
		return packed
	}
	emit(packed)
	return nil
}

// claimBands emits the bands of versions, with the hash of their name.
type claimBands struct{ claims packer }

func (c *claimBands) ProcessElement(versions []byte, emit func(int64, []byte)) error {
	skills, failed := records(single(versions), decodeSkill)
	for s := range skills {
		name := hash([]byte(s.Key()))
		for m := range cluster.Bands(&s) {
			c.claims.add(m.Band, appendClaim(nil, claim{m.Band, name}), emit)
		}
	}
	return *failed
}

func (c *claimBands) FinishBundle(emit func(int64, []byte)) { c.claims.flush(emit) }

func single(element []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { yield(element) }
}

// shareBands emits the bands with versions of several names. Most bands have one name and need no comparison.
func shareBands(_ int64, packed func(*[]byte) bool, emit func([]byte)) error {
	claims, failed := records(values(packed), decodeClaim)
	shared, names := []byte(nil), map[uint64]uint64{}
	for c := range claims {
		switch name, ok := names[c.band]; {
		case !ok:
			names[c.band] = c.name
		case name != c.name && name != 0:
			shared = binary.LittleEndian.AppendUint64(shared, c.band)
			names[c.band] = 0
		}
	}
	if len(shared) > 0 {
		emit(shared)
	}
	return *failed
}

// splitBands emits the members of shared bands.
type splitBands struct {
	members packer
	shared  map[uint64]bool
}

func (s *splitBands) ProcessElement(versions []byte, shared func(*[]byte) bool, emit func(int64, []byte)) error {
	if s.shared == nil { // the same for all elements
		s.shared = map[uint64]bool{}
		for bands := range values(shared) {
			for ; len(bands) >= 8; bands = bands[8:] {
				s.shared[binary.LittleEndian.Uint64(bands)] = true
			}
		}
	}
	skills, failed := records(single(versions), decodeSkill)
	for skill := range skills {
		for m := range cluster.Bands(&skill) {
			if s.shared[m.Band] {
				s.members.add(m.Band, appendMember(nil, &m), emit)
			}
		}
	}
	return *failed
}

func (s *splitBands) FinishBundle(_ func(*[]byte) bool, emit func(int64, []byte)) {
	s.members.flush(emit)
}

// compareBands compares the members of each band of a bucket.
func compareBands(ctx context.Context, _ int64, packed func(*[]byte) bool, emit func(string, []byte)) error {
	members, failed := records(values(packed), decodeMember)
	skipped := cluster.Candidates(members, func(p table.Pair) {
		encoded, err := encode(p)
		if err != nil {
			*failed = err
		}
		emit(cluster.PairKey(&p), encoded)
	})
	if skipped > 0 {
		uncompared.Inc(ctx, int64(skipped))
	}
	return *failed
}

// uncompared counts members of bands that exceed the limit.
var uncompared = beam.NewCounter(namespace, "uncompared")

// bestPair emits the most similar pair of a skill.
func bestPair(_ string, pairs func(*[]byte) bool, emit func([]byte)) error {
	var failed error
	emitted, err := encode(cluster.Best(func(yield func(table.Pair) bool) {
		for encoded := range values(pairs) {
			var p table.Pair
			if failed = json.Unmarshal(encoded, &p); failed != nil || !yield(p) {
				return
			}
		}
	}))
	if failed != nil {
		return failed
	}
	if err == nil {
		emit(emitted)
	}
	return err
}

// filterPopular emits the uses of names that many sources use.
type filterPopular struct{ Popular int64 }

func (f *filterPopular) ProcessElement(uses []byte, emit func([]byte)) error {
	var popular []byte
	all, failed := records(single(uses), decodeUse)
	for u := range all {
		if u.Sources >= f.Popular {
			popular = appendUse(popular, &u)
		}
	}
	if len(popular) > 0 {
		emit(popular)
	}
	return *failed
}

// lookalikes compares all names with popular ones.
type lookalikes struct{ popular cluster.Popular }

func (l *lookalikes) ProcessElement(uses []byte, popular func(*[]byte) bool, emit func([]byte)) error {
	if l.popular == nil { // the same for all elements
		names, failed := records(values(popular), decodeUse)
		if l.popular = cluster.NewPopular(names); *failed != nil {
			return *failed
		}
	}
	all, failed := records(single(uses), decodeUse)
	for u := range all {
		for row := range l.popular.Lookalikes(u) {
			encoded, err := encode(row)
			if err != nil {
				return err
			}
			emit(encoded)
		}
	}
	return *failed
}
