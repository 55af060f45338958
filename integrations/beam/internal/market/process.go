package market

import (
	"context"
	"errors"
	"io/fs"
	"sync"

	"github.com/skilllint/skilllint/integrations/beam/internal/source"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// Options configure a job.
type Options struct {
	Output   table.Directory
	Previous table.Directory // an earlier output; empty: none
	Program  string          // version and options of the linter; only results with the same value are reused
	Trust    bool            // apply the configuration of sources
	Linted   bool            // rows in the output are from this run, so their sources are not read again
}

// A Result is the result of processing a source.
type Result struct {
	Rows   *Rows // without Findings and Files if they were reused
	Reused bool
	Failed error // error of the source itself, for the dead letters
}

// Process lints a source and writes its rows. It can be repeated: the row in the table of sources is written last, so a
// source without it is processed again. An error means that the output cannot be read or written.
func (o *Options) Process(ctx context.Context, uri string) (*Result, error) {
	select {
	case slots() <- struct{}{}:
		defer func() { <-slots() }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	id := source.ID(uri)
	if o.Linted {
		if known, _, err := o.reuse(ctx, id, ""); known != nil || err != nil {
			return known, err
		}
	}
	tree, err := read(ctx, uri)
	if err != nil {
		return &Result{Failed: err}, o.remove(ctx, id)
	}
	known, stale, err := o.reuse(ctx, id, tree.Hash)
	if known != nil || err != nil {
		return known, err
	}
	rows, err := o.lint(ctx, id, uri, tree)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return &Result{Failed: err}, o.remove(ctx, id)
	}
	if stale {
		if err := o.remove(ctx, id); err != nil {
			return nil, err
		}
	}
	return &Result{Rows: rows}, o.write(ctx, id, rows)
}

func read(ctx context.Context, uri string) (tree *source.Tree, err error) {
	defer protect(&err)
	return source.Read(ctx, uri)
}

func (o *Options) lint(ctx context.Context, id, uri string, tree *source.Tree) (rows *Rows, err error) {
	defer protect(&err)
	rows, err = lintTree(ctx, id, uri, tree, o.Trust)
	if err == nil {
		rows.Source.Program = o.Program
	}
	return rows, err
}

// writers has a writer for each table of a source.
type writers struct {
	findings table.Writer[table.Finding]
	files    table.Writer[table.File]
	skills   table.Writer[table.Skill]
	sources  table.Writer[table.Source]
}

var writerPool = sync.Pool{New: func() any { return new(writers) }}

func (o *Options) write(ctx context.Context, id string, r *Rows) error {
	w := writerPool.Get().(*writers)
	if err := w.findings.Write(ctx, o.Output, table.OfSource(table.Findings, id), r.Findings); err != nil {
		return err
	}
	if err := w.files.Write(ctx, o.Output, table.OfSource(table.Files, id), r.Files); err != nil {
		return err
	}
	if err := w.skills.Write(ctx, o.Output, table.OfSource(table.Skills, id), r.Skills); err != nil {
		return err
	}
	if err := w.sources.Write(ctx, o.Output, table.OfSource(table.Sources, id), []table.Source{r.Source}); err != nil {
		return err
	}
	writerPool.Put(w)
	return nil
}

// reuse returns the result of an earlier attempt or from the previous output, or nil. It also reports whether the output
// has other rows of the source. An empty hash matches any content in the output.
func (o *Options) reuse(ctx context.Context, id, hash string) (result *Result, stale bool, err error) {
	for _, from := range []table.Directory{o.Output, o.Previous} {
		if from == "" || hash == "" && from != o.Output {
			continue
		}
		rows := &Rows{}
		known, err := table.Read[table.Source](ctx, from, table.OfSource(table.Sources, id))
		stale = stale || from == o.Output && !errors.Is(err, fs.ErrNotExist)
		if err != nil || len(known) != 1 || hash != "" && known[0].Hash != hash || known[0].Program != o.Program {
			continue // also for damaged files
		}
		rows.Source = known[0]
		rows.Source.Source = id
		if rows.Skills, err = table.Read[table.Skill](ctx, from, table.OfSource(table.Skills, id)); err != nil {
			continue
		}
		for i := range rows.Skills {
			rows.Skills[i].Source = id
		}
		if from != o.Output {
			if err := o.copy(ctx, from, id); errors.Is(err, errDamaged) {
				continue
			} else if err != nil {
				return nil, stale, err
			}
		}
		return &Result{Rows: rows, Reused: true}, stale, nil
	}
	return nil, stale, nil
}

var errDamaged = errors.New("a file of the previous output cannot be read")

// copy copies the rows of a source from an earlier output.
func (o *Options) copy(ctx context.Context, from table.Directory, id string) error {
	for _, name := range table.PerSource {
		for _, suffix := range table.Suffixes {
			name := table.OfSource(name, id) + suffix
			content, err := from.ReadFile(ctx, name)
			if err != nil {
				return errDamaged
			}
			if err := o.Output.WriteFile(ctx, name, content); err != nil {
				return err
			}
		}
	}
	return nil
}

// remove removes the rows of a source from the output.
func (o *Options) remove(ctx context.Context, id string) error {
	return Remove(ctx, o.Output, id)
}

// Remove removes the rows of a source from an output, starting with its row in the table of sources.
func Remove(ctx context.Context, from table.Directory, id string) error {
	for i := range table.PerSource {
		name := table.OfSource(table.PerSource[len(table.PerSource)-1-i], id)
		for _, suffix := range table.Suffixes {
			if err := from.Remove(ctx, name+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
