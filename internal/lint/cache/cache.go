// Package cache keeps results from one run for the next: listed directories, configurations, and what analyzers computed
// for unchanged files. Rounds of fixing and --watch use it.
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

// A Location is a file: the directory of its root, and the path below it, with links resolved.
type Location struct{ Dir, Rel string }

// A Cache is used by one run at a time. A nil Cache keeps nothing.
type Cache struct {
	Configs configs
	Fixed   map[Location]*fix.File // files whose content differs from the disk in the current run

	// Unsaved returns the tree of a directory with files of an editor that are not saved yet; nil: none are. To the cache, a
	// change of such a file is one on the disk.
	Unsaved func(dir string, below treefs.FS) treefs.FS

	enter func(dir string) // called with absolute paths of directories before they are listed; concurrently
	only  *config.Config   // by --config or --no-config; nil: none, or unknown

	mu     sync.Mutex
	memory *driver.Cache
	trees  map[string]*treefs.Cache  // by directory
	roots  map[*analysis.Tree]root   // of the current run
	open   []discover.Root           // of runs since the last call of Forget
	walk   *Walk                     // of the last run, if it completed and can be repeated
	reused map[string]*analysis.Tree // by directory; nil: trees are not kept
}

type root struct {
	dir  string
	tree *treefs.Cache
}

// New returns an empty cache for runs over the same files in quick succession.
func New() *Cache {
	c := &Cache{enter: func(string) {}, trees: map[string]*treefs.Cache{}, roots: map[*analysis.Tree]root{}}
	c.memory = &driver.Cache{Stamp: c.stamp}
	return c
}

// NewWatching returns an empty cache for runs between which files change: Forget has to be called with them.
// enter is called with the absolute path of each directory before it is listed, concurrently.
func NewWatching(enter func(dir string)) *Cache {
	c := New()
	c.enter, c.memory.Workspace, c.reused = enter, true, map[string]*analysis.Tree{}
	return c
}

// Begin starts a run and returns the configuration that applies to all files: the one of the previous run, if
// any.
func (c *Cache) Begin(only *config.Config) *config.Config {
	if c == nil {
		return only
	}
	clear(c.roots)
	if c.only == nil {
		c.only = only
	}
	return c.only
}

// Use makes a run read through the cache.
func (c *Cache) Use(find *discover.Options, run *driver.Options) {
	if c == nil {
		return
	}
	find.Wrap, run.Cache = c.wrap, c.memory
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
	c.open = append(c.open, r)
	if tree := c.trees[r.Dir]; tree != nil {
		c.roots[r.Tree] = root{r.Dir, tree}
	}
}

// stamp identifies the content of a file across runs.
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

// A stamp is a file on the disk and its fixes; nil: unfixed.
type stamp struct {
	onDisk any
	fixed  *fix.File
}

// A Walk is what discovery found, and what the run learned from configurations meanwhile.
type Walk struct {
	discover.Recording
	Settings map[*config.Config]*driver.Settings
	Comments map[*config.Config]*analysis.Suppressions
	Misnamed map[string]bool // probable configurations with a wrong name
	Excludes bool            // something was excluded
}

// Walk returns the walk of the last run, which may be empty. It has to be kept again when the run completes. It returns nil
// if walks are not kept.
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

// ForgetAll drops everything.
func (c *Cache) ForgetAll() {
	c.walk = nil
	c.closeRoots()
	clear(c.trees)
	c.Configs.forgetAll()
}

// Forget drops everything derived from changed files and moved directories, given by absolute path; the value
// is true if something was created, removed or renamed. It ignores reports and their temporary files, but not
// a configuration outside the roots. It returns the relevant paths, sorted.
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
	if c.Configs.forget(changed) {
		c.walk = nil
	}
	for dir, tree := range c.trees {
		names := map[string]bool{}
		for path, moved := range changed {
			rel, err := filepath.Rel(dir, path)
			if rel = filepath.ToSlash(rel); err != nil || !filepath.IsLocal(rel) || !matters(rel) {
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

// matters reports whether a result may depend on a path below a root: for files of git, whether they affect
// what is tracked and ignored.
func matters(rel string) bool {
	switch rel {
	case ".git/index", ".git/HEAD", ".git/info/exclude":
		return true
	}
	return !strings.HasPrefix(rel, ".git/")
}

// isReport reports whether a path is one of the reports, or the temporary file of one.
func isReport(path string, reports []string) bool {
	return slices.ContainsFunc(reports, func(at string) bool {
		return path == at || filepath.Dir(path) == filepath.Dir(at) && safefile.IsTemporary(path)
	})
}

func (c *Cache) closeRoots() {
	if c.reused != nil {
		for _, r := range c.open {
			r.Disk.Close()
		}
	}
	c.open, c.only = nil, nil
	clear(c.roots)
}
