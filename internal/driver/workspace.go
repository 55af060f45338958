package driver

import (
	"context"
	"errors"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// workspace runs the analyzers of the workspace: facts in order, then the rules in parallel. A
// rule runs when it is enabled for any file; triage drops what it finds in the others.
func (r *run) workspace(ctx context.Context, result *Result) {
	w := &across{run: r, ctx: ctx, result: result, missing: map[*analysis.Analyzer]bool{}}
	var rules []*analysis.Analyzer
	for _, x := range r.plan.ordered {
		switch {
		case x.Scope != analysis.PerWorkspace:
		case x.IsFact():
			w.one(x)
		default:
			rules = append(rules, x)
		}
	}
	found := make([][]finding.Finding, len(rules))
	limit := make(chan struct{}, r.Jobs)
	var running sync.WaitGroup
	for i, x := range rules {
		limit <- struct{}{}
		running.Go(func() {
			defer func() { <-limit }()
			found[i] = w.one(x)
		})
	}
	running.Wait()
	first := len(result.Findings)
	for _, list := range found {
		result.Findings = append(result.Findings, list...)
	}
	for i := range result.Findings[first:] {
		f := &result.Findings[first+i]
		if o := r.outcome(f.Place.Path); o != nil {
			f.File, f.Rel = o.file, o.file.Rel
			if o.file.Dialect != nil {
				f.Dialect = o.file.Dialect.Name
			}
			for _, fix := range f.Fixes {
				if x := fix.Executable; x != nil {
					x.Path = o.file.Tree.Prefix + x.Rel
				}
			}
		}
	}
	since := r.Profile.Start()
	r.excerpts(result.Findings)
	r.Profile.End(stepKeep, since, 0)
}

// across is the work on the workspace.
type across struct {
	*run
	ctx     context.Context
	result  *Result
	facts   analysis.FactSet
	missing map[*analysis.Analyzer]bool
}

func (w *across) one(x *analysis.Analyzer) []finding.Finding {
	for _, need := range x.Requires {
		if w.missing[need] {
			return nil
		}
	}
	var found []finding.Finding
	counts := map[string]int{} // by path
	var more rest[string]
	pass := analysis.NewPass(w.ctx, x, &w.facts, func(d analysis.Diagnostic) {
		f := newFinding(x, nil, d)
		if d.Location != nil {
			f.Place.Location = *d.Location
		}
		switch path := f.Place.Path; {
		case more.takes(path, d.Severity):
		case counts[path] == maxKept || len(found) >= maxAcross:
			more.begin(path, f)
		default:
			counts[path]++
			found = append(found, f)
		}
	})
	pass.Workspace, pass.Store = w.result.Workspace, w.result.Store
	pass.Options = w.SettingsFor(nil).options(x)
	pass.FileOptions = func(f *analysis.File) any { return w.SettingsFor(f).options(x) }
	_, err := w.measured(x, func() error {
		if x.IsFact() {
			return w.facts.Compute(pass)
		}
		return x.Run(pass)
	})
	found = append(found, more.findings()...)
	switch {
	case err == nil:
	case errors.Is(err, analysis.ErrNoFact):
		w.missing[x] = true
	default:
		if x.IsFact() {
			w.missing[x] = true
		}
		found = append(found, w.broke(x, err))
	}
	return found
}

// broke reports an analyzer of the workspace at the first file, for want of a better place.
func (w *across) broke(x *analysis.Analyzer, err error) finding.Finding {
	f := newFinding(analysis.Broken, nil, analysis.Diagnostic{Severity: analysis.Error, Message: brokenMessage(x, err)})
	if files := w.result.Workspace.Files; len(files) > 0 {
		f.Place.Path = files[0].Path
	}
	f.Place.Start = analysis.Position{Line: 1, Column: 1}
	f.Place.End = f.Place.Start
	return f
}
