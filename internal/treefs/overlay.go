package treefs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/sorting"
)

const (
	newFile = fs.FileMode(0o644)
	newDir  = fs.ModeDir | 0o755
)

// Overlay returns a tree with changed and added files and their directories. The result is the same as after writing the
// files to the tree below: links are followed, and existing files keep their mode. Names that cannot be written are an
// error: directories, paths below a file, links that point outside the tree. The tree below must not change.
func Overlay(below FS, files map[string][]byte) (FS, error) {
	o := newOverlay(below)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := o.write(name, files[name]); err != nil {
			return nil, fmt.Errorf("cannot replace the content of %s: %w", name, err)
		}
	}
	return o, nil
}

// Rewrite returns an overlay in which functions transform existing files, and symbolic links have new targets. A function must
// close the original. Names must be those of regular files or links, in directories without links.
func Rewrite(below FS, files map[string]func(File) (File, error), targets map[string]string) (FS, error) {
	o := newOverlay(below)
	o.targets = targets
	for name, rewrite := range files {
		o.files[name] = file{rewrite: rewrite}
		at, err := stat(o, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, WithoutPath(err))
		}
		o.files[name] = file{info{path.Base(name), at.Mode(), at.Size(), at.ModTime()}, nil, rewrite}
	}
	return o, nil
}

func stat(tree FS, name string) (fs.FileInfo, error) {
	file, err := tree.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Stat()
}

func newOverlay(below FS) *overlay {
	o := &overlay{below: below, files: map[string]file{}, added: map[string][]string{}, links: map[string]string{}}
	o.resolver = NewResolver(o.linkTarget)
	return o
}

var errNotDir = errors.New("not a directory")

type overlay struct {
	below   FS
	files   map[string]file     // by name without links
	targets map[string]string   // new targets of links, by name without links in directories
	added   map[string][]string // added or changed entries of each directory, by name without links

	resolver *Resolver
	links    map[string]string // cached link targets of directories in the tree below; "" if not a link
}

type file struct {
	info
	content []byte
	rewrite func(File) (File, error) // nil: use content
}

// write adds a file to the overlay.
func (o *overlay) write(name string, content []byte) error {
	if !fs.ValidPath(name) || name == "." {
		return fs.ErrInvalid
	}
	real, err := o.resolve(name, true)
	if err != nil {
		return err
	}
	f := file{info{path.Base(real), newFile, int64(len(content)), time.Time{}}, content, nil}
	at, err := o.Lstat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !at.Mode().IsRegular():
		return errors.New("is " + TypeName(at.Mode()))
	default:
		f.mode, f.time = at.Mode(), at.ModTime()
	}
	o.files[real] = f
	for at := real; at != "."; at = path.Dir(at) {
		dir := path.Dir(at)
		if !slices.Contains(o.added[dir], path.Base(at)) {
			o.added[dir] = append(o.added[dir], path.Base(at))
		}
	}
	return nil
}

func (o *overlay) resolve(name string, last bool) (string, error) {
	return o.resolver.Resolve(name, last)
}

// linkTarget returns the target of a link, or "" for other entries. name must not contain links in directories. Results for
// directories are cached.
func (o *overlay) linkTarget(name string, isDir bool) (string, error) {
	if _, ok := o.files[name]; ok && isDir {
		return "", errNotDir
	} else if ok {
		return "", nil
	}
	if to, ok := o.targets[name]; ok {
		return to, nil
	}
	if to, ok := o.links[name]; ok {
		return to, nil
	}
	var to string
	at, err := o.below.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case at.Mode()&fs.ModeSymlink != 0:
		if to, err = o.below.ReadLink(name); err != nil {
			return "", err
		}
	}
	if isDir {
		o.links[name] = to
	}
	return to, nil
}

func (o *overlay) Lstat(name string) (fs.FileInfo, error) {
	real, err := o.resolve(name, false)
	if err != nil {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	if f, ok := o.files[real]; ok {
		return f.info, nil
	}
	at, err := o.below.Lstat(real)
	if errors.Is(err, fs.ErrNotExist) && o.added[real] != nil {
		return dirInfo(real), nil
	}
	return at, err
}

func (o *overlay) ReadLink(name string) (string, error) {
	if len(o.targets) > 0 {
		real, err := o.resolve(name, false)
		if to, ok := o.targets[real]; ok && err == nil {
			return to, nil
		}
	}
	return o.below.ReadLink(name)
}

func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	real, err := o.resolve(name, true)
	if _, ok := o.files[real]; ok && err == nil {
		err = errNotDir
	}
	if err != nil {
		return nil, &fs.PathError{Op: "list", Path: name, Err: err}
	}
	entries, err := o.below.ReadDir(real)
	if o.added[real] == nil {
		return entries, err
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	merged := slices.Clone(entries)
	for _, name := range o.added[real] {
		i := slices.IndexFunc(merged, func(e fs.DirEntry) bool { return e.Name() == name })
		f, isFile := o.files[path.Join(real, name)]
		switch {
		case isFile && i >= 0:
			merged[i] = fs.FileInfoToDirEntry(f.info)
		case isFile:
			merged = append(merged, fs.FileInfoToDirEntry(f.info))
		case i < 0:
			merged = append(merged, fs.FileInfoToDirEntry(dirInfo(name)))
		}
	}
	sorting.By(merged, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return merged, err
}

func (o *overlay) Open(name string) (File, error) {
	real, err := o.resolve(name, true)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	if f, ok := o.files[real]; ok && f.rewrite != nil {
		old, err := o.below.Open(real)
		if err != nil {
			return nil, err
		}
		return f.rewrite(old)
	} else if ok {
		return memoryFile{bytes.NewReader(f.content), f.info}, nil
	}
	if o.added[real] != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is " + TypeName(fs.ModeDir))}
	}
	return o.below.Open(real)
}

// A memoryFile is an open file in memory.
type memoryFile struct {
	*bytes.Reader
	info info
}

func (f memoryFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f memoryFile) Close() error               { return nil }

// An info describes a file or directory in memory.
type info struct {
	name string
	mode fs.FileMode
	size int64
	time time.Time
}

func dirInfo(name string) info { return info{name: path.Base(name), mode: newDir} }

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return i.time }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return nil }
