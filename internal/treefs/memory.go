package treefs

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/sorting"
)

// Limits of a tree in memory.
const (
	MaxEntries = 200_000   // files and directories
	MaxMemory  = 256 << 20 // bytes of all files

	maxMemoryPath  = 4096 // bytes
	maxMemoryDepth = 256  // directories
)

// A Memory is a file tree in memory. After all entries have been added, it may be used concurrently.
type Memory struct {
	entries  map[string]*memoryEntry
	dirs     map[string][]string // names in each directory, in the order of addition
	size     int64
	resolver *Resolver
}

type memoryEntry struct {
	info
	content []byte // of a file; for a link, its target
}

// Errors of entries that a Memory does not accept.
var (
	ErrPath      = errors.New("must be a relative path without \"..\"")
	ErrDeep      = errors.New("path of more than 4,096 bytes or 256 directories")
	ErrDuplicate = errors.New("duplicate path")
	ErrBelowFile = errors.New("is below a path that is not a directory")
	ErrTooMany   = errors.New("more than 200,000 files and directories")
	ErrTooLarge  = errors.New("more than 256 MiB of files")
)

// NewMemory returns an empty tree.
func NewMemory() *Memory {
	m := &Memory{entries: map[string]*memoryEntry{}, dirs: map[string][]string{}}
	m.entries["."] = &memoryEntry{info: dirInfo(".")}
	m.resolver = NewResolver(m.linkTarget)
	return m
}

// Add adds an entry and the directories above it. content is the content of a file, or the target of a link. The tree keeps
// content, which must not change. An existing directory may be added again.
func (m *Memory) Add(name string, mode fs.FileMode, content []byte) error {
	if !isMemoryPath(name) {
		return ErrPath
	}
	if len(name) > maxMemoryPath || strings.Count(name, "/") > maxMemoryDepth {
		return ErrDeep
	}
	if known := m.entries[name]; known != nil {
		if known.IsDir() && mode.IsDir() {
			return nil
		}
		return ErrDuplicate
	}
	if m.size += int64(len(content)); m.size > MaxMemory {
		return ErrTooLarge
	}
	if err := m.addDirs(path.Dir(name)); err != nil {
		return err
	}
	return m.add(name, &memoryEntry{info{path.Base(name), mode, int64(len(content)), time.Time{}}, content})
}

// Left returns the number of bytes that can still be added.
func (m *Memory) Left() int64 { return MaxMemory - m.size }

// isMemoryPath reports whether a path is valid for an entry. As on a disk, it need not be UTF-8.
func isMemoryPath(name string) bool {
	return name == path.Clean(name) && name != "." && name != ".." && !strings.HasPrefix(name, "../") && !path.IsAbs(name) &&
		strings.IndexByte(name, 0) < 0
}

// addDirs adds a directory and those above it.
func (m *Memory) addDirs(name string) error {
	for end := range len(name) + 1 {
		if end < len(name) && name[end] != '/' {
			continue
		}
		at := name[:end]
		known := m.entries[at]
		switch {
		case known == nil:
			if err := m.add(at, &memoryEntry{info: dirInfo(at)}); err != nil {
				return err
			}
		case !known.IsDir():
			return ErrBelowFile
		}
	}
	return nil
}

func (m *Memory) add(name string, e *memoryEntry) error {
	if len(m.entries) > MaxEntries {
		return ErrTooMany
	}
	m.entries[name] = e
	m.dirs[path.Dir(name)] = append(m.dirs[path.Dir(name)], path.Base(name))
	return nil
}

// All calls yield with the path, mode and content of each entry, sorted by path.
func (m *Memory) All(yield func(name string, mode fs.FileMode, content []byte) error) error {
	for _, name := range slices.Sorted(maps.Keys(m.entries)) {
		if e := m.entries[name]; name != "." {
			if err := yield(name, e.mode, e.content); err != nil {
				return err
			}
		}
	}
	return nil
}

// Content returns the content of a regular file. It follows links. The content must not be changed.
func (m *Memory) Content(name string) ([]byte, error) {
	e, err := m.regular(name)
	if err != nil {
		return nil, err
	}
	return e.content, nil
}

// Real resolves the links in a path.
func (m *Memory) Real(name string) (string, error) {
	_, real, err := m.lookup("resolve", name, true)
	return real, err
}

// linkTarget returns the target of a link, or "" for other entries. name must not contain links in directories.
func (m *Memory) linkTarget(name string, isDir bool) (string, error) {
	e := m.entries[name]
	switch {
	case e == nil:
		return "", fs.ErrNotExist
	case e.mode&fs.ModeSymlink != 0 && len(e.content) == 0:
		return "", fs.ErrNotExist
	case e.mode&fs.ModeSymlink != 0:
		return string(e.content), nil
	case isDir && !e.IsDir():
		return "", errNotDir
	}
	return "", nil
}

// lookup returns the entry with a name, and its path without links. follow: follow a link at the end of the name.
func (m *Memory) lookup(op, name string, follow bool) (*memoryEntry, string, error) {
	real, err := m.resolver.Resolve(name, follow)
	if err == nil && m.entries[real] == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: err}
	}
	return m.entries[real], real, nil
}

func (m *Memory) Lstat(name string) (fs.FileInfo, error) {
	e, _, err := m.lookup("lstat", name, false)
	if err != nil {
		return nil, err
	}
	return e.info, nil
}

func (m *Memory) ReadLink(name string) (string, error) {
	e, _, err := m.lookup("readlink", name, false)
	if err == nil && e.mode&fs.ModeSymlink == 0 {
		err = &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	if err != nil {
		return "", err
	}
	return string(e.content), nil
}

func (m *Memory) ReadDir(name string) ([]fs.DirEntry, error) {
	e, real, err := m.lookup("list", name, true)
	if err == nil && !e.IsDir() {
		err = &fs.PathError{Op: "list", Path: name, Err: errNotDir}
	}
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, 0, len(m.dirs[real]))
	for _, child := range m.dirs[real] {
		entries = append(entries, fs.FileInfoToDirEntry(m.entries[path.Join(real, child)].info))
	}
	sorting.By(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (m *Memory) Open(name string) (File, error) {
	e, err := m.regular(name)
	if err != nil {
		return nil, err
	}
	return memoryFile{bytes.NewReader(e.content), e.info}, nil
}

func (m *Memory) regular(name string) (*memoryEntry, error) {
	e, _, err := m.lookup("open", name, true)
	if err == nil && !e.mode.IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("is " + TypeName(e.mode))}
	}
	return e, err
}
