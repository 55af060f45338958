package treefs

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/sorting"
)

// Both returns a tree that shows what stands in front, and where nothing does what stands behind it.
// Links in the tree in front may lead to what stands behind it; those behind lead to that alone.
func Both(front, behind FS) FS { return both{front, behind} }

type both struct{ front, behind FS }

func (b both) Lstat(name string) (fs.FileInfo, error) {
	info, err := b.front.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.behind.Lstat(name)
	}
	return info, err
}

func (b both) ReadLink(name string) (string, error) {
	to, err := b.front.ReadLink(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.behind.ReadLink(name)
	}
	return to, err
}

func (b both) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := b.front.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.behind.ReadDir(name)
	}
	more, none := b.behind.ReadDir(name)
	if err != nil || none != nil {
		return entries, err
	}
	has := make(map[string]bool, len(entries))
	for _, e := range entries {
		has[e.Name()] = true
	}
	for _, e := range more {
		if !has[e.Name()] {
			entries = append(entries, e)
		}
	}
	sorting.By(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (b both) Open(name string) (File, error) {
	for range maxLinks {
		file, err := b.front.Open(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
		to, none := b.front.ReadLink(name)
		if none != nil || path.IsAbs(to) {
			break
		}
		name = path.Join(path.Dir(name), to)
	}
	return b.behind.Open(name)
}
