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

// maxLinks is how many links one path may lead through, as on Linux.
const maxLinks = 40

// A place is where a path leads.
type place struct {
	real string            // without links; "" when it leads nowhere
	kind catalog.EntryKind // File, Directory or Other
	left bool              // it leads out of what may be read
	loop bool              // links lead to one another
}

var nowhere = place{kind: catalog.Other}

// Real returns a path without links; "" when it leads nowhere, or to where nothing may be read.
func (s *Source) Real(at string) string {
	p := s.place(at)
	if p.left && p.real == "" {
		return ""
	}
	return p.real
}

// place finds out where an absolute path leads.
func (s *Source) place(at string) place {
	links := 0
	p := s.follow(path.Clean(at), &links)
	s.places[at] = p
	return p
}

// follow does so with the links counted.
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
		return place{kind: catalog.Other, left: parent.left, loop: parent.loop}
	}
	really := join(parent.real, path.Base(at)) // through links many paths lead there
	p, known := s.places[really]
	if !known {
		p = s.step(really, links)
	}
	if p.real != "" {
		s.places[really], s.places[at] = p, p
	}
	return p
}

// step looks at a path of which only the last part may be a link.
func (s *Source) step(at string, links *int) place {
	t, rel := s.treeOf(at)
	if t == nil {
		return place{kind: catalog.Other, left: true}
	}
	mode, err := t.sort(rel)
	switch {
	case err != nil:
		s.unread(at, err)
		return nowhere
	case mode.IsDir():
		return place{real: at, kind: catalog.Directory}
	case mode.IsRegular():
		return place{real: at, kind: catalog.File}
	case mode&fs.ModeSymlink == 0:
		return nowhere
	}
	target, err := t.target(rel)
	if *links++; err != nil || *links > maxLinks {
		return place{kind: catalog.Other, loop: err == nil}
	}
	p := s.along(path.Dir(at), target, links)
	if p.left {
		s.left[at] = "the link leaves what may be read, so it is not followed"
	}
	return p
}

// along follows what a link in a directory points at, part by part: what ".." means depends on
// where the part before it leads.
func (s *Source) along(dir, target string, links *int) place {
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
			return place{kind: catalog.Other, left: p.left}
		case part == "..":
			p.real = path.Dir(p.real)
			continue
		}
		if p = s.follow(join(p.real, part), links); p.real == "" {
			return p
		}
	}
	if t, _ := s.treeOf(p.real); t == nil {
		return place{kind: catalog.Other, left: true}
	}
	return p
}

// isVolume reports whether a path begins with the letter of a drive.
func isVolume(at string) bool {
	return len(at) > 2 && at[1] == ':' && at[2] == '/'
}

// unread remembers what could not be looked at, though it is there.
func (s *Source) unread(at string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.left[at] = "it cannot be read: " + treefs.WithoutPath(err).Error()
	}
}

// List returns what a directory holds, in byte order of the names.
func (s *Source) List(dir string) []catalog.Entry {
	p := s.place(dir)
	if p.kind != catalog.Directory {
		return nil
	}
	if known, ok := s.listed[p.real]; ok {
		return known
	}
	t, rel := s.treeOf(p.real)
	if t == nil {
		return nil
	}
	names, err := t.list(rel)
	if s.unread(p.real, err); err != nil {
		return nil
	}
	if len(names) >= maxEntries {
		s.left[p.real] = "it has more entries than are looked at"
	}
	entries := make([]catalog.Entry, 0, len(names))
	for _, n := range names {
		entries = append(entries, catalog.Entry{Name: n.text, Kind: s.kindOf(p.real, n)})
	}
	sorting.By(entries, func(a, b catalog.Entry) int { return strings.Compare(a.Name, b.Name) })
	s.listed[p.real] = entries
	return entries
}

// kindOf returns what an entry of a directory is, through links.
func (s *Source) kindOf(dir string, n name) catalog.EntryKind {
	switch {
	case n.mode.IsDir():
		return catalog.Directory
	case n.mode.IsRegular():
		return catalog.File
	case n.mode&fs.ModeSymlink == 0:
		return catalog.Other
	}
	switch s.place(join(dir, n.text)).kind {
	case catalog.Directory:
		return catalog.LinkedDir
	case catalog.File:
		return catalog.LinkedFile
	}
	return catalog.Other
}
