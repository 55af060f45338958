package driver

import (
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A Cache keeps the results of files from one run to the next, so that only changed files are read and
// analyzed again. The result of a file depends only on its bytes, its description by discovery and
// configuration, and the program. Settings are compared by pointer.
type Cache struct {
	// Stamp returns a value that changes with the content of a file, or nil if unknown.
	Stamp func(*analysis.File) any

	// Workspace caches the results of workspace analyzers, too. Discovery must reuse the restarted trees of
	// the previous run, and nothing else may use these trees or their files.
	Workspace bool

	mu     sync.Mutex
	known  map[string]*memory        // by path
	files  map[string]*analysis.File // by path; reused, because facts may point to them
	places map[string]places         // by path; of findings across files

	reduced bool            // the results of inputs were reduced to a share
	across  *workspaceCache // of the last run, if it completed
}

// A memory is the result of a file and what it depends on.
type memory struct {
	stamp    any
	file     analysis.File // as it was handed out
	guess    bool
	settings *Settings
	outcome  *outcome // nil: the file is not for clients
}

// remembered returns the result of a file, from the cache if nothing changed.
func (r *run) remembered(ctx context.Context, in Input, begin func(release func())) *outcome {
	m := r.Cache
	if m == nil || in.File.Kind == analysis.Manifest && r.Base != nil && r.Base(in.File) != nil {
		return r.file(ctx, in, begin)
	}
	if m.Workspace {
		in.File = m.take(in.File)
		defer m.put(in.File)
	}
	now := &memory{stamp: m.Stamp(in.File), file: *in.File, guess: in.Guess, settings: r.SettingsFor(in.File)}
	now.file.Tree = nil
	before, is := m.recall(in.File.Path, now)
	if is {
		o := before.outcome.again(in)
		m.keepInput(in, o)
		return o
	}
	m.keepInput(in, nil)
	o := r.file(ctx, in, begin)
	if o != nil {
		o.before = before
	}
	if now.stamp != nil && ctx.Err() == nil && !r.share.isFull() && (o == nil || o.unread == "") {
		m.keep(in.File.Path, now, o)
		var kept *outcome
		if o != nil {
			kept = now.outcome.of(in.File, in.Open)
		}
		m.keepInput(in, kept)
	}
	return o
}

// keepInput keeps what the same input has as its result in the next run: nil, or an outcome, which may be nil.
func (m *Cache) keepInput(in Input, result any) {
	if in.Kept != nil {
		m.mu.Lock()
		*in.Kept = result
		m.mu.Unlock()
	}
}

// recalled takes over the result of a file that did not change since the last run, and reports whether it did.
func (r *run) recalled(in Input) bool {
	m := r.Cache
	if !in.Same || m == nil || m.reduced || in.File.Kind == analysis.Manifest && r.Base != nil {
		return false
	}
	m.mu.Lock()
	o, is := (*in.Kept).(*outcome)
	m.mu.Unlock()
	if is && o != nil {
		r.inner.add(r.share.take(o))
	}
	return is
}

// take returns the description of a file that is shared between runs. Until it is put back, nothing else gets
// it: an abandoned worker may still write to it.
func (m *Cache) take(f *analysis.File) *analysis.File {
	m.mu.Lock()
	defer m.mu.Unlock()
	stays := m.files[f.Path]
	if stays == nil {
		return f
	}
	delete(m.files, f.Path)
	*stays = *f
	return stays
}

func (m *Cache) put(f *analysis.File) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.files == nil {
		m.files = map[string]*analysis.File{}
	}
	m.files[f.Path] = f
}

func (m *Cache) of(path string) *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[path]
}

// recall returns the previous result of a file, and whether it is still valid.
func (m *Cache) recall(path string, now *memory) (before *memory, is bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before = m.known[path]
	if is = before != nil && same(before, now); !is {
		delete(m.known, path)
		delete(m.places, path) // even if this run has no findings there, a later one must not use them
	}
	return before, is
}

// same compares everything that the result of a file depends on.
func same(before, now *memory) bool {
	return before.stamp == now.stamp && before.guess == now.guess && before.settings == now.settings && reflect.DeepEqual(before.file, now.file)
}

func (m *Cache) keep(path string, now *memory, o *outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[string]*memory{}
	}
	if o != nil {
		kept := *o
		file := *o.file
		file.Tree, kept.file, kept.open, kept.before = nil, &file, nil, nil // before would keep all earlier results
		kept.findings = copied(o.findings, &file)
		now.outcome = &kept
	}
	m.known[path] = now
}

// again returns the result of a file for another run.
func (o *outcome) again(in Input) *outcome {
	if o == nil {
		return nil
	}
	tree := in.File.Tree
	*in.File = *o.file
	in.File.Tree = tree
	return o.of(in.File, in.Open)
}

// of returns the result of a file with its description in another run.
func (o *outcome) of(file *analysis.File, open func() (treefs.File, error)) *outcome {
	return &outcome{recalled: true, file: file, open: open, findings: o.findings, kept: o.kept}
}

// copied returns copies of findings for a file with a new description.
func copied(findings []finding.Finding, file *analysis.File) []finding.Finding {
	findings = slices.Clone(findings)
	for i := range findings {
		detach(&findings[i], file)
	}
	return findings
}

// detach makes a finding one of a file with a new description that shares no memory that a run writes to.
func detach(f *finding.Finding, file *analysis.File) {
	if f.File != nil {
		f.File = file
	}
	f.Related = slices.Clone(f.Related)
	f.Fixes = slices.Clone(f.Fixes)
	for i := range f.Fixes {
		f.Fixes[i].Edits = slices.Clone(f.Fixes[i].Edits)
	}
}
