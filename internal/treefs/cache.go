package treefs

import (
	"io/fs"
	"path"
	"sync"
)

// A Cache tree is asked again and again, as by an editor's side: what the tree below it said of
// folders and of what stands in them is kept until it is told that this changed. It is as right as what
// it is told.
type Cache struct {
	// Enter is called before a folder is listed whose listing is not known, so that changes are noticed
	// from then on. It may be called concurrently.
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

// A statResult is what stood at a name.
type statResult struct {
	info fs.FileInfo
	err  error
}

// NewCache returns a tree that nothing is known of.
func NewCache(enter func(name string)) *Cache {
	return &Cache{Enter: enter, folders: map[string]listing{}, files: map[string]*statResult{}}
}

// SetSource says what the tree is read from. It is the same tree as before.
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
	for name, moved := range names {
		r.drop(name)
		delete(r.folders, name) // who may list it is said of itself
		if moved {
			delete(r.folders, path.Dir(name))
		}
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

// Stamp returns a value that is the same as long as a file stays as it is. nil: that is not known,
// because it is none, or links lead to it.
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
