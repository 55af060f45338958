package house

import (
	"path"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/quote"
)

// besides looks for files in the folders of files.
var besides = &analysis.Analyzer{
	Name: "internal/house-file", Doc: "house rules about the files beside one",
	Severity: analysis.Error, Scope: analysis.PerWorkspace, Source: source, Run: lookBeside,
}

func lookBeside(pass *analysis.Pass) error {
	if pass.FileOptions == nil {
		return nil
	}
	all := map[*analysis.Tree][]string{}
	for _, file := range pass.Workspace.Files {
		for _, r := range setOf(pass.FileOptions(file)).of(file, func(r *Rule) bool { return r.File != nil }) {
			tree := file.Tree
			if all[tree] == nil {
				all[tree] = tree.All()
			}
			f := folder{pass: pass, file: file, all: all[tree]}
			f.look(r)
		}
	}
	return nil
}

// A folder is what lies beside a file and below.
type folder struct {
	pass *analysis.Pass
	file *analysis.File
	all  []string // of the tree, sorted
}

// mostBeside is how many files of one folder a rule reports.
const mostBeside = 100

// look looks for the file that a rule names.
func (f folder) look(r *Rule) {
	dir := path.Dir(f.file.Rel)
	if r.Require && f.file.Tree.Unlisted(dir) {
		return // nobody looked
	}
	found := 0
	for _, rel := range f.below(dir) {
		if f.file.Tree.IsDir(dir+"/"+rel) || rel == path.Base(f.file.Rel) || !r.File.Match(rel) {
			continue
		}
		if found++; r.Require || found > mostBeside {
			return
		}
		f.report(r, rel, r.said(nil)+"; "+quote.Text(rel)+" is there")
	}
	if r.Require && found == 0 {
		f.report(r, r.FileName, r.said(nil)+"; "+quote.Text(r.FileName)+" is not there")
	}
}

// below returns what lies in a folder, at any depth, relative to it.
func (f folder) below(dir string) []string {
	if dir == "." {
		return f.all
	}
	prefix := dir + "/"
	first := sort.SearchStrings(f.all, prefix)
	var below []string
	for _, rel := range f.all[first:] {
		rest, ok := strings.CutPrefix(rel, prefix)
		if !ok {
			break
		}
		below = append(below, rest)
	}
	return below
}

// report reports at the line that opens the file; of what is there no other line is known.
func (f folder) report(r *Rule, about, message string) {
	const most = 1 << 16 // what a header may have; more is not read for a finding
	at := analysis.Range{}
	if source := f.file.Tree.Read(f.file.Rel, f.file.Size); source != nil && f.file.Size <= most {
		at = firstLine(source)
	}
	start := analysis.Position{Line: 1, Column: 1}
	end := analysis.Position{Line: 1, Column: 1 + at.Len()}
	f.pass.Report(analysis.Diagnostic{As: r.Analyzer, About: about, Message: message,
		Location: &analysis.Location{Path: f.file.Path, Range: at, Start: start, End: end}})
}
