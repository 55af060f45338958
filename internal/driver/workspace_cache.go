package driver

import (
	"reflect"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// An workspaceCache is what is kept of the analyzers of the workspace, so that only those are run again for
// which something changed that they read: a fact, the paths of the tree, a text.
type workspaceCache struct {
	analyzers []*analysis.Analyzer
	settings  *Settings // of the working directory
	files     []*analysis.File
	links     []analysis.Link
	results   map[*analysis.Analyzer]*workspaceResult

	stamp   func(*analysis.File) any
	changed map[*analysis.Analyzer]bool // facts that are not those of the last run
	mu      sync.Mutex
	texts   map[*analysis.Analyzer]stamps // that were read by each fact; by rules: under nil
	reading *analysis.Analyzer            // the fact that is computed; nil: rules run
}

// stamps are those of files that were read.
type stamps map[text]any

type text struct {
	tree *analysis.Tree
	rel  string
}

// An workspaceResult is what an analyzer left.
type workspaceResult struct {
	reads   map[*analysis.Analyzer]bool // facts
	value   any                         // of a fact
	missing bool                        // it has no fact
	stale   bool                        // it would leave something else now, or nobody knows
	found   []finding.Finding
}

// across begins to keep what the analyzers of the workspace leave, with what the last run left and what
// changed since. It returns nil when nothing is kept.
func (r *run) across(w *analysis.Workspace) *workspaceCache {
	m, last := r.Cache, r.last
	if m == nil || !m.Workspace || len(w.Deleted) > 0 {
		return nil
	}
	now := &workspaceCache{analyzers: r.plan.ordered, settings: r.SettingsFor(nil), files: w.Files, links: w.Links, stamp: m.Stamp,
		changed: map[*analysis.Analyzer]bool{}, results: map[*analysis.Analyzer]*workspaceResult{}, texts: map[*analysis.Analyzer]stamps{}}
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
			same = r.differ(o, now.changed)
		}
	}
	if same {
		now.results, now.texts = last.results, last.texts
		now.forgetReaders()
	}
	return now
}

// follows reports whether all that analyzers of the workspace read is the same as in the last run, but for
// facts, paths and the content of files.
func (k *workspaceCache) follows(last *workspaceCache) bool {
	return k.settings == last.settings && slices.Equal(k.analyzers, last.analyzers) && slices.Equal(k.files, last.files) && slices.Equal(k.links, last.links)
}

// differ notes which facts of a file that was analysed again are others than before. It reports false when
// more has changed than these and the bytes of the file.
func (r *run) differ(o *outcome, changed map[*analysis.Analyzer]bool) bool {
	before, after := o.before, r.Cache.of(o.file.Path)
	if before == nil || before.outcome == nil || after == nil || after.outcome == nil || before.settings != after.settings {
		return false
	}
	was, is := *before.outcome.file, *after.outcome.file
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
		changed[x] = changed[x] || !reflect.DeepEqual(values[i][0], values[i][1])
	}
	return true
}

// note notes that a text was read.
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

// forgetReaders drops what was left by those who read a text that changed.
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

// recall returns what an analyzer left in the last run, if it would leave that again; else it begins to
// note what it reads, and returns nil.
func (k *workspaceCache) recall(x *analysis.Analyzer) *workspaceResult {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if result := k.results[x]; result != nil && !result.stale && !x.Uncached && !result.readsAny(k.changed) {
		return result
	}
	if x.IsFact() { // these are computed one after the other
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

// keep keeps what an analyzer left. Of a fact it notes whether it is another than before.
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

// forget drops what an analyzer left: it is not run.
func (k *workspaceCache) forget(x *analysis.Analyzer) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.results, x)
}
