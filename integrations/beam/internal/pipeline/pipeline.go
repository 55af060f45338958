// Package pipeline is the Beam pipeline: sources are linted one by one, and their skills are joined by name, by band and
// by neighborhood.
package pipeline

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
	"github.com/skilllint/skilllint/integrations/beam/internal/market"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// Options configure a job.
type Options struct {
	market.Options
	List     string // a file with the URI of a source in each line
	Branches int    // parts of the sources that a runner schedules separately
	Shards   int    // files of each table about all sources
	Popular  int64  // sources that use a name whose lookalikes are reported
}

// Branch returns the name of the transforms that process a part of the sources.
func Branch(i int) string { return fmt.Sprintf("branch-%03d", i) }

// Build adds the transforms of a job to a pipeline.
func Build(s beam.Scope, o Options) {
	var skills, failed []beam.PCollection
	for i := range o.Branches {
		s := s.Scope(Branch(i))
		uris := beam.ParDo(s, &list{List: o.List, Branch: i, Of: o.Branches}, beam.Impulse(s))
		found, failures := beam.ParDo2(s, &process{Options: o.Options}, beam.Reshuffle(s, uris))
		skills, failed = append(skills, found), append(failed, failures)
	}
	o.write(s, table.Failed, beam.Flatten(s, failed...))

	named := beam.GroupByKey(s, beam.Flatten(s, skills...))
	versions, uses, names := beam.ParDo3(s, groupNames, named)
	o.write(s, table.Names, names)

	pairs := beam.ParDo(s, compareBand, beam.GroupByKey(s, beam.ParDo(s, splitBands, versions)))
	o.write(s, table.Similar, beam.ParDo(s, bestPair, beam.GroupByKey(s, pairs)))

	neighborhoods := beam.GroupByKey(s, beam.ParDo(s, splitName, uses))
	o.write(s, table.Lookalikes, beam.ParDo(s, &lookalikes{Popular: o.Popular}, neighborhoods))
}

// write adds transforms that write encoded rows. Each file is written, with or without rows, so that none is left of an
// earlier attempt.
func (o *Options) write(s beam.Scope, name string, rows beam.PCollection) {
	s = s.Scope(name)
	keyed := beam.ParDo(s, &shard{Shards: o.Shards}, rows)
	empty := beam.ParDo(s, &emptyShards{Shards: o.Shards}, beam.Impulse(s))
	beam.ParDo0(s, &write{Table: name, Shards: o.Shards, Output: o.Output}, beam.GroupByKey(s, beam.Flatten(s, keyed, empty)))
}

func init() {
	beam.RegisterType(typeOf[cluster.Skill]())
	beam.RegisterType(typeOf[cluster.Use]())
	beam.RegisterType(typeOf[cluster.Member]())
	beam.RegisterType(typeOf[table.Pair]())

	register.DoFn3x1[ctx, []byte, func(string), error](&list{})
	register.DoFn4x1[ctx, string, func(string, cluster.Skill), func([]byte), error](&process{})
	register.Function5x1(groupNames)
	register.Function2x0(splitBands)
	register.Function4x0(compareBand)

	register.Function3x1(bestPair)
	register.Function2x0(splitName)
	register.DoFn3x1[string, func(*cluster.Use) bool, func([]byte), error](&lookalikes{})
	register.DoFn2x0[[]byte, func(int, []byte)](&shard{})
	register.DoFn2x0[[]byte, func(int, []byte)](&emptyShards{})
	register.DoFn3x1[ctx, int, func(*[]byte) bool, error](&write{})

	register.Emitter1[string]()
	register.Emitter1[[]byte]()
	register.Emitter1[cluster.Skill]()
	register.Emitter1[cluster.Use]()
	register.Emitter2[string, cluster.Skill]()
	register.Emitter2[string, cluster.Use]()
	register.Emitter2[string, cluster.Member]()
	register.Emitter2[string, table.Pair]()
	register.Emitter2[int, []byte]()
	register.Iter1[cluster.Skill]()
	register.Iter1[cluster.Use]()
	register.Iter1[cluster.Member]()
	register.Iter1[table.Pair]()
	register.Iter1[[]byte]()
}
