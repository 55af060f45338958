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

// An Input is a file to be analysed.
type Input struct {
	File  *analysis.File
	Guess bool // the content may change the file's dialect, or show that it is none of ours
	Owned bool // then it is a file of a skill all the same
	Open  func() (treefs.File, error)
}

// A Base opens a manifest as it was at the git base.
type Base struct {
	Ref  string // as analysis.Base's
	Open func(context.Context) (io.ReadCloser, error)
}

// Options are what a run needs.
type Options struct {
	Analyzers   []*analysis.Analyzer
	Keep        []*analysis.Analyzer           // facts of documents that Result.Store holds, also where no rule of the workspace reads them
	Jobs        int                            // workers; 0: one for each processor
	SettingsFor func(*analysis.File) *Settings // of nil: of the working directory, for workspace rules

	// Find emits every file of the workspace, in any order, and returns the links that were not
	// followed and what could not be looked at. An error of it is an error of the run.
	Find func(ctx context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error)

	// Base returns how to open a manifest as the git base has it; nil where it has none. The
	// function may be nil itself: there is nothing to compare with.
	Base func(*analysis.File) *Base

	// Gone returns the manifests that the git base has where Find found none, sorted by path. It
	// is called after Find; nil: there are none. An error of it is an error of the run.
	Gone func(context.Context) ([]analysis.DeletedFile, error)

	// FileTimeout is how long the analysis of one file that is no manifest may take before it is
	// given up with a finding; 0: as long as it needs. It stands in for a guard that is missing.
	FileTimeout time.Duration

	// Focus limits the run to some files; nil: all are analysed whole. It keeps no company with Memory.
	Focus *Focus

	// Cache keeps what remained of files from one run to the next; nil: each is read and analysed.
	Cache *Cache

	Profile *Profile // measures the run; nil: it is not measured

	parse func(context.Context, *analysis.File, []byte, bool) *analysis.Document // load.Parse, but for tests
}

// A Result is what a run found, before configuration and suppression decide on it.
type Result struct {
	Findings  []finding.Finding // unsorted, but in an order that is the same for each run
	Notices   []finding.Notice
	Workspace *analysis.Workspace // of files that are parsed
	Files     []*analysis.File    // all, sorted by path
	Store     *analysis.Store
}

// Run analyses a workspace. An error means that it could not be searched, that the git base could
// not be read, or that the context ended.
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
	turns   *semaphore.Weighted // bytes that may be parsed at a time
	baseErr failure             // of reading the git base
	said    phrases             // messages of findings
	share   share
	last    *workspaceCache                  // of the run before
	partial map[*analysis.File]analysis.File // those that are not analysed whole, as discovery described them

	outcomes []*outcome // once every file is done, by path
}

// An outcome is what remains of a file.
type outcome struct {
	file     *analysis.File
	open     func() (treefs.File, error)
	guess    bool // as Input's
	findings []finding.Finding
	unread   string // why the file could not be checked, or not to its end; empty: it was
	kept     []keptFact
	recalled bool    // from memory
	before   *memory // else: what was known of the file; nil: nothing
}

// A keptFact is a fact that workspace analyzers read.
type keptFact struct {
	index int // in plan.kept
	value any
}

// documents analyses every file that Find emits.
func (r *run) documents(ctx context.Context) ([]analysis.Link, []analysis.Unchecked, error) {
	if r.Focus != nil {
		return r.focused(ctx)
	}
	return r.stream(ctx, r.Find)
}

type finder func(ctx context.Context, emit func(Input)) ([]analysis.Link, []analysis.Unchecked, error)

// stream analyses files while they are found.
func (r *run) stream(ctx context.Context, find finder) ([]analysis.Link, []analysis.Unchecked, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inputs := make(chan Input, 64)
	r.inner.abandoned = func(in Input) *outcome { return r.share.take(r.abandoned(ctx, in, r.FileTimeout)) }
	r.inner.start(ctx, r.Jobs, r.FileTimeout, inputs, func(ctx context.Context, in Input, begin func(func())) *outcome {
		o := r.remembered(ctx, in, begin)
		if ctx.Err() != nil {
			return nil // given up: what was found takes nobody's share
		}
		return r.share.take(o)
	})
	trees := map[*analysis.Tree]bool{}
	links, unchecked, err := find(ctx, func(in Input) {
		if tree := in.File.Tree; tree != nil && !trees[tree] {
			trees[tree] = true
			tree.SetGrowing(true)
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

// collect sorts what the workers left by path and freezes the facts. It takes the findings and
// facts out of the outcomes, so that they are not held twice.
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
	result.Findings = make([]finding.Finding, 0, total)
	result.Files = make([]*analysis.File, 0, len(r.outcomes))
	result.Workspace.Files = make([]*analysis.File, 0, len(r.outcomes))
	lists := make([][]analysis.StoredFact, len(many))
	for i, n := range many {
		lists[i] = make([]analysis.StoredFact, 0, n)
	}
	for _, o := range r.outcomes {
		result.Findings = append(result.Findings, o.findings...)
		if o.unread != "" {
			result.Workspace.Unchecked = append(result.Workspace.Unchecked, analysis.Unchecked{Path: o.file.Path, Reason: o.unread})
		}
		result.Files = append(result.Files, o.file)
		if o.file.Kind&analysis.Raw == 0 {
			result.Workspace.Files = append(result.Workspace.Files, o.file)
		}
		for _, k := range o.kept {
			lists[k.index] = append(lists[k.index], analysis.StoredFact{File: o.file, Value: k.value})
		}
		o.findings, o.kept = nil, nil
	}
	sorting.By(result.Workspace.Unchecked, func(a, b analysis.Unchecked) int { return strings.Compare(a.Path, b.Path) })
	facts := map[*analysis.Analyzer][]analysis.StoredFact{}
	for i, list := range lists {
		facts[r.plan.kept[i]] = list
	}
	return analysis.NewStore(facts)
}

// outcome returns what remains of a file that was analysed, or nil.
func (r *run) outcome(path string) *outcome {
	i, ok := slices.BinarySearchFunc(r.outcomes, path,
		func(o *outcome, path string) int { return strings.Compare(o.file.Path, path) })
	if !ok {
		return nil
	}
	return r.outcomes[i]
}
