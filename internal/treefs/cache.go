package treefs

import (
	"io/fs"
	"path"
	"sync"
)

// A Cache is a tree for repeated runs. It keeps listings and file states of the source until Forget is called
// with the changes.
type Cache struct {
	// Enter is called before an unknown directory is listed, so that later changes are noticed. It may be
	// called concurrently.
	Enter func(name string)

	mu      sync.Mutex
	below   FS
	folders map[string]listing
	files   map[string]*statResult // in folders that are listed
	links   int                    // how many of files are links
}

type listing struct {
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
	return &Cache{Enter: enter, folders: map[string]listing{}, files: map[string]*statResult{}}
}

// SetSource sets the tree to read from, which must have the same content as the one before.
func (r *Cache) SetSource(below FS) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.below = below
}

// Forget drops the cached state of names. If the value is true, the entry itself may have changed:
// what is below it and the listing that it is in are dropped, too.
func (r *Cache) Forget(names map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	anyMoved := false
	for name, moved := range names {
		r.drop(name)
		delete(r.folders, name) // the permissions of the directory may have changed
		if moved {
			anyMoved = true
			delete(r.folders, path.Dir(name))
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
	for at := range r.folders {
		if moved(at) {
			delete(r.folders, at)
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

// Stamp returns a value that is equal as long as a file is unchanged; nil if it is unknown, or reached
// through links.
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
	info, err := r.below.Lstat(name)
	if _, watched := r.folders[path.Dir(name)]; watched && name != "." {
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
	return r.below
}

func (r *Cache) ReadDir(name string) ([]fs.DirEntry, error) {
	r.mu.Lock()
	known, ok := r.folders[name]
	below := r.below
	r.mu.Unlock()
	if ok {
		return known.entries, known.err
	}
	r.Enter(name)
	entries, err := below.ReadDir(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.folders[name] = listing{entries, err}
	return entries, err
}
