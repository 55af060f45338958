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

// A view is the result of a run with the documents that were open. It converts between the paths and offsets of the linter
// and the URIs and positions of the protocol.
type view struct {
	*language.Snapshot
	workspace *workspace
	encoding  encoding
	documents documents
	roots     map[*analysis.Tree]discover.Root
	texts     map[*analysis.File]*text
}

// file returns the file of a URI; nil if the linter does not check it.
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

// shown returns the absolute path of a path in reports; "" if it is below no root.
func (v *view) shown(path string) string {
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

// offset returns the offset of a position in a file; false if the file cannot be read.
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
	return Range{t.position(r.Start, v.encoding), t.position(r.End, v.encoding)}
}

// location converts a location in a file.
func (v *view) location(f *analysis.File, r analysis.Range) Location {
	return Location{v.uri(f), v.rangeOf(f, r)}
}

// place converts a place in a report, mostly without reading its file. The excerpt has the lines from the start on.
func (v *view) place(p *finding.Place) Range {
	if p.Start.Line == 0 {
		return Range{}
	}
	if start, ok := v.excerpted(p, p.Start, p.Columns.Start); ok {
		if end, ok := v.excerpted(p, p.End, p.Columns.End); ok {
			return Range{start, end}
		}
	}
	if f := v.File(p.Path); f != nil && v.text(f) != nil {
		return v.rangeOf(f, p.Range)
	}
	at := func(p analysis.Position) Position { return Position{uint32(p.Line - 1), uint32(max(p.Column, 1) - 1)} }
	return Range{at(p.Start), at(p.End)}
}

// excerpted returns a position if its column needs no conversion, or the excerpt suffices for it.
func (v *view) excerpted(p *finding.Place, at analysis.Position, bytes int) (Position, bool) {
	line := uint32(at.Line - 1)
	switch {
	case v.encoding == utf32Units:
		return Position{line, uint32(at.Column - 1)}, true
	case v.encoding == utf8Units && bytes > 0:
		return Position{line, uint32(bytes - 1)}, true
	}
	i := at.Line - p.Start.Line
	if i < 0 || i >= len(p.Excerpt) || i == 0 && p.ExcerptColumn != 1 {
		return Position{}, false
	}
	n := 0
	for offset := range p.Excerpt[i] + "\n" {
		if n++; n == at.Column {
			return Position{line, uint32(v.encoding.units(p.Excerpt[i][:offset]))}, true
		}
	}
	return Position{}, false
}
