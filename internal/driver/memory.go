package driver

import (
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// A Memory keeps what remained of files from one run to the next, so that only what changed is read
// and analysed again. What remains of a file is a function of its bytes, of what discovery and
// configuration say of it, and of the program: nothing else is compared. Settings
// are the same when their pointers are.
type Memory struct {
	// Stamp returns a value that is the same as long as the bytes of a file are; nil: nobody knows.
	Stamp func(*analysis.File) any

	mu    sync.Mutex
	known map[string]*memory // by path
}

// A memory is what a file was and what remained of it.
type memory struct {
	stamp    any
	file     analysis.File // as it was handed out
	guess    bool
	settings *Settings
	outcome  *outcome // nil: it is none of ours
}

// remembered returns what remains of a file, from memory if nothing changed since it was analysed.
func (r *run) remembered(ctx context.Context, in Input, begin func(release func())) *outcome {
	m := r.Memory
	if m == nil || in.File.Kind == analysis.Manifest && r.Base != nil && r.Base(in.File) != nil {
		return r.file(ctx, in, begin)
	}
	now := &memory{stamp: m.Stamp(in.File), file: *in.File, guess: in.Guess, settings: r.SettingsFor(in.File)}
	now.file.Tree = nil
	if before := m.recall(in.File.Path, now); before != nil {
		return before.outcome.again(in)
	}
	o := r.file(ctx, in, begin)
	if now.stamp != nil && ctx.Err() == nil && (o == nil || len(o.notices) == 0) {
		m.keep(in.File.Path, now, o)
	}
	return o
}

func (m *Memory) recall(path string, now *memory) *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := m.known[path]
	if before == nil || !same(before, now) {
		delete(m.known, path)
		return nil
	}
	return before
}

// same compares all that what remains of a file depends on.
func same(before, now *memory) bool {
	return before.stamp == now.stamp && before.guess == now.guess && before.settings == now.settings && reflect.DeepEqual(before.file, now.file)
}

func (m *Memory) keep(path string, now *memory, o *outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[string]*memory{}
	}
	if o != nil {
		kept := *o
		file := *o.file
		file.Tree, kept.file, kept.open = nil, &file, nil
		kept.findings = copied(o.findings, &file)
		kept.kept = slices.Clone(o.kept)
		now.outcome = &kept
	}
	m.known[path] = now
}

// again returns what remained of a file, for another run.
func (o *outcome) again(in Input) *outcome {
	if o == nil {
		return nil
	}
	tree := in.File.Tree
	*in.File = *o.file
	in.File.Tree = tree
	return &outcome{file: in.File, open: in.Open, findings: copied(o.findings, in.File), notices: slices.Clone(o.notices), kept: slices.Clone(o.kept)}
}

// copied returns findings that may be changed, of a file that is described anew.
func copied(findings []finding.Finding, file *analysis.File) []finding.Finding {
	findings = slices.Clone(findings)
	for i := range findings {
		f := &findings[i]
		if f.File != nil {
			f.File = file
		}
		f.Related = slices.Clone(f.Related)
		f.Fixes = slices.Clone(f.Fixes)
		for j := range f.Fixes {
			f.Fixes[j].Edits = slices.Clone(f.Fixes[j].Edits)
		}
	}
	return findings
}
