package treefs

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/sorting"
)

// Union returns a tree with the entries of front, and those of behind that front lacks. Links of front may
// resolve to entries of behind, but not the other way round.
func Union(front, behind FS) FS { return union{front, behind} }

type union struct{ first, second FS }

func (b union) Lstat(name string) (fs.FileInfo, error) {
	info, err := b.first.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.second.Lstat(name)
	}
	return info, err
}

func (b union) ReadLink(name string) (string, error) {
	to, err := b.first.ReadLink(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.second.ReadLink(name)
	}
	return to, err
}

func (b union) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := b.first.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return b.second.ReadDir(name)
	}
	more, none := b.second.ReadDir(name)
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

func (b union) Open(name string) (File, error) {
	for range maxLinks {
		file, err := b.first.Open(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
		to, none := b.first.ReadLink(name)
		if none != nil || path.IsAbs(to) {
			break
		}
		name = path.Join(path.Dir(name), to)
	}
	return b.second.Open(name)
}
