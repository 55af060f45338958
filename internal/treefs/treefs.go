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

// An FS is a file tree. Names are relative to its root, with "/", and "." for the root; no name resolves
// outside. It may be used concurrently. Links are visible: callers resolve links to directories themselves.
type FS interface {
	// Lstat returns the entry at a name without following a link, or fs.ErrNotExist.
	Lstat(name string) (fs.FileInfo, error)

	// ReadLink returns the target of a link, verbatim.
	ReadLink(name string) (string, error)

	// ReadDir lists a directory, sorted by name. With an error, it returns the entries that could be read.
	ReadDir(name string) ([]fs.DirEntry, error)

	// Open opens a regular file, also through links. Anything else is an error; it never blocks.
	Open(name string) (File, error)
}

// A File is a regular file that was opened.
type File interface {
	io.Reader
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
}

// Disk returns a directory of the disk as an FS. os.Root prevents links from resolving outside.
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

// Open opens a file, which may have changed since it was listed.
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

// TypeName describes a file that is not regular.
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

// ReadHead returns the first bytes of a regular file, at most most, or nil.
func ReadHead(tree FS, name string, most int64) []byte {
	file, err := tree.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return nil
	}
	return content
}

// ReadFile returns the content of a regular file of at most most bytes, or nil.
func ReadFile(tree FS, name string, most int64) []byte {
	file, err := tree.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > most {
		return nil
	}
	content := make([]byte, info.Size())
	n, err := io.ReadFull(file, content)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil
	}
	return content[:n]
}
