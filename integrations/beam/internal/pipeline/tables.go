package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

func encode(row any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(row)
	return b.Bytes(), err
}

// shard assigns rows to files.
type shard struct{ Shards int }

func (s *shard) ProcessElement(row []byte, emit func(int64, []byte)) {
	emit(int64(hash(row)%uint64(s.Shards)), row)
}

// emptyShards emits an empty row for each file.
type emptyShards struct{ Shards int }

func (s *emptyShards) ProcessElement(_ []byte, emit func(int64, []byte)) {
	for i := range s.Shards {
		emit(int64(i), nil)
	}
}

// write writes the rows of one file of a table. It emits nothing.
type write struct {
	Table  string
	Shards int
	Output table.Directory
}

func (w *write) ProcessElement(ctx context.Context, i int64, rows func(*[]byte) bool, _ func(int64, []byte)) error {
	name := table.Shard(w.Table, int(i), w.Shards)
	switch w.Table {
	case table.Names:
		return writeSorted(ctx, w.Output, name, rows, table.Name.Compare)
	case table.Similar:
		return writeSorted(ctx, w.Output, name, rows, table.Pair.Compare)
	case table.Lookalikes:
		return writeSorted(ctx, w.Output, name, rows, table.Lookalike.Compare)
	case table.Failed:
		return writeSorted(ctx, w.Output, name, rows, table.Failure.Compare)
	}
	return fmt.Errorf("unknown table %q", w.Table)
}

func writeSorted[R any](ctx context.Context, d table.Directory, name string, rows func(*[]byte) bool, compare func(a, b R) int) error {
	var all []R
	for encoded := range values(rows) {
		if len(encoded) == 0 {
			continue
		}
		var row R
		if err := json.Unmarshal(encoded, &row); err != nil {
			return err
		}
		all = append(all, row)
	}
	slices.SortFunc(all, compare)
	return new(table.Writer[R]).Write(ctx, d, name, all)
}
