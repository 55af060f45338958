package lint

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/treefs"
)

// An Effective is the effective configuration of a path.
type Effective struct {
	Request  *Request
	Name     string // as specified by the user
	Rel      string // relative to its root
	IsDir    bool
	Config   *config.Config
	Root     *config.Config // what Config cannot loosen for protected rules
	Exclude  []config.Glob  // from flags
	Excluded *config.Glob   // the glob that excludes the path; nil: not excluded
	File     *analysis.File // nil: a directory, or a file that is not checked

	policy *policy
	top    string // directory of the root
}

// Explain returns the effective configuration of a path.
func Explain(ctx context.Context, req Request, name string) (*Effective, error) {
	req.isolate()
	p, err := newPolicy(ctx, &req)
	if err != nil {
		return nil, err
	}
	e := &Effective{Request: &req, Exclude: p.excluded, policy: p}
	if err := e.locate(name); err != nil {
		return nil, err
	}
	disk, err := os.OpenRoot(e.top)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.Text(name), treefs.WithoutPath(err))
	}
	defer disk.Close()
	find := config.NewFinder(treefs.Disk(disk), req.Shown(e.top), p.schema).For
	if p.single != nil {
		find = func(string) (*config.Config, error) { return p.single, nil }
	}
	if e.Config, err = find(e.dir()); err != nil {
		return nil, err
	}
	if e.Root, err = e.rootConfig(find); err != nil {
		return nil, err
	}
	if !e.IsDir {
		e.Config, e.Root = e.Config.For(e.Rel), e.Root.For(e.Rel)
	}
	e.Excluded, err = e.excludedBy(find)
	return e, err
}

// rootConfig is as [policy.rootConfig].
func (e *Effective) rootConfig(find func(dir string) (*config.Config, error)) (*config.Config, error) {
	if _, isWorkTree := discover.Repository(e.top, e.Request.Ceilings); !isWorkTree && e.top != e.Request.Dir && e.policy.single == nil {
		return noConfig, nil
	}
	return find(".")
}

// dir returns the directory whose configuration applies, relative to the root.
func (e *Effective) dir() string {
	if e.IsDir {
		return e.Rel
	}
	return path.Dir(e.Rel)
}

// locate finds the root of a path.
func (e *Effective) locate(name string) error {
	failed := func(err error) error { return fmt.Errorf("%s: %w", quote.Text(name), treefs.WithoutPath(err)) }
	info, err := os.Stat(name)
	if err != nil {
		return failed(err)
	}
	full, err := filepath.Abs(name)
	if err == nil && info.IsDir() {
		full, err = filepath.EvalSymlinks(full)
	} else if err == nil {
		var dir string
		dir, err = filepath.EvalSymlinks(filepath.Dir(full))
		full = filepath.Join(dir, filepath.Base(full))
	}
	if err != nil {
		return failed(err)
	}
	e.Name, e.IsDir, e.top = filepath.ToSlash(filepath.Clean(name)), info.IsDir(), full
	if !e.IsDir {
		e.top = filepath.Dir(full)
	}
	if repository, ok := discover.Repository(e.top, e.Request.Ceilings); ok {
		e.top = repository
	} else {
		if treefs.IsBelow(e.Request.Dir, full) {
			e.top = e.Request.Dir
		}
		e.top = discover.MarkedRoot(e.top, config.Name, e.Request.Ceilings)
	}
	rel, err := filepath.Rel(e.top, full)
	if err != nil {
		return failed(err)
	}
	e.Rel = filepath.ToSlash(rel)
	return nil
}

// excludedBy returns the glob that excludes the path or a directory above it, or nil.
func (e *Effective) excludedBy(find func(dir string) (*config.Config, error)) (*config.Glob, error) {
	shown := e.shownAsArgument()
	for i := range e.Exclude {
		if e.Exclude[i].Match(shown) {
			return &e.Exclude[i], nil
		}
	}
	for i := range len(e.Rel) + 1 {
		if i < len(e.Rel) && e.Rel[i] != '/' {
			continue
		}
		c, err := find(path.Dir(e.Rel[:i]))
		if err != nil {
			return nil, err
		}
		if glob, ok := c.ExcludedBy(e.Rel[:i]); ok {
			return &glob, nil
		}
	}
	return nil, nil
}

// shownAsArgument returns the path in reports if the path is an argument. --exclude is compared with it. Outside the working
// directory, it is the base name of a file, or "." for a directory.
func (e *Effective) shownAsArgument() string {
	shown := e.Request.Shown(e.top)(e.Rel)
	switch {
	case filepath.IsLocal(filepath.FromSlash(shown)):
		return shown
	case e.IsDir:
		return "."
	}
	return path.Base(shown)
}

// Detect determines kind and dialect of a file that is not excluded.
func (e *Effective) Detect(ctx context.Context) error {
	if e.Excluded != nil || e.IsDir {
		return nil
	}
	req := *e.Request
	req.Paths, req.Analyzers, req.AllowEmpty = []string{e.Name}, nil, true
	result, err := Run(ctx, req)
	if err != nil {
		return err
	}
	for _, f := range result.Files {
		if f.Rel == e.Rel {
			e.File = f
		}
	}
	return nil
}

// IsEnforced reports whether --enforce includes a rule. The configuration has no effect on such rules.
func (e *Effective) IsEnforced(a *analysis.Analyzer) bool {
	return e.policy.enforced[a] && !e.Request.NoConfig &&
		(e.policy.single == nil || InRoots(e.Request.Config, []discover.Root{{Dir: e.top}}))
}
