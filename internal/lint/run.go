// Package lint runs the linter: [Run] turns a [Request] into a [Result].
//
// A run is a fixed sequence of stages. They share the source that files are read from, the policy that determines the rules
// of a file, and the current findings. Enforced rules are analyzed with another policy, and the base of a comparison is
// analyzed with another source. Package fixer repeats runs on fixed files. This package does not parse flags or print.
package lint

import (
	"context"
	"slices"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint/cache"
)

// A run is the state of a call of [Run].
type run struct {
	*Request
	started time.Time
	policy  *policy
	source  source
	bases   bases
	changes *comparison // nil: report old findings, too
	scope   *scope      // nil: report all files
	focus   *driver.Focus
	whole   bool // everything below the roots is read
	partial bool // Paths are parts of workspaces

	enforceNotices []finding.Notice // about enforced findings that configurations would hide

	since  time.Duration // start of the stages after analyze, for the profile
	walk   *cache.Walk   // nil: discovery is neither replayed nor recorded
	found  *discover.Found
	driven *driver.Result
	result *Result
}

// A stage is one step of a run.
type stage struct {
	name string
	do   func(*run, context.Context) error
}

// stages are the steps of a run, in order. TestStageOrder shows why the order matters.
var stages = []stage{
	{"analyze", (*run).analyze},          // find files, parse them, run analyzers
	{"enforce", (*run).enforce},          // replace findings of enforced rules by those without configuration
	{"decide", (*run).decide},            // set severities; of findings with the same cause, keep the most specific
	{"suppress", (*run).suppress},        // apply comments in files
	{"check", (*run).check},              // return an error for an empty run
	{"paths", (*run).selectPaths},        // determine the requested findings
	{"new only", (*run).removeUnchanged}, // --changed, --staged, --hook
	{"scope", (*run).limit},              // paths and --hook
	{"baseline", (*run).applyBaselines},  // --baseline
	{"notices", (*run).notices},          // what was lowered, and what the run did not read
}

// Run executes a request. It returns an error for an empty run, and for errors in the request or a
// configuration.
func Run(ctx context.Context, req Request) (*Result, error) {
	r, err := newRun(ctx, req)
	if err != nil {
		return nil, err
	}
	defer r.close()
	for _, s := range stages {
		if err := s.do(r, ctx); err != nil {
			return nil, err
		}
		if s.name == "check" && r.mustReadAll() {
			req.Whole = true
			result, err := Run(ctx, req)
			if err == nil {
				result.Widened = true
			}
			return result, err
		}
	}
	return r.result, nil
}

func newRun(ctx context.Context, req Request) (*run, error) {
	r := &run{Request: &req, started: time.Now()}
	req.isolate()
	var err error
	if r.policy, err = newPolicy(ctx, r.Request); err != nil {
		return nil, err
	}
	r.policy.single = req.Cache.Begin(r.policy.single)
	r.AllowEmpty = req.AllowEmpty || req.Hook || req.Changed.Staged
	r.bases.ref = req.Base
	r.partial = req.Limit && req.Memory == nil && arePartial(req.Paths, req.Dir, req.Ceilings)
	wholeWorkspace := req.Hook || req.Limit && req.Memory == nil && (req.Whole || r.partial || req.Changed.any() || req.Baseline.File != "")
	r.whole = req.Whole || wholeWorkspace
	if wholeWorkspace && req.Stdin == nil && !(req.Hook && req.Changed.any()) { // a hook with --changed reports new findings in all files
		r.scope = newScope(r.Request)
	}
	r.changes = r.compare(ctx)
	if r.changes == nil && r.scope != nil && req.Cache == nil {
		r.focus = focusOn(func(f *analysis.File) bool { return r.scope.paths.contains(r.policy.rootOf(f), f.Rel) })
	}
	return r, nil
}

func (r *run) close() {
	r.changes.close()
	r.policy.commit.close()
}

// derive returns a run with another policy and source, for some of the stages.
func (r *run) derive(p *policy, s source) *run {
	req := *r.Request
	req.Cache = nil
	p.Request = &req
	return &run{Request: &req, started: time.Now(), policy: p, source: s, whole: r.whole}
}

// A Result is the result of a run.
type Result struct {
	Report    *finding.Report
	Files     []*analysis.File // sorted by path
	Links     []analysis.Link  // links that were not followed
	Roots     []discover.Root
	Unchecked []analysis.Unchecked // files and directories that could not be read
	Whole     bool                 // everything below the roots was read
	Widened   bool                 // the run read more than Paths, because a configuration specifies a baseline

	hidden []string // ignored files
	empty  bool     // accept directories without files to lint
	run    *run
}

// isWhole reports whether the run reads every root completely.
func (r *run) isWhole() bool { return r.Memory != nil || isWhole(r.Paths, r.found.Roots) }

// isWhole reports whether there is a root, and paths contain all of them.
func isWhole(paths []string, roots []discover.Root) bool {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var dirs []string
	for _, path := range paths {
		if real, err := realPath(path); err == nil {
			dirs = append(dirs, real)
		}
	}
	return len(roots) > 0 && !slices.ContainsFunc(roots, func(root discover.Root) bool { return !slices.Contains(dirs, root.Dir) })
}
