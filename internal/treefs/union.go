package treefs

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/sorting"
)

// Union returns a tree with the entries of front, and those of back that front lacks. Links in front may resolve to entries
// of back, but not vice versa.
func Union(front, back FS) FS { return union{front, back} }

type union struct{ front, back FS }

func (b union) Lstat(name string) (fs.FileInfo, error) {
	info, err := b.front.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.back.Lstat(name)
	}
	return info, err
}

func (b union) ReadLink(name string) (string, error) {
	to, err := b.front.ReadLink(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.back.ReadLink(name)
	}
	return to, err
}

func (b union) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := b.front.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.back.ReadDir(name)
	}
	more, moreErr := b.back.ReadDir(name)
	if err != nil || moreErr != nil {
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

func (b union) Open(name string) (File, error) {
	for range maxLinks {
		file, err := b.front.Open(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
		to, linkErr := b.front.ReadLink(name)
		if linkErr != nil || path.IsAbs(to) {
			break
		}
		name = path.Join(path.Dir(name), to)
	}
	return b.back.Open(name)
}
