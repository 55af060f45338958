package driver

import (
	"context"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Focus limits a run to some files of the workspace. These are analyzed completely. Of the others, only the
// frontmatter or data is read for facts that workspace rules compare; document rules skip them.
type Focus struct {
	// Choose returns the files to analyze completely, of all files that were found; nil: all.
	Choose func(all []*analysis.File) map[*analysis.File]bool

	// More returns further files to analyze completely, given the facts of all files. It is called until it
	// returns no new ones.
	More func(*analysis.Store) []*analysis.File
}

// focused analyzes the chosen files, and those that they depend on.
func (r *run) focused(ctx context.Context) (links []analysis.Link, unchecked []analysis.Unchecked, err error) {
	var inputs []Input
	var all []*analysis.File
	links, unchecked, err = r.Find(ctx, func(in Input) {
		inputs, all = append(inputs, in), append(all, in.File)
	})
	if err != nil {
		return nil, nil, err
	}
	whole := r.Focus.Choose(all)
	r.partial = map[*analysis.File]analysis.File{}
	for _, f := range all {
		if whole != nil && !whole[f] {
			r.partial[f] = *f // parsing changes it
		}
	}
	for len(inputs) > 0 {
		if err := r.wave(ctx, inputs); err != nil {
			return nil, nil, err
		}
		inputs = r.deepen()
	}
	return links, unchecked, nil
}

// wave analyses files that are known.
func (r *run) wave(ctx context.Context, inputs []Input) error {
	_, _, err := r.stream(ctx, func(_ context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error) {
		for _, in := range inputs {
			emit(in)
		}
		return nil, nil, nil
	})
	return err
}

// deepen returns partially analyzed files that need a complete analysis, and drops their results.
func (r *run) deepen() []Input {
	if len(r.partial) == 0 {
		return nil
	}
	more := map[*analysis.File]bool{}
	for _, f := range r.Focus.More(r.storeOf(r.inner.outcomes)) {
		if _, ok := r.partial[f]; ok {
			more[f] = true
		}
	}
	var inputs []Input
	r.inner.outcomes = slices.DeleteFunc(r.inner.outcomes, func(o *outcome) bool {
		if !more[o.file] {
			return false
		}
		*o.file = r.partial[o.file]
		delete(r.partial, o.file)
		inputs = append(inputs, Input{File: o.file, Guess: o.guess, Open: o.open})
		return true
	})
	return inputs
}

// isPartial reports whether only the frontmatter or data of a file is read.
func (r *run) isPartial(f *analysis.File) bool {
	_, ok := r.partial[f]
	return ok
}

// skips reports whether a file is not needed: it is not analyzed completely, and no fact applies to its kind.
func (r *run) skips(in Input) bool {
	return r.isPartial(in.File) && !in.Guess && (in.File.Kind == analysis.Manifest ||
		!slices.ContainsFunc(r.plan.shallow, func(a *analysis.Analyzer) bool { return a.AppliesTo(in.File.Kind) }))
}

// storeOf returns the facts of some outcomes.
func (r *run) storeOf(outcomes []*outcome) *analysis.Store {
	outcomes = slices.Clone(outcomes)
	slices.SortFunc(outcomes, func(a, b *outcome) int { return strings.Compare(a.file.Path, b.file.Path) })
	facts := map[*analysis.Analyzer][]analysis.StoredFact{}
	for _, o := range outcomes {
		for _, k := range o.kept {
			x := r.plan.kept[k.index]
			facts[x] = append(facts[x], analysis.StoredFact{File: o.file, Value: k.value})
		}
	}
	return analysis.NewStore(facts)
}
