package pipeline

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
	"github.com/skilllint/skilllint/integrations/beam/internal/market"
	"github.com/skilllint/skilllint/integrations/beam/internal/source"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// list emits the sources of one branch.
type list struct {
	List             string
	Part, Parts      int
	Branch, Branches int
}

func (l *list) ProcessElement(ctx context.Context, _ []byte, emit func(string)) error {
	uris, err := ReadList(ctx, l.List)
	if err != nil {
		return err
	}
	for _, uri := range uris {
		h := hash([]byte(uri))
		if int(h%uint64(l.Parts)) == l.Part && int(h/uint64(l.Parts)%uint64(l.Branches)) == l.Branch {
			emit(uri)
		}
	}
	return nil
}

// ReadList returns the lines of a file in any file system that Beam supports, without empty ones and comments.
func ReadList(ctx context.Context, name string) ([]string, error) {
	dir, base := path.Split(name) // path.Dir would remove a slash of a URI
	content, err := table.Directory(cmp.Or(dir, ".")).ReadFile(ctx, base)
	if err != nil {
		return nil, err
	}
	var uris []string
	lines := bufio.NewScanner(bytes.NewReader(content))
	for lines.Scan() {
		if line := string(bytes.TrimSpace(lines.Bytes())); line != "" && line[0] != '#' {
			uris = append(uris, line)
		}
	}
	return uris, lines.Err()
}

func hash(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// process lints a source, writes its rows, and emits its skills or its error.
type process struct {
	Options market.Options
	skills  packer
}

// Counters are the names of the counters of a job.
var Counters = []string{"sources", "failed", "reused", "skills", "files", "bytes", "errors", "warnings", "infos", "uncompared"}

const namespace = "skilllint"

func count(ctx context.Context, name string, n int64) {
	c := beam.NewCounter(namespace, name)
	c.Inc(ctx, n)
}

func (p *process) ProcessElement(ctx context.Context, uri string, skills func(int64, []byte), failed func([]byte)) error {
	result, err := p.Options.Process(ctx, uri)
	if err != nil {
		return fmt.Errorf("cannot write the output of %s: %w", uri, err)
	}
	if result.Failed != nil {
		count(ctx, "failed", 1)
		row, err := encode(table.Failure{Source: source.ID(uri), URI: uri, Error: result.Failed.Error()})
		if err != nil {
			return err
		}
		failed(row)
		return nil
	}
	row := &result.Rows.Source
	if result.Reused {
		count(ctx, "reused", 1)
	}
	for name, n := range map[string]int64{"sources": 1, "skills": row.Skills, "files": row.Checked, "bytes": row.Bytes,
		"errors": row.Errors, "warnings": row.Warnings, "infos": row.Infos} {
		count(ctx, name, n)
	}
	for i := range result.Rows.Skills {
		s := cluster.NewSkill(&result.Rows.Skills[i])
		p.skills.add(hash([]byte(s.Key())), appendSkill(nil, &s), skills)
	}
	return nil
}

func (p *process) FinishBundle(skills func(int64, []byte), _ func([]byte)) { p.skills.flush(skills) }

// discard ends a job.
func discard(int64, func(*[]byte) bool) {}
