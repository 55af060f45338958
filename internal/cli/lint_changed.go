package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/skilllint/skilllint/internal/vcs"
	"github.com/spf13/pflag"
)

// changedFlags are the flags that ask for new findings only.
type changedFlags struct {
	ref    string // of --changed; anyBase: none was named
	staged bool
	hook   bool    // it is --hook that asks; outside of a repository nothing is new then
	fixes  staging // of the runs of one command; nil: nothing is fixed
}

// anyBase is the value of --changed without one. No revision has a blank.
const anyBase = "BASE "

func (f *changedFlags) register(flags *pflag.FlagSet) {
	flags.Var(changedFrom{&f.ref}, "changed", "only findings that are new since this branch left BASE (default: its upstream, else the default branch); both trees are read whole")
	flags.Lookup("changed").NoOptDefVal = anyBase
	flags.BoolVar(&f.staged, "staged", false, "only findings that a commit would add: of the index, and not of HEAD")
}

// A changedFrom is the value of --changed.
type changedFrom struct{ ref *string }

func (c changedFrom) String() string { return "" }
func (c changedFrom) Type() string   { return "" }
func (c changedFrom) Set(s string) error {
	if s == "" {
		return usagef("it names no revision; write a branch, a tag or a commit, as origin/main, or --changed alone")
	}
	*c.ref = s
	return nil
}

// check refuses what contradicts the flags. A revision behind a blank is a path.
func (f *changedFlags) check(paths []string, stdin, fix bool) error {
	if f.staged && fix {
		f.fixes = staging{}
	}
	switch {
	case f.ref != "" && f.staged:
		return usagef("--changed and --staged compare different trees; leave one out")
	case f.staged && stdin:
		return usagef("--staged looks at what is to be committed, and standard input is not; write --changed=HEAD")
	}
	for _, path := range paths {
		if _, err := os.Lstat(path); f.ref == anyBase && errors.Is(err, fs.ErrNotExist) {
			return usagef("%s does not exist; a revision is joined to its flag: --changed=%s", quote.Text(path), path)
		}
	}
	return nil
}

// A comparing is a run of which only what is new is reported. Nil is a run of which all is.
type comparing struct {
	ctx   context.Context // of reading the trees: that of one search ends with it
	flags *changedFlags
	run   *settlement

	mu     sync.Mutex
	points map[string]*point // by the directory of a root
	trees  []*vcs.Tree       // to be closed
	roots  map[*analysis.Tree]discover.Root
	same   map[string]string // by path in reports: objects of files that are the same in both trees
}

// A point is what a root is compared with.
type point struct {
	ref    string
	commit string // empty: there is none yet
	none   bool   // there is no repository
	tree   *vcs.Tree
}

// compare prepares a run, if only what is new is asked for.
func (f *changedFlags) compare(ctx context.Context, run *settlement) *comparing {
	if f.ref == "" && !f.staged {
		return nil
	}
	c := &comparing{ctx: ctx, flags: f, run: run, points: map[string]*point{}, roots: map[*analysis.Tree]discover.Root{}, same: map[string]string{}}
	run.bases.choose = func(ctx context.Context, dir string) (string, error) {
		at, err := c.point(ctx, dir)
		if err != nil || at.commit == "" {
			return "", err
		}
		return at.ref, nil
	}
	if f.staged {
		run.from = c.source(f.fixes, func(ctx context.Context, dir string) (*vcs.Tree, error) {
			t, err := vcs.OpenIndex(ctx, dir)
			if err != nil {
				err = fmt.Errorf("--staged: %w", err)
			}
			return t, err
		})
	} else {
		run.from.leftOut = c.leftOut
	}
	run.from.saw = func(root discover.Root) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.roots[root.Tree] = root
	}
	run.from.memory = &driver.Memory{Stamp: c.stamp}
	return c
}

// point returns what the root at a directory is compared with.
func (c *comparing) point(ctx context.Context, dir string) (*point, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.points[dir]; at != nil {
		return at, nil
	}
	at, flag := &point{ref: c.flags.ref}, "--changed="+c.flags.ref
	if c.flags.staged {
		at.ref, flag = "HEAD", "--staged"
	} else if c.flags.hook {
		flag = "--hook: " + at.ref
	} else if at.ref == anyBase {
		flag = "--changed"
	}
	err := inRepository(flag, dir)
	switch {
	case err != nil && c.flags.hook:
		at.none, err = true, nil
	case err != nil:
		return nil, err
	case c.flags.staged, c.flags.hook && at.ref == "HEAD":
		at.commit, err = vcs.Head(ctx, dir)
	default:
		if at.ref == anyBase {
			at.ref, err = vcs.DefaultBase(ctx, dir)
		}
		if err == nil {
			at.commit, err = vcs.MergeBase(ctx, dir, at.ref)
		}
	}
	if err == nil {
		at.tree = vcs.EmptyTree()
		if at.commit != "" {
			at.tree, err = vcs.OpenCommit(c.ctx, dir, at.commit)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	c.points[dir], c.trees = at, append(c.trees, at.tree)
	return at, nil
}

// stamp returns the object that a file is in the base, if it is the same in the tree: such files are
// analysed once.
func (c *comparing) stamp(f *analysis.File) any {
	c.mu.Lock()
	root := c.roots[f.Tree]
	at := c.points[root.Dir]
	c.mu.Unlock()
	if at == nil {
		return nil
	}
	object := at.tree.Object(f.Rel)
	if object == "" {
		return nil
	}
	now, staged := root.FS.(*vcs.Tree)
	if staged && now.Object(f.Rel) != object || !staged && !vcs.IsObject(treefs.ReadFile(root.FS, f.Rel, load.MaxText), object) {
		return nil
	}
	c.mu.Lock()
	c.same[f.Path] = object
	c.mu.Unlock()
	return object
}

// close ends what reads the trees.
func (c *comparing) close() {
	if c == nil {
		return
	}
	c.run.from.memory = nil
	for _, t := range c.trees {
		t.Close()
	}
}

// leftOut returns what a sparse checkout leaves out.
func (c *comparing) leftOut(_ context.Context, dir string) (treefs.FS, error) {
	if at, err := c.point(c.ctx, dir); err != nil || at.none {
		return nil, err
	}
	t, err := vcs.OpenLeftOut(c.ctx, dir)
	if t == nil || err != nil {
		return nil, err
	}
	c.keep(t)
	return t, nil
}

func (c *comparing) keep(t *vcs.Tree) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trees = append(c.trees, t)
}

// source returns a source of trees that are read from git.
func (c *comparing) source(fixes staging, open func(ctx context.Context, dir string) (*vcs.Tree, error)) source {
	trees := map[string]*vcs.Tree{}
	return source{
		fixes: fixes,
		open: func(_ context.Context, dir string) (treefs.FS, error) {
			if _, err := c.point(c.ctx, dir); err != nil {
				return nil, err
			}
			t, err := open(c.ctx, dir)
			if err != nil {
				return nil, err
			}
			if t != c.points[dir].tree {
				c.keep(t)
			}
			trees[dir] = t
			return fixes.put(dir, t)
		},
		tracked: func(ctx context.Context, repository string) (map[string]bool, error) {
			for dir, t := range trees {
				rel, err := filepath.Rel(dir, repository)
				switch {
				case err != nil || !filepath.IsLocal(rel):
				case rel == ".":
					return t.Tracked(), nil
				case t.Submodule(filepath.ToSlash(rel)) != nil:
					return t.Submodule(filepath.ToSlash(rel)).Tracked(), nil
				}
			}
			return vcs.LsFiles(ctx, repository)
		},
		executable: func(_ context.Context, repository string, rels []string) (map[string]bool, error) {
			return trees[repository].Executable(rels), nil
		},
	}
}

// leaveOld takes out of the result of the run what is found in the base as well. again prepares a run
// like this one.
func (c *comparing) leaveOld(ctx context.Context, p *program, result *analysed, again func() (*settlement, error), paths []string) error {
	if c == nil {
		return nil
	}
	result.report.Notices = append(result.report.Notices, c.flags.fixes.notices()...)
	if len(result.report.Findings) == 0 {
		return c.failed()
	}
	base, err := c.base(ctx, p, result, again, paths)
	if err != nil {
		return err
	}
	if err := c.failed(); err != nil {
		return err
	}
	r := result.report
	fresh := triage.Changed(r.Findings, base.report.Findings, triage.Files{
		Gone: result.lacks, Added: base.lacks, Now: hashes(result.files), Base: hashes(base.files),
		Exact: func(f *finding.Finding) bool {
			return c.run.enforced[f.Analyzer] || strings.HasPrefix(f.Rule, "security/")
		},
	})
	before := len(r.Findings)
	r.Findings = r.Findings[:0]
	for _, f := range fresh {
		if f.Was > 0 {
			f.Message += fmt.Sprintf("; it was %s at %s", quote.Count(f.Was), c.refOf(result, &f.Finding))
		}
		r.Findings = append(r.Findings, f.Finding)
	}
	r.Summary.Unchanged = before - len(fresh)
	r.Summary.Errors, r.Summary.Warnings, r.Summary.Infos = triage.Count(r.Findings)
	c.flags.fixes.remember(result)
	if c.run.flags.verbose {
		for _, root := range result.roots {
			at := c.points[root.Dir]
			p.note("compared with %s: %.12s", at.ref, at.commit)
		}
	}
	return nil
}

// base analyses what the trees are compared with, as the configuration of the trees themselves says.
func (c *comparing) base(ctx context.Context, p *program, result *analysed, again func() (*settlement, error), paths []string) (*analysed, error) {
	s, err := again()
	if err != nil {
		return nil, err
	}
	flags := *s.flags
	flags.allowEmpty, flags.verbose = true, false
	s.flags, s.checkRoot, s.bases.ref = &flags, nil, ""
	s.whole, s.stdin = true, stdinFlags{}
	s.from = c.source(nil, func(_ context.Context, dir string) (*vcs.Tree, error) { return c.points[dir].tree, nil })
	s.configured = configSource{} // the same configurations
	s.fixed, s.enforced, s.settings, s.comments = c.run.fixed, c.run.enforced, c.run.settings, c.run.comments
	s.from.configured = func(dir string) *config.Finder {
		for _, root := range result.roots {
			if root.Dir == dir {
				return c.run.finders[root.Tree]
			}
		}
		return nil
	}
	s.from.memory = c.run.from.memory
	s.from.memory.Stamp = func(f *analysis.File) any {
		if object := c.same[f.Path]; object != "" {
			return object
		}
		return nil
	}
	return p.analyse(ctx, s, p.analyzers, paths)
}

// failed returns the error of a tree that could not be read whole.
func (c *comparing) failed() error {
	for _, t := range c.trees {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}

// refOf returns how the base of a finding's tree is called.
func (c *comparing) refOf(result *analysed, f *finding.Finding) string {
	ref := "the base"
	for _, root := range result.roots {
		if len(result.roots) == 1 || f.File != nil && f.File.Tree == root.Tree {
			ref = strings.TrimSpace(c.points[root.Dir].ref)
		}
	}
	return ref
}

// lacks reports whether a tree has nothing at the path that a finding of another tree is about.
func (a *analysed) lacks(f *finding.Finding) bool { return !exists(a.roots, f.Rel, f.Place.Path) }

func exists(roots []discover.Root, rel, shown string) bool {
	for _, root := range roots {
		if root.Tree.Exists(rel) && root.Show(rel) == shown {
			return true
		}
	}
	return false
}

// had reports whether the base has something at the path that a finding is about.
func (c *comparing) had(result *analysed, f *finding.Finding) bool {
	at := c.points[result.rootOf(f).Dir]
	if at == nil {
		return false
	}
	_, err := at.tree.Lstat(f.Rel)
	return err == nil
}

// hashes returns the hash of each file.
func hashes(files []*analysis.File) func(path string) [32]byte {
	known := make(map[string][32]byte, len(files))
	for _, f := range files {
		known[f.Path] = f.Hash
	}
	return func(path string) [32]byte { return known[path] }
}
