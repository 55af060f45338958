package driver

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
	"golang.org/x/sync/semaphore"
)

// An Input is a file to analyze.
type Input struct {
	File  *analysis.File
	Guess bool // the content may change the dialect, or show that the file is not for clients
	Owned bool // if not for clients, it is still a file of a skill

	Same bool // neither its description nor its content changed since the last run with the cache; File is read-only then
	Kept *any // where its result is kept for a run in which it is the same; nil: nowhere
	Open func() (treefs.File, error)
}

// A Base opens a manifest at the git base.
type Base struct {
	Ref  string // as analysis.Base's
	Open func(context.Context) (io.ReadCloser, error)
}

// Options are what a run needs.
type Options struct {
	Analyzers   []*analysis.Analyzer
	Keep        []*analysis.Analyzer           // facts of documents that Result.Store contains even if no workspace rule reads them
	Jobs        int                            // workers; 0: one for each processor
	SettingsFor func(*analysis.File) *Settings // nil file: those of the working directory, for workspace rules

	// Find emits every file of the workspace, in any order, and returns the links that were not followed and
	// the unreadable paths. Its error ends the run.
	Find func(ctx context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error)

	// Base returns a function that opens a manifest at the git base; nil if it does not exist there. Base may
	// be nil: there is no base.
	Base func(*analysis.File) *Base

	// Gone returns the manifests that exist only at the git base, sorted by path. It is called after Find.
	// Its error ends the run. Nil: none.
	Gone func(context.Context) ([]analysis.DeletedFile, error)

	// FileTimeout limits the analysis of a file that is not a manifest; then it is abandoned with a finding.
	// 0: no limit. It protects against defects of the linear budgets.
	FileTimeout time.Duration

	// Focus limits the run to some files; nil: all are analyzed completely. It cannot be combined with Cache.
	Focus *Focus

	// Cache keeps the results of files between runs; nil: each file is read and analyzed.
	Cache *Cache

	Profile *Profile // measures the run; nil: it is not measured

	parse func(context.Context, *analysis.File, []byte, bool) *analysis.Document // load.Parse, but for tests
}

// A Result contains the diagnostics of a run before configuration and suppressions apply.
type Result struct {
	Findings  []finding.Finding // unsorted, but in a deterministic order
	Notices   []finding.Notice
	Workspace *analysis.Workspace // of files that are parsed
	Files     []*analysis.File    // all, sorted by path
	Store     *analysis.Store
}

// Run analyzes a workspace. It returns an error if the workspace or the git base cannot be read, or the
// context ends.
func Run(ctx context.Context, o Options) (*Result, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.parse == nil {
		o.parse = load.Parse
	}
	r := &run{Options: o, plan: newPlan(o.Analyzers, o.Keep), turns: semaphore.NewWeighted(inFlight)}
	if m := o.Cache; m != nil {
		r.last, m.across = m.across, nil
	}
	links, unchecked, err := r.documents(ctx)
	if m := o.Cache; m != nil {
		m.reduced = r.share.isFull() || err != nil && m.reduced
	}
	if err != nil {
		return nil, err
	}
	if err := r.baseErr.first(); err != nil {
		return nil, err
	}
	result := &Result{Workspace: &analysis.Workspace{Links: links, Unchecked: unchecked}, Notices: r.share.notices()}
	if o.Gone != nil {
		if result.Workspace.Deleted, err = o.Gone(ctx); err != nil {
			return nil, err
		}
	}
	since := r.Profile.Start()
	result.Store = r.collect(result)
	r.Profile.End(stepKeep, since, 0)
	r.workspace(ctx, result)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return result, nil
}

type run struct {
	Options
	plan    *plan
	inner   pool
	turns   *semaphore.Weighted // bytes being parsed
	baseErr failure             // of reading the git base
	said    phrases             // messages of findings
	share   share
	last    *workspaceCache                  // of the run before
	partial map[*analysis.File]analysis.File // files that are not analyzed completely, as discovery described them

	outcomes []*outcome // by path, after all files are done
}

// An outcome is the result of a file.
type outcome struct {
	file     *analysis.File
	open     func() (treefs.File, error)
	guess    bool // as Input's
	findings []finding.Finding
	unread   string // why the file could not be checked completely; empty: it was
	kept     []keptFact
	recalled bool    // from memory
	before   *memory // otherwise: the previous result of the file; nil: none
}

// A keptFact is a fact that workspace analyzers read.
type keptFact struct {
	index int // in plan.kept
	value any
}

// documents analyzes every file that Find emits.
func (r *run) documents(ctx context.Context) ([]analysis.Link, []analysis.Unchecked, error) {
	if r.Focus != nil {
		return r.focused(ctx)
	}
	return r.stream(ctx, r.Find)
}

type finder func(ctx context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error)

// stream analyzes files while discovery finds them.
func (r *run) stream(ctx context.Context, find finder) ([]analysis.Link, []analysis.Unchecked, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inputs := make(chan Input, 64)
	r.inner.abandoned = func(in Input) *outcome { return r.share.take(r.abandoned(ctx, in, r.FileTimeout)) }
	r.inner.start(ctx, r.Jobs, r.FileTimeout, inputs, func(ctx context.Context, in Input, begin func(func())) *outcome {
		o := r.remembered(ctx, in, begin)
		if ctx.Err() != nil {
			return nil // abandoned: its findings use no share
		}
		return r.share.take(o)
	})
	trees := map[*analysis.Tree]bool{}
	links, unchecked, err := find(ctx, func(in Input) {
		if tree := in.File.Tree; tree != nil && !trees[tree] {
			trees[tree] = true
			tree.SetGrowing(true)
		}
		if r.recalled(in) {
			return
		}
		if in.Same {
			file := *in.File
			in.File = &file
		}
		select {
		case inputs <- in:
		case <-ctx.Done():
		}
	})
	close(inputs)
	if err != nil {
		cancel()
	}
	r.inner.wait()
	for tree := range trees {
		tree.SetGrowing(false)
	}
	if err == nil {
		err = ctx.Err()
	}
	return links, unchecked, err
}

// collect sorts the results of the workers by path and freezes the facts. It moves findings and facts out of
// the outcomes to save memory.
func (r *run) collect(result *Result) *analysis.Store {
	r.outcomes = r.inner.outcomes
	sorting.By(r.outcomes, func(a, b *outcome) int { return strings.Compare(a.file.Path, b.file.Path) })
	total, many := 0, make([]int, len(r.plan.kept))
	for _, o := range r.outcomes {
		total += len(o.findings)
		for _, k := range o.kept {
			many[k.index]++
		}
	}
	result.Findings = make([]finding.Finding, 0, total+r.last.count())
	result.Files = make([]*analysis.File, 0, len(r.outcomes))
	result.Workspace.Files = make([]*analysis.File, 0, len(r.outcomes))
	lists := make([][]analysis.StoredFact, len(many))
	for i, n := range many {
		lists[i] = make([]analysis.StoredFact, 0, n)
	}
	for _, o := range r.outcomes {
		first := len(result.Findings)
		result.Findings = append(result.Findings, o.findings...)
		for i := first; o.recalled && i < len(result.Findings); i++ {
			detach(&result.Findings[i], o.file)
		}
		if o.unread != "" {
			result.Workspace.Unchecked = append(result.Workspace.Unchecked, analysis.Unchecked{Path: o.file.Path, Reason: o.unread})
		}
		result.Files = append(result.Files, o.file)
		if tree := o.file.Tree; tree != nil && !slices.Contains(result.Workspace.Trees, tree) {
			result.Workspace.Trees = append(result.Workspace.Trees, tree)
		}
		if o.file.Kind&analysis.Raw == 0 {
			result.Workspace.Files = append(result.Workspace.Files, o.file)
		}
		for _, k := range o.kept {
			lists[k.index] = append(lists[k.index], analysis.StoredFact{File: o.file, Value: k.value})
		}
		if !o.recalled {
			o.findings, o.kept = nil, nil
		}
	}
	sorting.By(result.Workspace.Unchecked, func(a, b analysis.Unchecked) int { return strings.Compare(a.Path, b.Path) })
	facts := map[*analysis.Analyzer][]analysis.StoredFact{}
	for i, list := range lists {
		facts[r.plan.kept[i]] = list
	}
	return analysis.NewStore(facts)
}

// outcome returns the result of an analyzed file, or nil.
func (r *run) outcome(path string) *outcome {
	i, ok := slices.BinarySearchFunc(r.outcomes, path,
		func(o *outcome, path string) int { return strings.Compare(o.file.Path, path) })
	if !ok {
		return nil
	}
	return r.outcomes[i]
}
