package clientfs

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// maxLinks limits the links in one path, as on Linux.
const maxLinks = 40

// A place is what a path resolves to.
type place struct {
	real    string            // the path with links resolved; "" if it does not exist or may not be read
	kind    catalog.EntryKind // File, Directory or Other
	outside bool              // resolves to a path that may not be read
	loop    bool              // the links form a cycle
}

var broken = place{kind: catalog.Other}

// Real returns a path with links resolved; "" if it does not exist or may not be read.
func (s *Source) Real(at string) string { return s.resolve(at).real }

// resolve resolves an absolute path.
func (s *Source) resolve(at string) place {
	links := 0
	p := s.follow(path.Clean(at), &links)
	s.places[at] = p
	return p
}

// follow resolves an absolute path and counts its links.
func (s *Source) follow(at string, links *int) place {
	if p, known := s.places[at]; known {
		return p
	}
	if s.isAbove(at) {
		return place{real: at, kind: catalog.Directory}
	}
	parent := place{real: path.Dir(at), kind: catalog.Directory}
	if path.Dir(at) != at {
		parent = s.follow(path.Dir(at), links)
	}
	if parent.kind != catalog.Directory {
		return place{kind: catalog.Other, outside: parent.outside, loop: parent.loop}
	}
	real := join(parent.real, path.Base(at)) // with links, many paths resolve to it
	p, known := s.places[real]
	if !known {
		p = s.followLast(real, links)
	}
	if p.real != "" {
		s.places[real], s.places[at] = p, p
	}
	return p
}

// followLast resolves a path of which only the last element may be a link.
func (s *Source) followLast(at string, links *int) place {
	t, rel := s.treeOf(at)
	if t == nil {
		return place{kind: catalog.Other, outside: true}
	}
	mode, err := t.lstat(rel)
	switch {
	case err != nil:
		s.noteUnread(at, err)
		return broken
	case mode.IsDir():
		return place{real: at, kind: catalog.Directory}
	case mode.IsRegular():
		return place{real: at, kind: catalog.File}
	case mode&fs.ModeSymlink == 0:
		return broken
	}
	target, err := t.readlink(rel)
	if *links++; err != nil || *links > maxLinks {
		return place{kind: catalog.Other, loop: err == nil}
	}
	p := s.followTarget(path.Dir(at), target, links)
	if p.outside {
		s.unread[at] = "link outside the project and the home directory, not followed"
	}
	return p
}

// followTarget resolves the target of a link in a directory, element by element: the meaning of ".." depends on
// what the preceding elements resolve to.
func (s *Source) followTarget(dir, target string, links *int) place {
	p := place{real: dir, kind: catalog.Directory}
	if path.IsAbs(target) || isVolume(target) {
		p.real, target, _ = strings.Cut(target, "/")
		p.real += "/"
	}
	for part := range strings.SplitSeq(target, "/") {
		switch {
		case part == "" || part == ".":
			continue
		case p.kind != catalog.Directory:
			return place{kind: catalog.Other, outside: p.outside}
		case part == "..":
			p.real = path.Dir(p.real)
			continue
		}
		if p = s.follow(join(p.real, part), links); p.real == "" {
			return p
		}
	}
	if t, _ := s.treeOf(p.real); t == nil {
		return place{kind: catalog.Other, outside: true}
	}
	return p
}

// isVolume reports whether a path starts with a drive letter.
func isVolume(at string) bool {
	return len(at) > 2 && at[1] == ':' && at[2] == '/'
}

// noteUnread adds a note on a path that exists but cannot be read.
func (s *Source) noteUnread(at string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.unread[at] = "cannot be read: " + treefs.WithoutPath(err).Error()
	}
}

// List returns the entries of a directory, in byte order of the names.
func (s *Source) List(dir string) []catalog.Entry {
	p := s.resolve(dir)
	if p.kind != catalog.Directory {
		return nil
	}
	if known, ok := s.entries[p.real]; ok {
		return known
	}
	t, rel := s.treeOf(p.real)
	if t == nil {
		return nil
	}
	names, err := t.list(rel)
	if s.noteUnread(p.real, err); err != nil {
		return nil
	}
	if len(names) >= maxEntries {
		s.unread[p.real] = "has more entries than skilllint reads"
	}
	entries := make([]catalog.Entry, 0, len(names))
	for _, n := range names {
		entries = append(entries, catalog.Entry{Name: n.name, Kind: s.kindOf(p.real, n)})
	}
	sorting.By(entries, func(a, b catalog.Entry) int { return strings.Compare(a.Name, b.Name) })
	s.entries[p.real] = entries
	return entries
}

// kindOf returns the kind of an entry of a directory, with links followed.
func (s *Source) kindOf(dir string, n dirEntry) catalog.EntryKind {
	switch {
	case n.mode.IsDir():
		return catalog.Directory
	case n.mode.IsRegular():
		return catalog.File
	case n.mode&fs.ModeSymlink == 0:
		return catalog.Other
	}
	switch s.resolve(join(dir, n.name)).kind {
	case catalog.Directory:
		return catalog.LinkedDir
	case catalog.File:
		return catalog.LinkedFile
	}
	return catalog.Other
}
