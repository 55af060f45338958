package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// A Finder finds the nearest configuration of each directory below one root. It may be used concurrently.
type Finder struct {
	root   treefs.FS
	show   func(rel string) string
	schema Schema

	mu     sync.Mutex
	byDir  map[string]findResult
	extras map[string]*schema.Extra // by path
	bytes  int                      // total size of the files read
}

// maxRead limits the bytes of all configurations of a root, because thousands of directories may have one. Extended
// files count each time they are read.
const maxRead = 16 << 20

type findResult struct {
	config *Config
	err    error
}

// NewFinder returns a Finder for a root. show turns a path below it into one for messages.
func NewFinder(root treefs.FS, show func(rel string) string, known Schema) *Finder {
	return &Finder{root: root, show: show, schema: known, byDir: map[string]findResult{}, extras: map[string]*schema.Extra{}}
}

// For returns the configuration of a directory, given relative to the root: its own, or the nearest above it.
// Directories with the same configuration get the same pointer. Without an error, it is never nil.
func (f *Finder) For(dir string) (*Config, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lookup(dir)
}

// All returns the configurations that were found so far.
func (f *Finder) All() []*Config {
	f.mu.Lock()
	defer f.mu.Unlock()
	found := map[*Config]bool{}
	for _, result := range f.byDir {
		if c := result.config; c != nil && c.Path != "" {
			found[c] = true
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b *Config) int { return strings.Compare(a.Path, b.Path) })
}

// Forget removes directories from the cache, so that their configurations are searched again.
func (f *Finder) Forget(stale func(dir string) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bytes = 0
	for dir := range f.byDir {
		if stale(dir) {
			delete(f.byDir, dir)
		}
	}
}

func (f *Finder) lookup(dir string) (*Config, error) {
	if hit, ok := f.byDir[dir]; ok {
		return hit.config, hit.err
	}
	config, err := f.ownConfig(dir)
	switch {
	case err != nil || config != nil:
	case dir == "." || dir == "/":
		config = &Config{Dir: "."}
	default:
		config, err = f.lookup(path.Dir(dir))
	}
	f.byDir[dir] = findResult{config, err}
	return config, err
}

// Open opens a file that a configuration of the root specifies. shown is its path for messages, even if there is an
// error.
func (f *Finder) Open(named File) (file io.ReadCloser, shown string, err error) {
	shown = f.show(named.Rel)
	opened, err := f.root.Open(named.Rel)
	if err != nil {
		return nil, shown, err
	}
	return opened, shown, nil
}

// ownConfig returns a directory's own configuration, or nil.
func (f *Finder) ownConfig(dir string) (*Config, error) {
	rel := path.Join(dir, Name)
	info, err := f.root.Lstat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", f.show(rel), treefs.WithoutPath(err))
	case !info.Mode().IsRegular():
		return nil, &finding.FileError{Path: f.show(rel),
			Message: "it is " + modeOf(info.Mode()) + "; a configuration must be a regular file"}
	}
	file, err := f.root.Open(rel)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", f.show(rel), treefs.WithoutPath(err))
	}
	defer file.Close()
	return read(file, f.show(rel), rel, dir, f)
}

// Read parses a configuration, see [Parse], and the files that it specifies below root. rel is its own path
// below root. Globs are relative to the linted tree. show converts a path below root for messages.
func Read(r io.Reader, shown, rel string, root treefs.FS, show func(rel string) string, schema Schema) (*Config, error) {
	return read(r, shown, rel, ".", NewFinder(root, show, schema))
}

func read(r io.Reader, shown, rel, dir string, f *Finder) (*Config, error) {
	source, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", shown, treefs.WithoutPath(err))
	}
	return (&mergedReader{Finder: f, dir: dir}).read(source, rel, shown)
}

func modeOf(mode fs.FileMode) string {
	switch mode.Type() {
	case fs.ModeSymlink:
		return "a symbolic link"
	case fs.ModeDir:
		return "a directory"
	}
	return "not a regular file"
}
