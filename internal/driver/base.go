package driver

import (
	"context"
	"fmt"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

// base returns what analyzers see of a manifest at the git base, or nil.
func (r *run) base(ctx context.Context, f *analysis.File) *analysis.Base {
	if r.Base == nil {
		return nil
	}
	base := r.Base(f)
	if base == nil {
		return nil
	}
	return &analysis.Base{Ref: base.Ref, Lines: func(see func(*analysis.Line) error) error {
		return r.baseLines(ctx, f, base, see)
	}}
}

// baseLines passes on the lines of a manifest at the git base. A read error ends the run: without the base,
// an invalid change could pass.
func (r *run) baseLines(ctx context.Context, f *analysis.File, base *Base, see func(*analysis.Line) error) error {
	file, err := base.Open(ctx)
	if err != nil {
		return r.baseErr.keep(f.Path, err)
	}
	defer file.Close()
	var seen error
	err = load.RawLines(file, f, func(l *analysis.Line) error {
		if seen = see(l); seen == nil {
			seen = ctx.Err()
		}
		return seen
	})
	if err != nil && seen == nil {
		return r.baseErr.keep(f.Path, err)
	}
	return err
}

// A failure collects errors that end the run once all files are done. The first by path is reported.
type failure struct {
	mu   sync.Mutex
	path string
	err  error
}

func (f *failure) keep(path string, err error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || path < f.path {
		f.path, f.err = path, fmt.Errorf("cannot compare %s with its base commit: %w", path, err)
	}
	return err
}

func (f *failure) first() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// NewBaseTree returns the tree at the git base for rules. files and read are as in analysis.BaseTree.
func NewBaseTree(ref string, files func() []string, read func(rel string, most int64) []byte) *analysis.BaseTree {
	return &analysis.BaseTree{Ref: ref, Files: files, Read: read, Values: func(f *analysis.File) *analysis.Document {
		source := read(f.Rel, load.MaxText)
		if source == nil {
			return nil
		}
		was := *f
		return load.Values(&was, source)
	}}
}
