package clientfs

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/internal/treefs"
)

// A tree has the files below a directory. Paths are relative to it, with "/", and their directories are not links.
type tree interface {
	lstat(rel string) (fs.FileMode, error) // type bits only
	readlink(rel string) (string, error)
	list(rel string) ([]dirEntry, error)
	open(rel string) (file io.ReadCloser, size int64, err error)
}

// A dirEntry is an entry of a directory.
type dirEntry struct {
	name string
	mode fs.FileMode // type bits only
}

// maxEntries limits the entries of a directory.
const maxEntries = 200_000

// A disk is a tree on disk.
type disk struct{ root *os.Root }

func (d disk) lstat(rel string) (fs.FileMode, error) {
	info, err := d.root.Lstat(filepath.FromSlash(rel))
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

func (d disk) readlink(rel string) (string, error) {
	to, err := d.root.Readlink(filepath.FromSlash(rel))
	return filepath.ToSlash(to), err
}

func (d disk) list(rel string) ([]dirEntry, error) {
	dir, err := d.root.Open(filepath.FromSlash(rel))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(maxEntries)
	if err == io.EOF {
		err = nil
	}
	names := make([]dirEntry, 0, len(entries))
	for _, e := range entries {
		names = append(names, dirEntry{e.Name(), e.Type()})
	}
	return names, err
}

func (d disk) open(rel string) (io.ReadCloser, int64, error) {
	file, err := treefs.Disk(d.root).Open(rel)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// A memory is a tree in memory.
type memory struct {
	files map[string][]byte
	links map[string]string
	dirs  map[string][]dirEntry
}

// newMemory returns the tree of the files and links below a directory.
func newMemory(dir string, files map[string][]byte, links map[string]string) *memory {
	m := &memory{files: map[string][]byte{}, links: map[string]string{}, dirs: map[string][]dirEntry{".": nil}}
	for at, content := range files {
		at = relative(dir, at)
		m.files[at] = content
		m.add(at, 0)
	}
	for at, to := range links {
		at = relative(dir, at)
		m.links[at] = to
		m.add(at, fs.ModeSymlink)
	}
	return m
}

func relative(dir, at string) string {
	if dir == "" {
		return path.Clean(at)
	}
	rel, _ := below(dir, path.Clean(at))
	return rel
}

// add adds an entry to its directory, and missing directories to theirs.
func (m *memory) add(at string, mode fs.FileMode) {
	for at != "." && at != "/" {
		dir := path.Dir(at)
		_, known := m.dirs[dir]
		m.dirs[dir] = append(m.dirs[dir], dirEntry{path.Base(at), mode})
		if known {
			return
		}
		at, mode = dir, fs.ModeDir
	}
}

func (m *memory) lstat(rel string) (fs.FileMode, error) {
	if _, ok := m.files[rel]; ok {
		return 0, nil
	}
	if _, ok := m.links[rel]; ok {
		return fs.ModeSymlink, nil
	}
	if _, ok := m.dirs[rel]; ok {
		return fs.ModeDir, nil
	}
	return 0, fs.ErrNotExist
}

func (m *memory) readlink(rel string) (string, error) { return m.links[rel], nil }

func (m *memory) list(rel string) ([]dirEntry, error) {
	names, ok := m.dirs[rel]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return slices.Clone(names), nil
}

func (m *memory) open(rel string) (io.ReadCloser, int64, error) {
	content, ok := m.files[rel]
	if !ok {
		return nil, 0, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(content)), int64(len(content)), nil
}
