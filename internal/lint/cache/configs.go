package cache

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

// configs are cached configurations and values derived from them. They are dropped when one of their files changes.
type configs struct {
	finders  map[string]*config.Finder // by directory of the root
	settings map[*config.Config]*driver.Settings
	comments map[*config.Config]*analysis.Suppressions

	mu   sync.Mutex
	read map[string]bool // absolute paths of files that were read
}

// Finder returns the cached finder of a root, or calls make.
func (c *Cache) Finder(root discover.Root, make func(discover.Root) *config.Finder) *config.Finder {
	if c == nil {
		return make(root)
	}
	root.FS = recorder{root.FS, root.Dir, &c.Configs}
	return cached(&c.Configs.finders, root.Dir, func() *config.Finder { return make(root) })
}

// Settings returns the cached settings of a configuration, or calls make.
func (c *Cache) Settings(conf *config.Config, make func() *driver.Settings) *driver.Settings {
	if c == nil {
		return make()
	}
	return cached(&c.Configs.settings, conf, make)
}

// Suppressions returns the cached suppression settings of a configuration, or calls make.
func (c *Cache) Suppressions(conf *config.Config, make func() *analysis.Suppressions) *analysis.Suppressions {
	if c == nil {
		return make()
	}
	return cached(&c.Configs.comments, conf, make)
}

// cached returns the value of a key. It creates the value the first time.
func cached[K comparable, V any](values *map[K]V, key K, make func() V) V {
	if *values == nil {
		*values = map[K]V{}
	}
	v, ok := (*values)[key]
	if !ok {
		v = make()
		(*values)[key] = v
	}
	return v
}

// forgetAll drops everything.
func (c *configs) forgetAll() { c.finders, c.settings, c.comments, c.read = nil, nil, nil, nil }

// forgetChanged drops everything if a file of a configuration changed, otherwise only moved directories. It reports whether
// it dropped any values.
func (c *configs) forgetChanged(changed map[string]bool) bool {
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
	stale, anyMoved := false, false
	for path, isMoved := range changed {
		stale, anyMoved = stale || c.Reads(path), anyMoved || isMoved
	}
	for path := range c.read {
		stale = stale || anyMoved && moved(path)
	}
	if stale {
		c.forgetAll()
	}
	if stale || !anyMoved {
		return stale
	}
	for dir, finder := range c.finders {
		finder.Forget(func(below string) bool { return moved(filepath.Join(dir, filepath.FromSlash(below))) })
	}
	return true
}

// Reads reports whether a file is a configuration or was read for one. path is absolute.
func (c *configs) Reads(path string) bool { return filepath.Base(path) == config.Name || c.read[path] }

// A recorder records the files that are read.
type recorder struct {
	treefs.FS
	dir     string
	configs *configs
}

func (r recorder) record(name string) {
	r.configs.mu.Lock()
	defer r.configs.mu.Unlock()
	if r.configs.read == nil {
		r.configs.read = map[string]bool{}
	}
	r.configs.read[filepath.Join(r.dir, filepath.FromSlash(name))] = true
}

func (r recorder) Open(name string) (treefs.File, error) {
	r.record(name)
	return r.FS.Open(name)
}

func (r recorder) Lstat(name string) (fs.FileInfo, error) {
	info, err := r.FS.Lstat(name)
	if err == nil || filepath.Base(name) != config.Name { // a missing configuration need not be recorded, see Reads
		r.record(name)
	}
	return info, err
}
