package driver

import (
	"reflect"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// A workspaceCache keeps the results of workspace analyzers. Only those run again whose input changed: a
// fact, the paths of the tree, or a text.
type workspaceCache struct {
	analyzers []*analysis.Analyzer
	settings  *Settings // of the working directory
	files     []*analysis.File
	links     []analysis.Link
	results   map[*analysis.Analyzer]*workspaceResult

	stamp   func(*analysis.File) any
	changed map[*analysis.Analyzer]bool // facts that changed since the last run
	hashes  map[[32]byte]string         // before and after of files that changed, with the path of one
	copies  bool                        // it changed which files are equal
	mu      sync.Mutex
	texts   map[*analysis.Analyzer]stamps // texts that each fact read; those of rules are under nil
	reading *analysis.Analyzer            // the fact that is being computed; nil: rules run
}

// stamps identify the content of files that were read.
type stamps map[text]any

type text struct {
	tree *analysis.Tree
	rel  string
}

// A workspaceResult is the result of an analyzer.
type workspaceResult struct {
	reads   map[*analysis.Analyzer]bool // facts
	value   any                         // of a fact
	missing bool                        // it has no fact
	stale   bool                        // it may be different now
	found   []finding.Finding
}

// across starts a new cache from that of the last run and the changes since. It returns nil if caching is
// off.
func (r *run) across(w *analysis.Workspace) *workspaceCache {
	m, last := r.Cache, r.last
	if m == nil || !m.Workspace || len(w.Deleted) > 0 {
		return nil
	}
	now := &workspaceCache{analyzers: r.plan.ordered, settings: r.SettingsFor(nil), files: w.Files, links: w.Links, stamp: m.Stamp,
		changed: map[*analysis.Analyzer]bool{}, hashes: map[[32]byte]string{}, results: map[*analysis.Analyzer]*workspaceResult{}, texts: map[*analysis.Analyzer]stamps{}}
	trees, same := map[*analysis.Tree]bool{}, last != nil && now.follows(last)
	for _, f := range w.Files {
		if trees[f.Tree] {
			continue
		}
		if f.Tree.Base != nil {
			return nil
		}
		trees[f.Tree] = true
		same = f.Tree.Finish() && same
	}
	for tree := range trees {
		tree.OnRead(func(rel string) { now.note(text{tree, rel}) })
	}
	for _, o := range r.outcomes {
		if same && !o.recalled {
			same = r.differ(o, now)
		}
	}
	now.copies = now.copies || slices.ContainsFunc(w.Files, func(f *analysis.File) bool {
		path, known := now.hashes[f.Hash]
		return known && path != f.Path
	})
	if same {
		now.results, now.texts = last.results, last.texts
		now.forgetReaders()
	}
	return now
}

// follows reports whether the input of workspace analyzers, except facts, paths and file contents, is that of
// the last run.
func (k *workspaceCache) follows(last *workspaceCache) bool {
	return k.settings == last.settings && slices.Equal(k.analyzers, last.analyzers) && slices.Equal(k.files, last.files) && slices.Equal(k.links, last.links)
}

// differ records the facts that changed in a file, and its hashes. It returns false if more changed than these and the
// bytes of the file.
func (r *run) differ(o *outcome, now *workspaceCache) bool {
	before, after := o.before, r.Cache.of(o.file.Path)
	if before == nil || before.outcome == nil || after == nil || after.outcome == nil || before.settings != after.settings {
		return false
	}
	was, is := *before.outcome.file, *after.outcome.file
	if was.Hash != is.Hash {
		for _, hash := range [...][32]byte{was.Hash, is.Hash} {
			path, known := now.hashes[hash]
			now.copies = now.copies || known && path != o.file.Path || hash == [32]byte{}
			now.hashes[hash] = o.file.Path
		}
	}
	was.Hash, was.Size = is.Hash, is.Size
	if !reflect.DeepEqual(was, is) {
		return false
	}
	values := make([][2]any, len(r.plan.kept))
	for _, k := range before.outcome.kept {
		values[k.index][0] = k.value
	}
	for _, k := range after.outcome.kept {
		values[k.index][1] = k.value
	}
	for i, x := range r.plan.kept {
		now.changed[x] = now.changed[x] || !reflect.DeepEqual(values[i][0], values[i][1])
	}
	return true
}

// count returns the number of findings.
func (k *workspaceCache) count() int {
	n := 0
	if k != nil {
		for _, result := range k.results {
			n += len(result.found)
		}
	}
	return n
}

// note records that a text was read.
func (k *workspaceCache) note(t text) {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.texts[k.reading]
	if of == nil {
		of = stamps{}
		k.texts[k.reading] = of
	}
	if _, known := of[t]; !known {
		of[t] = k.stamp(&analysis.File{Tree: t.tree, Rel: t.rel})
	}
}

// forgetReaders drops the results of analyzers that read a changed text.
func (k *workspaceCache) forgetReaders() {
	for reader, of := range k.texts {
		for t, stamp := range of {
			if stamp != nil && stamp == k.stamp(&analysis.File{Tree: t.tree, Rel: t.rel}) {
				continue
			}
			delete(k.texts, reader)
			for x, left := range k.results {
				left.stale = left.stale || x == reader || reader == nil && !x.IsFact()
			}
			break
		}
	}
}

// recall returns the cached result of an analyzer if it is valid. Otherwise it starts to record its input and
// returns nil.
func (k *workspaceCache) recall(x *analysis.Analyzer) *workspaceResult {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if result := k.results[x]; result != nil && !result.stale && !x.Uncached && !(x.Copies && k.copies) && !result.readsAny(k.changed) {
		return result
	}
	if x.IsFact() { // facts are computed sequentially
		delete(k.texts, x)
		k.reading = x
	}
	return nil
}

func (r *workspaceResult) readsAny(changed map[*analysis.Analyzer]bool) bool {
	for x := range r.reads {
		if changed[x] {
			return true
		}
	}
	return false
}

// keep keeps the result of an analyzer, and records whether a fact changed.
func (k *workspaceCache) keep(x *analysis.Analyzer, now *workspaceResult) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if before := k.results[x]; x.IsFact() {
		k.changed[x] = before == nil || before.missing != now.missing || !reflect.DeepEqual(before.value, now.value)
		k.reading = nil
	}
	k.results[x] = now
}

// forget drops the result of an analyzer that does not run.
func (k *workspaceCache) forget(x *analysis.Analyzer) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.results, x)
}
