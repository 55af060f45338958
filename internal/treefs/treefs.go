// Package treefs provides file trees: a directory on disk, a commit of a git repository, and overlays of both.
package treefs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/sorting"
)

// An FS is a file tree. Names are relative to its root, with "/", and "." is the root; no name resolves outside. It may be
// used concurrently. Directory entries include links, which callers must handle.
type FS interface {
	// Lstat returns information about an entry, or fs.ErrNotExist. It does not follow a link at the end of the name.
	Lstat(name string) (fs.FileInfo, error)

	// ReadLink returns the unchanged target of a link.
	ReadLink(name string) (string, error)

	// ReadDir returns the entries of a directory, sorted by name. If there is an error, it returns the entries that could
	// be read.
	ReadDir(name string) ([]fs.DirEntry, error)

	// Open opens a regular file. It follows links. It returns an error for other entries and does not block.
	Open(name string) (File, error)
}

// A File is an open regular file.
type File interface {
	io.Reader
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
}

// Disk returns a directory of the disk as an FS.
func Disk(root *os.Root) FS { return disk{root} }

type disk struct{ root *os.Root }

func (d disk) Lstat(name string) (fs.FileInfo, error) { return d.root.Lstat(filepath.FromSlash(name)) }

func (d disk) ReadLink(name string) (string, error) {
	return d.root.Readlink(filepath.FromSlash(name))
}

func (d disk) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := d.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	sorting.By(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Open opens a file. It checks the type of the open file, which may have been replaced since it was listed.
func (d disk) Open(name string) (File, error) {
	file, err := d.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("is " + TypeName(info.Mode()))}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// TypeName describes the type of a file that is not regular.
func TypeName(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	}
	return "not a regular file"
}

// ReadHead returns at most the first limit bytes of a regular file. It returns nil if there is an error.
func ReadHead(tree FS, name string, limit int64) []byte {
	file, err := tree.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit))
	if err != nil {
		return nil
	}
	return content
}

// ReadFile returns the content of a regular file. It returns nil if there is an error or the file is larger than limit.
func ReadFile(tree FS, name string, limit int64) []byte {
	file, err := tree.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > limit {
		return nil
	}
	content := make([]byte, info.Size())
	n, err := io.ReadFull(file, content)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil
	}
	return content[:n]
}
