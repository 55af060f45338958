package driver

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// workspace runs the workspace analyzers: facts one after the other, and rules in parallel. If nothing is cached, rules run
// before facts that they do not need, so that each fact is dropped as soon as its last reader ran. A rule runs if it is
// enabled for any file; postprocess drops its findings in the others.
func (r *run) workspace(ctx context.Context, result *Result) {
	w := &across{run: r, ctx: ctx, result: result, missing: map[*analysis.Analyzer]bool{}, kept: r.across(result.Workspace)}
	w.countReaders()
	settings := r.distinctSettings()
	var rules []*analysis.Analyzer // that did not run yet
	first := len(result.Findings)
	for _, x := range r.plan.ordered {
		switch {
		case x.Scope != analysis.PerWorkspace:
		case x.IsFact():
			if w.Cache == nil {
				w.parallel(rules)
				rules = rules[:0]
			}
			result.Findings = append(result.Findings, w.one(x)...) // that it broke
			w.release(x)
		case areOff(settings, x):
			w.kept.forget(x)
			w.release(x)
		default:
			rules = append(rules, x)
		}
	}
	w.parallel(rules)
	for i := range result.Findings[first:] {
		f := &result.Findings[first+i]
		if o := r.outcome(f.Place.Path); o != nil {
			f.File, f.Rel = o.file, o.file.Rel
			if o.file.Dialect != nil {
				f.Dialect = o.file.Dialect.Name
			}
			f.Evidence = r.evidence(f)
			for _, fix := range f.Fixes {
				if x := fix.Executable; x != nil {
					x.Path = o.file.Tree.Prefix + x.Rel
				}
			}
		}
	}
	if w.kept != nil && ctx.Err() == nil {
		r.Cache.across = w.kept
	}
	since := r.Profile.Start()
	result.Workspace.Unchecked = append(result.Workspace.Unchecked, r.excerpts(result.Findings)...)
	r.Profile.End(stepKeep, since, 0)
}

// evidence adds the files of related places to the evidence of a security finding.
func (r *run) evidence(f *finding.Finding) [][32]byte {
	evidence := slices.Clip(f.Evidence)
	if !f.Analyzer.IsSecurity() {
		return evidence
	}
	for i := range f.Related {
		if o := r.outcome(f.Related[i].Place.Path); o != nil {
			evidence = append(evidence, o.file.Hash)
		}
	}
	return evidence
}

// parallel runs rules, and adds their findings to the result.
func (w *across) parallel(rules []*analysis.Analyzer) {
	found := make([][]finding.Finding, len(rules))
	limit := make(chan struct{}, w.Jobs)
	var running sync.WaitGroup
	for i, x := range rules {
		limit <- struct{}{}
		running.Go(func() {
			defer func() { <-limit }()
			found[i] = w.one(x)
		})
	}
	running.Wait()
	for i, x := range rules {
		w.result.Findings = append(w.result.Findings, found[i]...)
		w.release(x)
	}
}

// distinctSettings returns those of the working directory and of the files, each once.
func (r *run) distinctSettings() []*Settings {
	all := []*Settings{r.SettingsFor(nil)}
	for _, o := range r.outcomes {
		if s := r.SettingsFor(o.file); s != all[len(all)-1] && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// areOff reports whether settings disable a workspace rule. They do not name analyzers that only collect facts.
func areOff(settings []*Settings, x *analysis.Analyzer) bool {
	return !slices.ContainsFunc(settings, func(s *Settings) bool {
		severity, ok := s.Severity[x]
		return !ok || severity != analysis.Off
	})
}

// An across is the analysis of the workspace.
type across struct {
	*run
	ctx     context.Context
	result  *Result
	facts   analysis.FactSet
	missing map[*analysis.Analyzer]bool
	kept    *workspaceCache            // nil: nothing is
	readers map[*analysis.Analyzer]int // of facts; those that did not run yet
}

// countReaders prepares release. Facts that the caller or the cache keeps are not counted.
func (w *across) countReaders() {
	w.readers = map[*analysis.Analyzer]int{}
	for _, x := range w.plan.ordered {
		for _, need := range x.Requires {
			if x.Scope == analysis.PerWorkspace && w.Cache == nil && !slices.Contains(w.Keep, need) {
				w.readers[need]++
				if x.Uncached { // it may keep the store
					w.readers[need]++
				}
			}
		}
	}
}

// release drops the facts that only an analyzer that ran and others before it read.
func (w *across) release(x *analysis.Analyzer) {
	for _, need := range x.Requires {
		if w.readers[need]--; w.readers[need] == 0 {
			w.result.Store.Release(need)
			w.facts.Release(need)
		}
	}
}

// one runs an analyzer unless its cached result is valid, and returns its findings.
func (w *across) one(x *analysis.Analyzer) []finding.Finding {
	for _, need := range x.Requires {
		if w.missing[need] {
			w.kept.forget(x)
			return nil
		}
	}
	left := w.kept.recall(x)
	if left == nil {
		left = w.recompute(x)
		w.kept.keep(x, left)
	}
	switch {
	case !x.IsFact():
	case left.missing:
		w.missing[x] = true
	default:
		w.facts.Put(x, left.value)
	}
	if w.kept == nil {
		return left.found
	}
	return copied(left.found, nil)
}

// recompute runs an analyzer without the cache.
func (w *across) recompute(x *analysis.Analyzer) *workspaceResult {
	left := &workspaceResult{reads: map[*analysis.Analyzer]bool{}}
	counts := map[string]int{} // by path
	var more overflow[string]
	pass := analysis.NewPass(w.ctx, x, &w.facts, func(d analysis.Diagnostic) {
		f := newFinding(x, nil, d)
		if d.Location != nil {
			f.Place.Location = *d.Location
		}
		switch path := f.Place.Path; {
		case more.takes(path, d.Severity):
		case counts[path] == maxKept || len(left.found) >= maxAcross:
			more.begin(path, f)
		default:
			counts[path]++
			left.found = append(left.found, f)
		}
	})
	pass.Workspace, pass.Store = w.result.Workspace, w.result.Store.WithObserver(func(read *analysis.Analyzer) {
		if !x.Uncached && !slices.Contains(x.Requires, read) {
			panic(x.Name + " reads " + read.Name + " without requiring it") // it may have been released
		}
		left.reads[read] = true
	})
	pass.Options = w.SettingsFor(nil).options(x)
	pass.FileOptions = func(f *analysis.File) any { return w.SettingsFor(f).options(x) }
	_, err := w.measured(x, func() (err error) {
		if !x.IsFact() {
			return x.Run(pass)
		}
		left.value, err = analysis.Compute(pass)
		return err
	})
	left.found = append(left.found, more.findings()...)
	if err != nil {
		left.missing = x.IsFact()
		if !errors.Is(err, analysis.ErrNoFact) {
			left.stale = true
			left.found = append(left.found, w.broke(x, err))
		}
	}
	return left
}

// broke reports a failed workspace analyzer at the first file.
func (w *across) broke(x *analysis.Analyzer, err error) finding.Finding {
	f := newFinding(analysis.Broken, nil, internalError("rule "+x.Name, err))
	if files := w.result.Workspace.Files; len(files) > 0 {
		f.Place.Path = files[0].Path
	}
	f.Place.Start = analysis.Position{Line: 1, Column: 1}
	f.Place.End = f.Place.Start
	return f
}
