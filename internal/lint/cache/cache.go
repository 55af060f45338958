// Package cache keeps results for the next run: listed directories, configurations, and results of analyzers for unchanged
// files. Rounds of fixes, --watch and the language server use it.
package cache

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A Location identifies a file by the directory of its root and its relative path without links.
type Location struct{ Dir, Rel string }

// A Cache must be used by one run at a time. A nil Cache keeps no results.
type Cache struct {
	Configs configs
	Fixed   map[Location]*fix.File // files whose content differs from the disk in the current run

	// Unsaved returns the tree of a directory with the unsaved files of an editor. The cache treats a change of such a file
	// like a change on the disk. Nil: no unsaved files.
	Unsaved func(dir string, below treefs.FS) treefs.FS

	enter  func(dir string) // called concurrently with the absolute path of a directory before it is listed
	single *config.Config   // from --config or --no-config; nil: none, or not read yet

	mu          sync.Mutex
	driverCache *driver.Cache
	trees       map[string]*treefs.Cache  // by directory
	roots       map[*analysis.Tree]root   // of the current run
	openRoots   []discover.Root           // of runs since the last call of Forget
	walk        *Walk                     // of the last run, if it completed and can be repeated
	reused      map[string]*analysis.Tree // by directory; nil: trees and walks are not kept
}

type root struct {
	dir  string
	tree *treefs.Cache
}

// New returns an empty cache for several runs, between which files do not change on the disk.
func New() *Cache {
	c := &Cache{enter: func(string) {}, trees: map[string]*treefs.Cache{}, roots: map[*analysis.Tree]root{}}
	c.driverCache = &driver.Cache{Stamp: c.stamp}
	return c
}

// NewWatching returns an empty cache for runs between which files change; [Cache.Forget] must be called for these. enter is
// called concurrently with the absolute path of each directory before it is listed.
func NewWatching(enter func(dir string)) *Cache {
	c := New()
	c.enter, c.driverCache.Workspace, c.reused = enter, true, map[string]*analysis.Tree{}
	return c
}

// Begin starts a run and returns the configuration for all files: the one of the previous run if possible, otherwise its
// argument.
func (c *Cache) Begin(single *config.Config) *config.Config {
	if c == nil {
		return single
	}
	clear(c.roots)
	if c.single == nil {
		c.single = single
	}
	return c.single
}

// Use makes a run use the cache.
func (c *Cache) Use(find *discover.Options, run *driver.Options) {
	if c == nil {
		return
	}
	find.Wrap, run.Cache = c.wrap, c.driverCache
	if c.reused != nil {
		find.Tree = c.tree
	}
}

// wrap returns the cached file system of a directory.
func (c *Cache) wrap(dir string, below treefs.FS) treefs.FS {
	c.mu.Lock()
	defer c.mu.Unlock()
	tree := c.trees[dir]
	if tree == nil {
		tree = treefs.NewCache(func(name string) { c.enter(filepath.Join(dir, filepath.FromSlash(name))) })
		c.trees[dir] = tree
	}
	for _, name := range []string{"", ".git", ".git/info"} {
		c.enter(filepath.Join(dir, filepath.FromSlash(name)))
	}
	if c.Unsaved != nil {
		below = c.Unsaved(dir, below)
	}
	tree.SetSource(below)
	return tree
}

// tree returns the tree that a run fills for a directory.
func (c *Cache) tree(dir, prefix string) *analysis.Tree {
	c.mu.Lock()
	defer c.mu.Unlock()
	tree := c.reused[dir]
	if tree == nil || tree.Prefix != prefix {
		tree = analysis.NewTree(prefix)
		c.reused[dir] = tree
		return tree
	}
	tree.Restart()
	return tree
}

// AddRoot records a root of the current run.
func (c *Cache) AddRoot(r discover.Root) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.openRoots = append(c.openRoots, r)
	if tree := c.trees[r.Dir]; tree != nil {
		c.roots[r.Tree] = root{r.Dir, tree}
	}
}

// stamp returns a value that identifies the content of a file across runs.
func (c *Cache) stamp(f *analysis.File) any {
	c.mu.Lock()
	at := c.roots[f.Tree]
	c.mu.Unlock()
	if at.tree == nil {
		return nil
	}
	onDisk := at.tree.Stamp(f.Rel)
	if onDisk == nil {
		return nil
	}
	return stamp{onDisk, c.Fixed[Location{at.dir, f.Rel}]}
}

// A stamp identifies the content of a file.
type stamp struct {
	onDisk any
	fixed  *fix.File // fixes applied to it; nil: none
}

// A Walk is a recording of discovery, and the state of the run's policy after it.
type Walk struct {
	discover.Recording
	Settings map[*config.Config]*driver.Settings
	Comments map[*config.Config]*analysis.Suppressions
	Misnamed map[string]bool // paths of probable configurations with a wrong name
	Excludes bool            // a path was excluded
}

// Walk removes and returns the walk of the last run, which may be empty. [Cache.KeepWalk] must be called when the run
// completes. Walk returns nil if walks are not kept.
func (c *Cache) Walk() *Walk {
	if c == nil || c.reused == nil {
		return nil
	}
	w := c.walk
	if c.walk = nil; w == nil {
		w = &Walk{}
	}
	return w
}

// KeepWalk keeps the walk of a completed run.
func (c *Cache) KeepWalk(w *Walk) { c.walk = w }

// ForgetAll drops all results.
func (c *Cache) ForgetAll() {
	c.walk = nil
	c.closeRoots()
	clear(c.trees)
	c.Configs.forgetAll()
}

// Forget drops results that depend on changed files or moved directories. changed maps absolute paths to true if an entry
// was created, removed or renamed. config is a configuration, which may be outside the roots. Reports and their temporary
// files are ignored. Forget returns the relevant paths, sorted.
func (c *Cache) Forget(changed map[string]bool, config string, reports []string) []string {
	c.closeRoots()
	var paths []string
	for path := range changed {
		if isReport(path, reports) {
			delete(changed, path)
		} else if path == config {
			paths = append(paths, path)
		}
	}
	if c.Configs.forgetChanged(changed) {
		c.walk = nil
	}
	for dir, tree := range c.trees {
		names := map[string]bool{}
		for path, moved := range changed {
			rel, err := filepath.Rel(dir, path)
			if rel = filepath.ToSlash(rel); err != nil || !filepath.IsLocal(rel) || !isRelevant(rel) {
				continue
			}
			names[rel] = moved
			paths = append(paths, path)
			if c.walk != nil && (moved || !c.walk.Change(dir, rel)) {
				c.walk = nil
			}
		}
		tree.Forget(names)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// isRelevant reports whether results may depend on a path below a root. In .git, these are the files that determine tracked
// and ignored files.
func isRelevant(rel string) bool {
	switch rel {
	case ".git/index", ".git/HEAD", ".git/info/exclude":
		return true
	}
	return !strings.HasPrefix(rel, ".git/")
}

// isReport reports whether a path is one of the reports or a temporary file for one.
func isReport(path string, reports []string) bool {
	return slices.ContainsFunc(reports, func(at string) bool {
		return path == at || filepath.Dir(path) == filepath.Dir(at) && safefile.IsTemporary(path)
	})
}

func (c *Cache) closeRoots() {
	if c.reused != nil {
		for _, r := range c.openRoots {
			r.Disk.Close()
		}
	}
	c.openRoots, c.single = nil, nil
	clear(c.roots)
}
