package registry

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// Limits of files that are not parsed as documents.
const (
	maxDataFile   = 1 << 20  // bytes of a file
	maxOtherFile  = 4 << 20  // bytes of a file that it lists
	maxOtherFiles = 64 << 20 // bytes of all of them
	maxReported   = 50       // findings per file and those that it opens
)

// A dataFile is a JSON or YAML file that is not parsed as a document.
type dataFile struct {
	pass   *analysis.Pass
	tree   *analysis.Tree
	rel    string
	source []byte
	root   *analysis.Value
	left   *int64 // bytes of listed files that may still be read

	reported *int
}

// eachData calls check for each file of the workspace that is wanted and contains a text, except for examples. Files that are not
// valid JSON or YAML are reported.
func eachData(pass *analysis.Pass, wanted func(rel string) bool, contains, effect string, check func(*dataFile)) {
	left := int64(maxOtherFiles)
	for _, tree := range pass.Workspace.Trees {
		for _, rel := range tree.All() {
			if !wanted(rel) || placeholder.IsTemplatePath(rel) {
				continue
			}
			f := &dataFile{pass: pass, tree: tree, left: &left, reported: new(int)}
			if f = f.open(rel, contains, effect); f != nil {
				check(f)
			}
		}
	}
}

// open returns another file if it exists, contains a text and is valid. Invalid JSON or YAML is reported.
func (f *dataFile) open(rel, contains, effect string) *dataFile {
	if !f.tree.IsFile(rel) {
		return nil
	}
	other := *f
	other.rel, other.source = rel, f.tree.Read(rel, maxDataFile)
	if other.source == nil || !bytes.Contains(other.source, []byte(contains)) {
		return nil
	}
	var broken *analysis.Problem
	format := "JSON"
	if path.Ext(rel) == ".json" {
		t := jsontree.Parse(other.source, 0)
		if other.root = t.Root; t.Broken != nil && t.Broken.Cause != jsontree.BOM && !jsontree.IsLimit(t.Broken.Cause) {
			broken = t.Broken
		}
	} else {
		t := yamltree.Parse(other.source, analysis.Range{End: len(other.source)})
		other.root, broken, format = t.Root, t.Broken, "YAML"
	}
	if broken != nil {
		other.report(broken.Range, analysis.Diagnostic{Message: "invalid " + format + ": " + broken.Message, Effect: effect, Help: broken.Help})
		return nil
	}
	if other.root == nil {
		return nil
	}
	return &other
}

// report reports a finding at a range of the file.
func (f *dataFile) report(at analysis.Range, d analysis.Diagnostic) {
	if *f.reported++; *f.reported > maxReported {
		return
	}
	d.Location = &analysis.Location{Path: f.tree.Prefix + f.rel, Range: at, Start: positionIn(f.source, at.Start), End: positionIn(f.source, at.End)}
	f.pass.Report(d)
}

// positionIn returns the position of an offset.
func positionIn(source []byte, offset int) analysis.Position {
	at := analysis.Position{Line: 1, Column: 1}
	for _, r := range string(source[:min(offset, len(source))]) {
		if at.Column++; r == '\n' {
			at.Line, at.Column = at.Line+1, 1
		}
	}
	return at
}

// absent reports whether a path certainly does not exist.
func (f *dataFile) absent(rel string) bool {
	return !analysis.LeavesRoot(rel) && f.tree.Stat(rel) == analysis.Absent && f.tree.Walked(path.Dir(rel)) && !f.tree.Ignored(rel)
}

// read reads a listed file; nil if it does not exist or is too large.
func (f *dataFile) read(rel string) []byte {
	if analysis.LeavesRoot(rel) || !f.tree.Exists(rel) || f.tree.IsDir(rel) {
		return nil
	}
	text := f.tree.Read(rel, min(maxOtherFile, *f.left))
	*f.left -= int64(len(text))
	return text
}

// below returns the paths below a directory.
func (f *dataFile) below(dir string) iter.Seq[string] {
	all, start := f.tree.All(), 0
	if dir != "." {
		dir += "/"
		start, _ = slices.BinarySearch(all, dir)
	}
	return func(yield func(string) bool) {
		for _, rel := range all[start:] {
			if dir != "." && !strings.HasPrefix(rel, dir) || !yield(rel) {
				return
			}
		}
	}
}

// textOf returns a string of a mapping; "" if it does not exist or is not a string.
func textOf(v *analysis.Value, key string) string {
	if s := v.Get(key); s.IsString() {
		return s.Text
	}
	return ""
}
