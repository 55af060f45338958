package cli

import (
	"path/filepath"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/fix"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A remembering is what is kept from one run to the next. A nil one keeps nothing.
type remembering struct {
	enter   func(folder string) // is told of folders before they are listed, absolute; concurrently
	memory  *driver.Memory
	configs configs
	fixed   *config.Config // by --config or --no-config; nil: none, or not known

	mu    sync.Mutex
	trees map[string]*treefs.Remembered // by directory
	known map[*analysis.Tree]remembered // of the run at hand
	made  map[standing]*fix.File        // files that have other content in the run at hand
	paths map[string]*analysis.Tree     // by directory; for Memory.Across
}

// A remembered is a tree of a run.
type remembered struct {
	dir  string
	tree *treefs.Remembered
}

// remember begins with nothing.
func (k *remembering) remember(enter func(folder string)) {
	k.enter, k.trees, k.known = enter, map[string]*treefs.Remembered{}, map[*analysis.Tree]remembered{}
	k.memory = &driver.Memory{Stamp: k.stamp}
}

// join lets a run take part.
func (k *remembering) join(s *settlement) {
	clear(k.known)
	s.keeping = k
	if k.fixed == nil {
		k.fixed = s.fixed
	}
	s.fixed = k.fixed
	check := s.checkRoot
	s.checkRoot = func(root discover.Root) error {
		k.sees(root)
		return check(root)
	}
}

// remembers lets discovery and driver take part.
func (k *remembering) remembers(find *discover.Options, run *driver.Options) {
	if k == nil {
		return
	}
	find.Over, run.Memory = k.over, k.memory
	if k.memory.Across {
		find.Tree = k.tree
	}
}

// over returns the tree of a directory as it is remembered.
func (k *remembering) over(dir string, below treefs.FS) treefs.FS {
	k.mu.Lock()
	defer k.mu.Unlock()
	tree := k.trees[dir]
	if tree == nil {
		tree = treefs.NewRemembered(func(name string) { k.enter(filepath.Join(dir, filepath.FromSlash(name))) })
		k.trees[dir] = tree
	}
	for _, name := range []string{"", ".git", ".git/info"} {
		k.enter(filepath.Join(dir, filepath.FromSlash(name)))
	}
	tree.Over(below)
	return tree
}

// tree returns the tree that a run fills for a directory.
func (k *remembering) tree(dir, prefix string) *analysis.Tree {
	k.mu.Lock()
	defer k.mu.Unlock()
	tree := k.paths[dir]
	if tree == nil || tree.Prefix != prefix {
		tree = analysis.NewTree(prefix)
		k.paths[dir] = tree
		return tree
	}
	tree.Restart()
	return tree
}

// sees notes a root of the run at hand.
func (k *remembering) sees(root discover.Root) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if tree := k.trees[root.Dir]; tree != nil {
		k.known[root.Tree] = remembered{root.Dir, tree}
	}
}

// stamp tells the bytes of a file from those that it had or will have.
func (k *remembering) stamp(f *analysis.File) any {
	k.mu.Lock()
	at := k.known[f.Tree]
	k.mu.Unlock()
	if at.tree == nil {
		return nil
	}
	stands := at.tree.Stamp(f.Rel)
	if stands == nil {
		return nil
	}
	return stamped{stands, k.made[standing{at.dir, f.Rel}]}
}

// A stamped is a file as it stands on the disk, and what is made of it; nil: nothing.
type stamped struct {
	stands any
	made   *fix.File
}
