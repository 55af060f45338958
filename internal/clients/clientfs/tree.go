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

// A tree is what stands below a directory. Paths are relative to it, with "/"; none of their
// directories is a link.
type tree interface {
	// sort returns what a path is: regular, a directory, a link, or something else.
	sort(rel string) (fs.FileMode, error)
	target(rel string) (string, error)
	list(rel string) ([]name, error)
	open(rel string) (file io.ReadCloser, size int64, err error)
}

// A name is an entry of a directory.
type name struct {
	text string
	mode fs.FileMode // its type only
}

// maxEntries is how many entries of a directory are looked at.
const maxEntries = 200_000

// A disk is a directory of the machine.
type disk struct{ root *os.Root }

func (d disk) sort(rel string) (fs.FileMode, error) {
	info, err := d.root.Lstat(filepath.FromSlash(rel))
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

func (d disk) target(rel string) (string, error) {
	to, err := d.root.Readlink(filepath.FromSlash(rel))
	return filepath.ToSlash(to), err
}

func (d disk) list(rel string) ([]name, error) {
	dir, err := d.root.Open(filepath.FromSlash(rel))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(maxEntries)
	if err == io.EOF {
		err = nil
	}
	names := make([]name, 0, len(entries))
	for _, e := range entries {
		names = append(names, name{e.Name(), e.Type()})
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

// A memory is a tree of files and links that were handed in.
type memory struct {
	files map[string][]byte
	links map[string]string
	dirs  map[string][]name
}

// newMemory returns the tree of the files and links below a directory.
func newMemory(dir string, files map[string][]byte, links map[string]string) *memory {
	m := &memory{files: map[string][]byte{}, links: map[string]string{}, dirs: map[string][]name{".": nil}}
	for at, content := range files {
		at = relative(dir, at)
		m.files[at] = content
		m.enter(at, 0)
	}
	for at, to := range links {
		at = relative(dir, at)
		m.links[at] = to
		m.enter(at, fs.ModeSymlink)
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

// enter puts an entry into its directory, and that into its own.
func (m *memory) enter(at string, mode fs.FileMode) {
	for at != "." && at != "/" {
		dir := path.Dir(at)
		_, known := m.dirs[dir]
		m.dirs[dir] = append(m.dirs[dir], name{path.Base(at), mode})
		if known {
			return
		}
		at, mode = dir, fs.ModeDir
	}
}

func (m *memory) sort(rel string) (fs.FileMode, error) {
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

func (m *memory) target(rel string) (string, error) { return m.links[rel], nil }

func (m *memory) list(rel string) ([]name, error) {
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
