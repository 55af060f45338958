// Package pipeline builds the Beam pipeline. It lints sources separately, and joins their skills by name, band and
// neighborhood.
package pipeline

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/skilllint/skilllint/integrations/beam/internal/market"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// Options configure a job.
type Options struct {
	market.Options
	List     string // file with the URI of a source in each line
	Branches int    // number of parts of the sources that a runner schedules separately
	Part     int    // part of the sources, for a job that only lints
	Parts    int    // number of parts; 0: the job lints all sources and compares them
	Shards   int    // number of files of each table about all sources
	Popular  int64  // minimum number of sources that use a name, to report its lookalikes
}

// Build adds the transforms of a job to a pipeline.
func Build(s beam.Scope, o Options) {
	var skills, failed []beam.PCollection
	for i := range o.Branches {
		s := s.Scope(fmt.Sprintf("branch-%03d", i))
		uris := beam.ParDo(s, &list{List: o.List, Part: o.Part, Parts: max(o.Parts, 1), Branch: i, Branches: o.Branches}, beam.Impulse(s))
		found, failures := beam.ParDo2(s, &process{Options: o.Options}, beam.Reshuffle(s, uris))
		skills, failed = append(skills, found), append(failed, failures)
	}
	if o.Parts > 0 {
		endJob(s, beam.ParDo(s, &shard{Shards: 1}, beam.Flatten(s, failed...)))
		return
	}
	written := []beam.PCollection{o.write(s, table.Failed, beam.Flatten(s, failed...))}

	named := beam.GroupByKey(s, beam.Flatten(s, skills...))
	versions, uses, names := beam.ParDo3(s, groupNames, named)
	written = append(written, o.write(s, table.Names, names))

	shared := beam.ParDo(s, shareBands, beam.GroupByKey(s, beam.ParDo(s, &claimBands{}, versions)))
	members := beam.ParDo(s, &splitBands{}, versions, beam.SideInput{Input: shared})
	pairs := beam.ParDo(s, compareBands, beam.GroupByKey(s, members))
	written = append(written, o.write(s, table.Similar, beam.ParDo(s, bestPair, beam.GroupByKey(s, pairs))))

	popular := beam.ParDo(s, &filterPopular{Popular: o.Popular}, uses)
	written = append(written, o.write(s, table.Lookalikes, beam.ParDo(s, &lookalikes{}, uses, beam.SideInput{Input: popular})))
	endJob(s, beam.Flatten(s, written...))
}

// endJob adds a final stage to a job whose results are files. Without it, Prism polls the last stage, which uses a whole
// processor.
func endJob(s beam.Scope, written beam.PCollection) {
	beam.ParDo0(s, discard, beam.GroupByKey(s, written))
}

// write adds transforms that write encoded rows, and returns an empty collection. Files without rows are written, too, to
// replace those of an earlier attempt.
func (o *Options) write(s beam.Scope, name string, rows beam.PCollection) beam.PCollection {
	s = s.Scope(name)
	keyed := beam.ParDo(s, &shard{Shards: o.Shards}, rows)
	empty := beam.ParDo(s, &emptyShards{Shards: o.Shards}, beam.Impulse(s))
	return beam.ParDo(s, &write{Table: name, Shards: o.Shards, Output: o.Output}, beam.GroupByKey(s, beam.Flatten(s, keyed, empty)))
}

// Beam calls these functions by reflection, which is fast enough for few large elements. Its package register would avoid
// that, but takes 40 seconds to compile.
func init() {
	for _, f := range []any{&list{}, &process{}, groupNames, &claimBands{}, shareBands, &splitBands{}, compareBands, bestPair,
		&filterPopular{}, &lookalikes{}, discard, &shard{}, &emptyShards{}, &write{}} {
		beam.RegisterDoFn(f)
	}
}
