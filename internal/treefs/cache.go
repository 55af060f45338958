package treefs

import (
	"io/fs"
	"path"
	"sync"
)

// A Cache is a tree for repeated runs. It keeps directory entries and file information of its source until Forget is
// called with the changes.
type Cache struct {
	// Enter is called before a directory is listed that is not cached, so that it can be watched for changes. It may be
	// called concurrently.
	Enter func(name string)

	mu     sync.Mutex
	source FS
	dirs   map[string]dirResult
	files  map[string]*statResult // entries of cached directories
	links  int                    // number of links in files
}

// A dirResult is the result of a ReadDir.
type dirResult struct {
	entries []fs.DirEntry
	err     error
}

// A statResult is the result of an Lstat.
type statResult struct {
	info fs.FileInfo
	err  error
}

// NewCache returns an empty cache.
func NewCache(enter func(name string)) *Cache {
	return &Cache{Enter: enter, dirs: map[string]dirResult{}, files: map[string]*statResult{}}
}

// SetSource sets the tree to read from. It must have the same content as the previous one, except for changes passed to
// Forget.
func (r *Cache) SetSource(below FS) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.source = below
}

// Forget drops the cached results for names. If the value is true, the entry may have been created, removed or replaced:
// results for paths below it and the entries of its directory are dropped, too.
func (r *Cache) Forget(names map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	anyMoved := false
	for name, moved := range names {
		r.drop(name)
		delete(r.dirs, name) // the permissions of the directory may have changed
		if moved {
			anyMoved = true
			delete(r.dirs, path.Dir(name))
		}
	}
	if !anyMoved {
		return
	}
	moved := func(at string) bool {
		for ; at != "."; at = path.Dir(at) {
			if names[at] {
				return true
			}
		}
		return names["."]
	}
	for at := range r.dirs {
		if moved(at) {
			delete(r.dirs, at)
		}
	}
	for at := range r.files {
		if moved(at) {
			r.drop(at)
		}
	}
}

func (r *Cache) drop(name string) {
	if s := r.files[name]; s != nil && s.isLink() {
		r.links--
	}
	delete(r.files, name)
}

func (s *statResult) isLink() bool { return s.err == nil && s.info.Mode()&fs.ModeSymlink != 0 }

// Stamp returns a value that stays equal while a regular file is unchanged. It returns nil if that is unknown, for example
// for a path through links.
func (r *Cache) Stamp(name string) any {
	info, err := r.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for at := path.Dir(name); r.links > 0 && at != "."; at = path.Dir(at) {
		if s := r.files[at]; s != nil && s.isLink() {
			return nil
		}
	}
	if s := r.files[name]; s != nil {
		return s
	}
	return nil
}

func (r *Cache) Lstat(name string) (fs.FileInfo, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.files[name]; s != nil {
		return s.info, s.err
	}
	info, err := r.source.Lstat(name)
	if _, watched := r.dirs[path.Dir(name)]; watched && name != "." {
		s := &statResult{info, err}
		r.files[name] = s
		if s.isLink() {
			r.links++
		}
	}
	return info, err
}

func (r *Cache) ReadLink(name string) (string, error) { return r.tree().ReadLink(name) }
func (r *Cache) Open(name string) (File, error)       { return r.tree().Open(name) }

func (r *Cache) tree() FS {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source
}

func (r *Cache) ReadDir(name string) ([]fs.DirEntry, error) {
	r.mu.Lock()
	known, ok := r.dirs[name]
	below := r.source
	r.mu.Unlock()
	if ok {
		return known.entries, known.err
	}
	r.Enter(name)
	entries, err := below.ReadDir(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dirs[name] = dirResult{entries, err}
	return entries, err
}
