package lsp

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/language"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A view is the result of a run and the documents that were open. It converts between the paths and offsets of the linter and the
// URIs and positions of the protocol.
type view struct {
	*language.Snapshot
	workspace *workspace
	encoding  encoding
	client    *ClientCapabilities
	settings  settings
	documents documents
	roots     map[*analysis.Tree]discover.Root
	texts     map[*analysis.File]*text
	places    places
}

// file returns the file of a URI, or nil if it is not checked.
func (v *view) file(uri string) *analysis.File {
	path := pathOf(uri)
	if path == "" {
		return nil
	}
	path = realPath(path)
	for _, root := range v.Result.Roots {
		if rel, err := filepath.Rel(root.Dir, path); err == nil && filepath.IsLocal(rel) {
			if f := v.File(root.Show(filepath.ToSlash(rel))); f != nil && f.Tree == root.Tree {
				return f
			}
		}
	}
	return nil
}

// path returns the absolute path of a file.
func (v *view) path(f *analysis.File) string {
	return filepath.Join(v.roots[f.Tree].Dir, filepath.FromSlash(f.Rel))
}

// absPath returns the absolute path of a path in reports, or "" if it is outside all roots.
func (v *view) absPath(path string) string {
	if f := v.File(path); f != nil {
		return v.path(f)
	}
	for _, root := range v.Result.Roots {
		for _, rel := range []string{root.Base + strings.TrimPrefix(path, root.Tree.Prefix), path} {
			if root.Tree.Exists(rel) && root.Show(rel) == path {
				return filepath.Join(root.Dir, filepath.FromSlash(rel))
			}
		}
	}
	return ""
}

// uri returns the URI of a file.
func (v *view) uri(f *analysis.File) string { return v.workspace.uri(v.documents, v.path(f)) }

var errChanged = errors.New("the file has changed")

// read returns the content of a file in the run.
func (v *view) read(f *analysis.File) ([]byte, error) {
	if doc := v.documents[v.path(f)]; doc != nil {
		return []byte(doc.content), nil
	}
	content := treefs.ReadFile(v.roots[f.Tree].FS, f.Rel, load.MaxJSON)
	if content == nil {
		return nil, errChanged
	}
	return content, nil
}

// text returns the lines of a file, or nil.
func (v *view) text(f *analysis.File) *text {
	if doc := v.documents[v.path(f)]; doc != nil {
		return doc.text
	}
	t, known := v.texts[f]
	if !known {
		if content, err := v.read(f); err == nil {
			t = newText(string(content))
		}
		v.texts[f] = t
	}
	return t
}

// offset returns the offset of a position in a file, or false if the file cannot be read.
func (v *view) offset(f *analysis.File, p Position) (int, bool) {
	t := v.text(f)
	if t == nil {
		return 0, false
	}
	return t.offset(p, v.encoding), true
}

// rangeOf converts a range in a file. If the file cannot be read, it is empty.
func (v *view) rangeOf(f *analysis.File, r analysis.Range) Range {
	t := v.text(f)
	if t == nil {
		return Range{}
	}
	return t.rangeOf(r, v.encoding)
}

// location converts a location in a file.
func (v *view) location(f *analysis.File, r analysis.Range) Location {
	return Location{v.uri(f), v.rangeOf(f, r)}
}

// place returns the range of a place in a report.
func (v *view) place(p *finding.Place) Range {
	if p.Start.Line == 0 {
		return Range{}
	}
	start, ok := v.quickPosition(p.Start, p.Columns.Start)
	end, also := v.quickPosition(p.End, p.Columns.End)
	if ok && also {
		return Range{start, end}
	}
	f := v.File(p.Path)
	if f == nil {
		return Range{start, end}
	}
	return v.places.get(f, p.Range, func() Range {
		if v.text(f) == nil {
			return Range{start, end}
		}
		return v.rangeOf(f, p.Range)
	})
}

// quickPosition converts a position without reading its line. It returns false if the column may be wrong.
func (v *view) quickPosition(p analysis.Position, bytes int) (Position, bool) {
	at := Position{uint32(p.Line - 1), uint32(max(p.Column, 1) - 1)}
	switch {
	case v.encoding == utf8Units && bytes > 0:
		at.Character = uint32(bytes - 1)
		return at, true
	case bytes == p.Column: // all preceding characters on the line are single bytes
		return at, true
	}
	return at, v.encoding == utf32Units
}

// places caches converted ranges by path, so that unchanged files are not read again.
type places map[string]*filePlaces

type filePlaces struct {
	hash   [32]byte
	ranges map[analysis.Range]Range
}

// get returns a converted range of a file, or calls convert.
func (p places) get(f *analysis.File, r analysis.Range, convert func() Range) Range {
	known := p[f.Path]
	if known == nil || known.hash != f.Hash || f.Hash == [32]byte{} {
		known = &filePlaces{f.Hash, map[analysis.Range]Range{}}
		p[f.Path] = known
	}
	if at, ok := known.ranges[r]; ok {
		return at
	}
	at := convert()
	known.ranges[r] = at
	return at
}
