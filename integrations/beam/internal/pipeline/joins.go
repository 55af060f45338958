package pipeline

import (
	"context"
	"encoding/hex"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// values returns what Beam's iterator yields.
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

func groupNames(_ string, skills func(*cluster.Skill) bool, versions func(cluster.Skill), uses func(cluster.Use), names func([]byte)) error {
	group := cluster.Names(values(skills))
	uses(group.Use)
	for _, v := range group.Versions {
		versions(v)
	}
	for _, row := range group.Rows {
		encoded, err := encode(row)
		if err != nil {
			return err
		}
		names(encoded)
	}
	return nil
}

func splitBands(s cluster.Skill, emit func(string, cluster.Member)) {
	for key, member := range cluster.Bands(&s) {
		emit(hex.EncodeToString(key), member) // runners may require keys in UTF-8
	}
}

func compareBand(ctx context.Context, _ string, members func(*cluster.Member) bool, emit func(string, table.Pair)) {
	skipped := cluster.Candidates(values(members), func(p table.Pair) { emit(cluster.PairKey(&p), p) })
	if skipped > 0 {
		uncompared.Inc(ctx, int64(skipped))
	}
}

// uncompared counts members of bands that exceed the limit.
var uncompared = beam.NewCounter(namespace, "uncompared")

func bestPair(_ string, pairs func(*table.Pair) bool, emit func([]byte)) error {
	row, err := encode(cluster.Best(values(pairs)))
	if err == nil {
		emit(row)
	}
	return err
}

func splitName(u cluster.Use, emit func(string, cluster.Use)) {
	for key := range cluster.Neighborhood(u.Name) {
		emit(key, u)
	}
}

type lookalikes struct{ Popular int64 }

func (l *lookalikes) ProcessElement(key string, uses func(*cluster.Use) bool, emit func([]byte)) error {
	var failed error
	cluster.Lookalikes(key, values(uses), l.Popular, func(row table.Lookalike) {
		encoded, err := encode(row)
		if err != nil {
			failed = err
			return
		}
		emit(encoded)
	})
	return failed
}
