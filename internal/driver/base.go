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

// baseLines shows the lines of a manifest at the git base. That it cannot be read is no finding:
// without it a change may pass that must not.
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

// A failure is an error that ends the run once every file is done: of several that of the first path.
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

// NewBaseTree returns what rules see of a tree at the git base, of which files and read tell as
// analysis.Past says.
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
