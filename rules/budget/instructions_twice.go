package budget

import (
	"bytes"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// A content identifies the text of the instructions of a client in a directory.
type content struct {
	layer
	hash [32]byte
}

// reportCopies reports instructions that are a copy of those in a directory above, because the client reads both. All
// clients with imports or a total limit read the instructions of all directories above.
func reportCopies(pass *analysis.Pass) {
	first := map[content]*analysis.File{}
	var files []*analysis.File
	for _, f := range pass.Workspace.Files {
		rules := f.Rules()
		if f.Kind != analysis.Instructions || rules == nil || rules.Imports == nil && rules.Total == nil || f.Size == 0 || placeholder.IsTemplatePath(f.Rel) || isImport(f) {
			continue
		}
		at := contentOf(f)
		if other := first[at]; other == nil || len(f.Rel) < len(other.Rel) {
			first[at] = f
		}
		files = append(files, f)
	}
	for _, f := range files {
		other := (*analysis.File)(nil)
		for at := contentOf(f); other == nil; at.dir = path.Dir(at.dir) {
			if other = first[at]; other == f {
				other = nil
			}
			if at.dir == "." || at.dir == "/" {
				break
			}
		}
		if other == nil {
			continue
		}
		one := analysis.Position{Line: 1, Column: 1}
		pass.Report(analysis.Diagnostic{Location: &analysis.Location{Path: f.Path, Start: one, End: one}, Severity: analysis.Info, Anywhere: true, About: "copy",
			Message: "copy of " + quote.Text(other.Path), Effect: f.Dialect.Title + " reads the same instructions twice", Help: "delete one of the files",
			Group: analysis.Group{Key: other.Path, Message: analysis.Many + " copies of " + quote.Text(other.Path), Help: "delete the copies"}})
	}
}

// isImport reports whether a file only imports others. Its imports are relative to its directory, so a file of the same text has
// others.
func isImport(f *analysis.File) bool {
	if f.Size > maxImport {
		return false
	}
	for line := range bytes.Lines(f.Tree.Read(f.Rel, maxImport)) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '@' && !bytes.HasPrefix(line, []byte("<!--")) {
			return false
		}
	}
	return true
}

// maxImport limits the bytes of a file that only imports others.
const maxImport = 1000

// contentOf returns the content of a file. CLAUDE.md in .claude/ applies to the directory above.
func contentOf(f *analysis.File) content {
	dir := path.Dir(f.Rel)
	if base := path.Base(dir); base[0] == '.' && base != "." {
		dir = path.Dir(dir)
	}
	return content{layer{f.Tree, f.Dialect.Name, dir}, f.Hash}
}
