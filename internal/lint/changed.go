package lint

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// A comparison removes findings that a base also has. A nil comparison removes nothing.
type comparison struct {
	Changed
	hook bool            // compare with HookBase; outside a repository, there are no new findings
	ctx  context.Context // for reading the trees, also after discovery
	run  *run

	mu    sync.Mutex
	bases map[string]*comparedBase // by the directory of a root
	trees []*vcs.Tree              // to be closed
	roots map[*analysis.Tree]discover.Root
	same  map[string]string // objects of files that are the same in both trees, by path in reports
}

// A comparedBase is the base of a root.
type comparedBase struct {
	ref    string
	commit string // empty: the repository has no commits
	none   bool   // not in a repository
	tree   *vcs.Tree
}

// compare returns the comparison that the request specifies, or nil.
func (r *run) compare(ctx context.Context) *comparison {
	c := &comparison{Changed: r.Changed, ctx: ctx, run: r, bases: map[string]*comparedBase{}, roots: map[*analysis.Tree]discover.Root{}, same: map[string]string{}}
	if !c.any() && r.Hook {
		c.Ref, c.hook = r.HookBase, true // new findings in other files
	}
	if !c.any() {
		return nil
	}
	r.bases.choose = func(ctx context.Context, dir string) (string, error) {
		at, err := c.baseOf(ctx, dir)
		if err != nil || at.commit == "" {
			return "", err
		}
		return at.ref, nil
	}
	if c.Staged {
		r.source = c.source(c.Fixes, func(ctx context.Context, dir string) (*vcs.Tree, error) {
			t, err := vcs.OpenIndex(ctx, dir)
			if err != nil {
				err = fmt.Errorf("--staged: %w", err)
			}
			return t, err
		})
	} else {
		r.source.sparse = c.sparse
	}
	r.source.onRoot = func(root discover.Root) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.roots[root.Tree] = root
	}
	r.source.cache = &driver.Cache{Stamp: c.stamp}
	return c
}

// baseOf returns the base of the root at a directory.
func (c *comparison) baseOf(ctx context.Context, dir string) (*comparedBase, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.bases[dir]; at != nil {
		return at, nil
	}
	at, flag := &comparedBase{ref: c.Ref}, "--changed="+c.Ref
	if c.Staged {
		at.ref, flag = "HEAD", "--staged"
	} else if c.hook {
		flag = "--hook: " + at.ref
	} else if at.ref == DefaultBase {
		flag = "--changed"
	}
	err := inRepository(flag, dir)
	switch {
	case err != nil && c.hook:
		at.none, err = true, nil
	case err != nil:
		return nil, err
	case c.Staged, c.hook && at.ref == "HEAD":
		at.commit, err = vcs.Head(ctx, dir)
	default:
		if at.ref == DefaultBase {
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
	c.bases[dir], c.trees = at, append(c.trees, at.tree)
	return at, nil
}

// stamp returns the object of a file if it is the same in both trees. Such files are analyzed once.
func (c *comparison) stamp(f *analysis.File) any {
	c.mu.Lock()
	root := c.roots[f.Tree]
	at := c.bases[root.Dir]
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

// close closes the trees.
func (c *comparison) close() {
	if c == nil {
		return
	}
	c.run.source.cache = nil
	for _, t := range c.trees {
		t.Close()
	}
}

// sparse returns the files that a sparse checkout omits.
func (c *comparison) sparse(_ context.Context, dir string) (treefs.FS, error) {
	if at, err := c.baseOf(c.ctx, dir); err != nil || at.none {
		return nil, err
	}
	t, err := vcs.OpenSparse(c.ctx, dir)
	if t == nil || err != nil {
		return nil, err
	}
	c.keep(t)
	return t, nil
}

func (c *comparison) keep(t *vcs.Tree) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trees = append(c.trees, t)
}

// source returns a source that reads trees from git.
func (c *comparison) source(fixes Staged, open func(ctx context.Context, dir string) (*vcs.Tree, error)) source {
	trees := map[string]*vcs.Tree{}
	return source{
		fixes: fixes,
		open: func(_ context.Context, dir string) (treefs.FS, error) {
			if _, err := c.baseOf(c.ctx, dir); err != nil {
				return nil, err
			}
			t, err := open(c.ctx, dir)
			if err != nil {
				return nil, err
			}
			if t != c.bases[dir].tree {
				c.keep(t)
			}
			trees[dir] = t
			return fixes.apply(dir, t)
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

// removeUnchanged removes findings that the base also has.
func (r *run) removeUnchanged(ctx context.Context) error {
	if r.changes == nil || r.scope.isAll() { // a hook reports all findings in its files
		return nil
	}
	c, report := r.changes, r.result.Report
	report.Notices = append(report.Notices, c.Fixes.notices()...)
	if len(report.Findings) == 0 {
		return c.readError()
	}
	base, err := c.base(ctx)
	if err == nil {
		err = c.readError()
	}
	if err != nil {
		return err
	}
	c.remove(base)
	c.Fixes.add(r.result)
	if r.Log != nil {
		for _, root := range r.result.Roots {
			at := c.bases[root.Dir]
			r.Log("compared with %s: %.12s", vcs.ShortName(at.ref), at.commit)
		}
	}
	return nil
}

// remove removes the findings of the base from the report.
func (c *comparison) remove(base *Result) {
	now := c.run.result
	report := now.Report
	fresh := postprocess.Compare(report.Findings, base.Report.Findings, postprocess.Files{
		Deleted: now.lacks, Added: base.lacks, Now: hashes(now.Files), Base: hashes(base.Files),
		Exact: func(f *finding.Finding) bool { return c.run.policy.isEnforced(f.Analyzer) },
	})
	before := len(postprocess.Join(report.Findings))
	report.Findings = report.Findings[:0]
	for _, f := range fresh {
		if f.Previous > 0 {
			f.Message = qualify(f.Message, fmt.Sprintf("%s at %s", quote.Count(f.Previous), c.refOf(&f.Finding)))
		}
		report.Findings = append(report.Findings, f.Finding)
	}
	report.Summary.Unchanged = before - len(postprocess.Join(report.Findings))
	report.Summary.Errors, report.Summary.Warnings, report.Summary.Infos = postprocess.Count(report.Findings)
}

// base analyzes the base, with the configurations of the current trees.
func (c *comparison) base(ctx context.Context) (*Result, error) {
	now := c.run
	p := emptyPolicy(now.Request)
	p.excluded, p.configRoot = now.policy.excluded, now.policy.configRoot
	p.single, p.enforced, p.settings, p.comments = now.policy.single, now.policy.enforced, now.policy.settings, now.policy.comments
	src := c.source(nil, func(_ context.Context, dir string) (*vcs.Tree, error) { return c.bases[dir].tree, nil })
	src.finder = func(dir string) *config.Finder {
		for _, root := range now.result.Roots {
			if root.Dir == dir {
				return now.policy.finders[root.Tree]
			}
		}
		return nil
	}
	src.cache = now.source.cache
	src.cache.Stamp = func(f *analysis.File) any {
		if object := c.same[f.Path]; object != "" {
			return object
		}
		return nil
	}
	base := now.derive(p, src)
	base.AllowEmpty, base.OnRoot, base.Log, base.Stdin, base.Overlay = true, nil, nil, nil, nil
	base.whole = true
	for _, stage := range []func(context.Context) error{base.analyze, base.enforce, base.decide, base.suppress, base.check} {
		if err := stage(ctx); err != nil {
			return nil, err
		}
	}
	return base.result, nil
}

// readError returns the first error of the trees.
func (c *comparison) readError() error {
	for _, t := range c.trees {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}

// refOf returns the revision of the base that a finding is compared with.
func (c *comparison) refOf(f *finding.Finding) string {
	ref, roots := "the base", c.run.result.Roots
	for _, root := range roots {
		if len(roots) == 1 || f.File != nil && f.File.Tree == root.Tree {
			ref = vcs.ShortName(strings.TrimSpace(c.bases[root.Dir].ref))
		}
	}
	return ref
}

// lacks reports whether the file of a finding in another tree does not exist in this result.
func (r *Result) lacks(f *finding.Finding) bool {
	for _, root := range r.Roots {
		if root.Tree.Exists(f.Rel) && root.Show(f.Rel) == f.Place.Path {
			return false
		}
	}
	return true
}

// inBase reports whether the base contains the path of a finding.
func (c *comparison) inBase(f *finding.Finding) bool {
	at := c.bases[c.run.result.RootOf(f.File).Dir]
	if at == nil {
		return false
	}
	_, err := at.tree.Lstat(f.Rel)
	return err == nil
}

// hashes returns the hash of each file.
func hashes(files []*analysis.File) func(path string) [32]byte {
	byPath := make(map[string][32]byte, len(files))
	for _, f := range files {
		byPath[f.Path] = f.Hash
	}
	return func(path string) [32]byte { return byPath[path] }
}
