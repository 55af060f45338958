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
)

// Limits of JSON files that are not documents.
const (
	maxJSONFile    = 1 << 20  // bytes of a file
	maxOtherFile   = 4 << 20  // bytes of a file that it lists
	maxOtherFiles  = 64 << 20 // bytes of all of them
	maxJSONReports = 50       // findings per file
)

// A jsonFile is a JSON file that is not a document.
type jsonFile struct {
	pass   *analysis.Pass
	tree   *analysis.Tree
	rel    string
	source []byte
	root   *analysis.Value
	left   *int64 // bytes of listed files that may still be read

	reported int
}

// eachJSON calls check for each file of the workspace that is wanted and contains a text, except for examples. Files that are not valid
// JSON are reported.
func eachJSON(pass *analysis.Pass, wanted func(rel string) bool, contains, effect string, check func(*jsonFile)) {
	seen, left := map[*analysis.Tree]bool{}, int64(maxOtherFiles)
	for _, w := range pass.Workspace.Files {
		if seen[w.Tree] {
			continue
		}
		seen[w.Tree] = true
		for _, rel := range w.Tree.All() {
			if !wanted(rel) || !w.Tree.IsFile(rel) || placeholder.IsTemplatePath(rel) {
				continue
			}
			f := &jsonFile{pass: pass, tree: w.Tree, rel: rel, source: w.Tree.Read(rel, maxJSONFile), left: &left}
			if f.source == nil || !bytes.Contains(f.source, []byte(contains)) {
				continue
			}
			t := jsontree.Parse(f.source, 0)
			if f.root = t.Root; t.Broken != nil && t.Broken.Cause != jsontree.BOM && !jsontree.IsLimit(t.Broken.Cause) {
				f.report(t.Broken.Range, analysis.Diagnostic{Message: "invalid JSON: " + t.Broken.Message, Effect: effect, Help: t.Broken.Help})
			} else if f.root != nil {
				check(f)
			}
		}
	}
}

// report reports a finding at a range of the file.
func (f *jsonFile) report(at analysis.Range, d analysis.Diagnostic) {
	if f.reported++; f.reported > maxJSONReports {
		return
	}
	d.Location = &analysis.Location{Path: f.tree.Prefix + f.rel, Start: positionIn(f.source, at.Start), End: positionIn(f.source, at.End)}
	f.pass.Report(d)
}

// absent reports whether a path certainly does not exist.
func (f *jsonFile) absent(rel string) bool {
	return !analysis.LeavesRoot(rel) && f.tree.Stat(rel) == analysis.Absent && f.tree.Walked(path.Dir(rel)) && !f.tree.Ignored(rel)
}

// read reads a listed file; nil if it does not exist or is too large.
func (f *jsonFile) read(rel string) []byte {
	if analysis.LeavesRoot(rel) || !f.tree.Exists(rel) || f.tree.IsDir(rel) {
		return nil
	}
	text := f.tree.Read(rel, min(maxOtherFile, *f.left))
	*f.left -= int64(len(text))
	return text
}

// below returns the paths below a directory.
func (f *jsonFile) below(dir string) iter.Seq[string] {
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
