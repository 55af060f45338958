package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"

	"github.com/skilllint/skilllint/integrations/beam/internal/market"
	"github.com/skilllint/skilllint/integrations/beam/internal/pipeline"
	"github.com/skilllint/skilllint/integrations/beam/internal/source"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// listName is the name of the list of sources in the output.
const listName = "sources.txt"

// prepare writes the list of sources for the workers, and removes output of an earlier job with other sources.
func prepare(ctx context.Context, j *job, listed string, args []string) error {
	uris := args
	if listed != "" {
		var err error
		if uris, err = pipeline.ReadList(ctx, listed); err != nil {
			return fmt.Errorf("cannot read the list of sources: %w", err)
		}
		if err := checkList(listed, uris, strings.Split(j.allow, ",")); err != nil {
			return err
		}
		if !strings.Contains(listed, "://") {
			uris = relativeTo(filepath.Dir(listed), uris)
		}
	}
	uris = slices.Clone(uris)
	slices.Sort(uris)
	uris = slices.Compact(uris)
	ids := map[string]string{}
	for _, uri := range uris {
		id := source.ID(uri)
		if other, ok := ids[id]; ok {
			return fmt.Errorf("%s and %s have the same ID; rename one of them", other, uri)
		}
		ids[id] = uri
	}
	if len(ids) == 0 {
		return usageError("no sources: the list is empty")
	}
	if err := j.Output.WriteFile(ctx, listName, []byte(strings.Join(uris, "\n")+"\n")); err != nil {
		return err
	}
	return clean(ctx, j.Output, ids)
}

// checkList returns an error if a list names a source outside of its own directory whose scheme is not allowed. Others may write
// to the list, but the job reads the sources with its own permissions.
func checkList(listed string, uris, allowed []string) error {
	dir := path.Dir(listed)
	for _, uri := range uris {
		scheme, _, isURI := strings.Cut(uri, "://")
		if !isURI {
			scheme = "file"
		}
		isInside := !isURI && filepath.IsLocal(uri) && !strings.Contains(listed, "://")
		if isURI && strings.Contains(listed, "://") {
			isInside = strings.HasPrefix(path.Clean(uri), path.Clean(dir)+"/")
		}
		if !isInside && !slices.Contains(allowed, scheme) {
			return usageError(fmt.Sprintf("the list names %q, outside of its directory; allow such sources with --allow %s", uri, scheme))
		}
	}
	return nil
}

// relativeTo resolves the paths of a list, which are relative to its directory.
func relativeTo(dir string, uris []string) []string {
	for i, uri := range uris {
		if !strings.Contains(uri, "://") && !filepath.IsAbs(uri) {
			uris[i] = filepath.Join(dir, uri)
		}
	}
	return uris
}

// clean removes the rows of other sources, and the tables about all sources.
func clean(ctx context.Context, out table.Directory, ids map[string]string) error {
	found, err := out.List(ctx, table.Sources+"/source=*/*.parquet")
	if err != nil {
		return err
	}
	for _, name := range found {
		id := strings.TrimPrefix(path.Base(path.Dir(name)), "source=")
		if _, ok := ids[id]; !ok {
			if err := market.Remove(ctx, out, id); err != nil {
				return err
			}
		}
	}
	for _, name := range table.Across {
		found, err := out.List(ctx, name+"/*")
		if err != nil {
			return err
		}
		for _, name := range found {
			if err := out.Remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish removes temporary files and prints the counters.
func (j *job) finish(ctx context.Context, out io.Writer, result beam.PipelineResult) error {
	if !strings.Contains(string(j.Output), "://") {
		if err := os.RemoveAll(filepath.Join(string(j.Output), table.Temporary)); err != nil {
			return err
		}
	}
	counts := map[string]int64{}
	if result != nil {
		for _, c := range result.Metrics().Query(func(metrics.SingleResult) bool { return true }).Counters() {
			counts[c.Name()] += c.Result()
		}
	}
	for _, name := range pipeline.Counters {
		if _, err := fmt.Fprintf(out, "%-9s %d\n", name, counts[name]); err != nil {
			return err
		}
	}
	return nil
}
