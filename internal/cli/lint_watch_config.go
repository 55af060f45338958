package cli

import (
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/treefs"
)

// configs are the configurations that are kept from one run to the next, with what follows from them,
// until one of the files that they were read from changes.
type configs struct {
	finders  map[string]*config.Finder // by directory of a root
	settings map[*config.Config]*driver.Settings
	comments map[*config.Config]*analysis.Suppressions

	mu   sync.Mutex
	read map[string]bool // files that were read, absolute
}

// finder returns what finds the configurations of a root, and how to make it if there is none.
func (k *remembering) finder(root discover.Root, make func(discover.Root) *config.Finder) *config.Finder {
	if k == nil {
		return make(root)
	}
	root.FS = noted{root.FS, root.Dir, &k.configs}
	return kept(&k.configs.finders, root.Dir, func() *config.Finder { return make(root) })
}

func (k *remembering) settingsOf(c *config.Config, make func() *driver.Settings) *driver.Settings {
	if k == nil {
		return make()
	}
	return kept(&k.configs.settings, c, make)
}

func (k *remembering) commentsOf(c *config.Config, make func() *analysis.Suppressions) *analysis.Suppressions {
	if k == nil {
		return make()
	}
	return kept(&k.configs.comments, c, make)
}

func kept[K comparable, V any](in *map[K]V, key K, make func() V) V {
	if *in == nil {
		*in = map[K]V{}
	}
	v, ok := (*in)[key]
	if !ok {
		v = make()
		(*in)[key] = v
	}
	return v
}

// forgetAll drops all that is kept.
func (c *configs) forgetAll() { c.finders, c.settings, c.comments, c.read = nil, nil, nil, nil }

// forget drops all that is kept if a file changed that it was read from, and else what is known of
// folders that were moved.
func (c *configs) forget(changed map[string]bool) {
	moved := func(path string) bool {
		for at := path; ; at = filepath.Dir(at) {
			if changed[at] {
				return true
			}
			if at == filepath.Dir(at) {
				return false
			}
		}
	}
	stale := false
	for path := range changed {
		stale = stale || c.reads(path)
	}
	for path := range c.read {
		stale = stale || moved(path)
	}
	if stale {
		c.forgetAll()
		return
	}
	for dir, finder := range c.finders {
		finder.Forget(func(below string) bool { return moved(filepath.Join(dir, filepath.FromSlash(below))) })
	}
}

// reads reports whether a configuration is read from a file, absolute.
func (c *configs) reads(path string) bool { return filepath.Base(path) == config.Name || c.read[path] }

// A noted tree notes which of its files are read.
type noted struct {
	treefs.FS
	dir string
	in  *configs
}

func (n noted) note(name string) {
	n.in.mu.Lock()
	defer n.in.mu.Unlock()
	if n.in.read == nil {
		n.in.read = map[string]bool{}
	}
	n.in.read[filepath.Join(n.dir, filepath.FromSlash(name))] = true
}

func (n noted) Open(name string) (treefs.File, error) {
	n.note(name)
	return n.FS.Open(name)
}

func (n noted) Lstat(name string) (fs.FileInfo, error) {
	info, err := n.FS.Lstat(name)
	if err == nil || filepath.Base(name) != config.Name { // else it is no more than the absence of one
		n.note(name)
	}
	return info, err
}
