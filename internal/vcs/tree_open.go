package vcs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"sync"

	"github.com/skilllint/skilllint/internal/treefs"
)

const (
	maxInMemory = 8 << 20        // bytes of a file in memory; larger files use a temporary file
	maxFileSize = 1<<30 + 16<<20 // bytes of a file; larger files cannot be read
	maxLinkText = 4096           // bytes of a link's target
)

// incomplete returns the error for an object that the clone lacks.
func incomplete(commit string, err error) error {
	if errors.Is(err, ErrNoGit) || errors.Is(err, context.Canceled) || errors.Is(err, errStopped) || errors.Is(err, ErrForeign) {
		return err
	}
	owner := "of its index"
	if commit != "" {
		owner = fmt.Sprintf("of commit %.12s", commit)
	}
	return fmt.Errorf("missing objects %s (%w); in a partial clone, run: git fetch --refetch --no-filter origin", owner, err)
}

// content returns the content and size of an object, or only the size if it is larger than limit.
func (t *Tree) content(object string, limit int64) ([]byte, int64, error) {
	content, size, err := t.batch.content(object, limit)
	if err != nil {
		return nil, 0, incomplete(t.Commit, err)
	}
	t.mu.Lock()
	t.sizes[object] = size
	t.mu.Unlock()
	return content, size, nil
}

func (t *Tree) size(object string) (int64, error) {
	t.mu.Lock()
	size, ok := t.sizes[object]
	t.mu.Unlock()
	if ok {
		return size, nil
	}
	_, size, err := t.content(object, maxInMemory)
	return size, err
}

// link returns the target of a link.
func (t *Tree) link(e *treeEntry) (string, error) {
	text, size, err := t.content(e.object, maxLinkText)
	switch {
	case err != nil:
		return "", err
	case size > maxLinkText:
		return "", errors.New("symbolic link too long")
	}
	return string(text), nil
}

// ReadLink returns the unchanged target of a link.
func (t *Tree) ReadLink(name string) (string, error) {
	sub, real, err := t.locate(name, false)
	if sub != nil && real != "" {
		return sub.ReadLink(real)
	}
	var e *treeEntry
	if err == nil {
		if e = t.entry(real); e == nil || e.mode&fs.ModeSymlink == 0 {
			return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
		}
	}
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
	}
	text, err := t.link(e)
	if err != nil {
		return "", t.fail("readlink", name, err)
	}
	return text, nil
}

// Open opens a regular file. It follows links.
func (t *Tree) Open(name string) (treefs.File, error) {
	sub, real, err := t.locate(name, true)
	if sub != nil && real != "" {
		return sub.Open(real)
	}
	if sub != nil {
		err = errors.New("is a directory")
	}
	var info fs.FileInfo
	if err == nil {
		info, err = t.stat(real)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is " + treefs.TypeName(info.Mode()))
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	object := t.entry(real).object
	content, size, err := t.content(object, maxInMemory)
	if err != nil {
		return nil, t.fail("open", name, err)
	}
	opened := treeInfo{path.Base(name), info.Mode(), t, object}
	if size > maxInMemory {
		return &largeFile{tree: t, name: name, object: object, size: size, info: opened}, nil
	}
	return memFile{bytes.NewReader(content), opened}, nil
}

// A memFile is a file in memory.
type memFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f memFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f memFile) Close() error               { return nil }

// A largeFile is copied to a temporary file when it is first read.
type largeFile struct {
	tree   *Tree
	name   string
	object string
	size   int64
	info   fs.FileInfo

	once sync.Once
	file *os.File
	err  error
}

func (f *largeFile) Stat() (fs.FileInfo, error) { return f.info, nil }

func (f *largeFile) Read(p []byte) (int, error) {
	if f.once.Do(f.spool); f.err != nil {
		return 0, f.err
	}
	return f.file.Read(p)
}

func (f *largeFile) ReadAt(p []byte, at int64) (int, error) {
	if f.once.Do(f.spool); f.err != nil {
		return 0, f.err
	}
	return f.file.ReadAt(p, at)
}

// Close removes the temporary file.
func (f *largeFile) Close() error {
	f.once.Do(func() { f.err = fs.ErrClosed })
	if f.file == nil {
		return nil
	}
	return errors.Join(f.file.Close(), os.RemoveAll(f.file.Name()))
}

func (f *largeFile) spool() {
	if f.size > maxFileSize {
		f.err = &fs.PathError{Op: "read", Path: f.name, Err: fmt.Errorf("%d bytes long (limit %d)", f.size, int64(maxFileSize))}
		return
	}
	file, err := os.CreateTemp("", "skilllint-*")
	if err != nil {
		f.err = f.tree.fail("read", f.name, err)
		return
	}
	f.file = file
	if runtime.GOOS != "windows" {
		_ = os.Remove(file.Name()) // so that no file remains if this process is killed
	}
	err = f.tree.batch.copy(f.object, file)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.err = f.tree.fail("read", f.name, incomplete(f.tree.Commit, err))
	}
}
