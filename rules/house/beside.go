package house

import (
	"path"
	"slices"
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
	b := beside{pass: pass, all: map[*analysis.Tree][]string{}, found: map[question][]string{}}
	for _, file := range pass.Workspace.Files {
		for _, r := range setOf(pass.FileOptions(file)).of(file, func(r *Rule) bool { return r.File != nil }) {
			b.look(r, file)
		}
	}
	return nil
}

// A beside looks for files in folders; of many files in one folder it is asked once.
type beside struct {
	pass  *analysis.Pass
	all   map[*analysis.Tree][]string
	found map[question][]string
}

type question struct {
	rule *Rule
	tree *analysis.Tree
	dir  string
}

// mostBeside is how many files of one folder a rule reports.
const mostBeside = 100

// look looks for the file that a rule names in the folder of another one.
func (b *beside) look(r *Rule, file *analysis.File) {
	dir := path.Dir(file.Rel)
	if r.Require && file.Tree.Unlisted(dir) {
		return // nobody looked
	}
	q := question{r, file.Tree, dir}
	names, known := b.found[q]
	if !known {
		names = b.search(q)
		b.found[q] = names
	}
	others := slices.DeleteFunc(slices.Clone(names), func(rel string) bool { return rel == path.Base(file.Rel) })
	switch {
	case !r.Require:
		for _, rel := range others[:min(len(others), mostBeside)] {
			b.report(r, file, rel, quote.Text(rel)+" is there")
		}
	case len(others) == 0:
		b.report(r, file, r.FileName, quote.Text(r.FileName)+" is not there")
	}
}

// search returns the files that a rule names in a folder and below, relative to it.
func (b *beside) search(q question) []string {
	all, known := b.all[q.tree]
	if !known {
		all = q.tree.All()
		b.all[q.tree] = all
	}
	var names []string
	for _, rel := range below(all, q.dir) {
		if !q.tree.IsDir(path.Join(q.dir, rel)) && q.rule.File.Match(rel) {
			if names = append(names, rel); len(names) > mostBeside {
				break
			}
		}
	}
	return names
}

// below returns what lies in a folder, at any depth, relative to it. all is sorted.
func below(all []string, dir string) []string {
	if dir == "." {
		return all
	}
	prefix := dir + "/"
	first := sort.SearchStrings(all, prefix)
	var below []string
	for _, rel := range all[first:] {
		rest, ok := strings.CutPrefix(rel, prefix)
		if !ok {
			break
		}
		below = append(below, rest)
	}
	return below
}

// report reports at the line that opens the file; of what is there no other line is known.
func (b *beside) report(r *Rule, file *analysis.File, about, what string) {
	const most = 1 << 20 // bytes; more is not read for a finding
	d := analysis.NewDocument(file, file.Tree.Read(file.Rel, most))
	at := d.At(firstLine(d.Source))
	b.pass.Report(analysis.Diagnostic{As: r.Analyzer, About: about, Anywhere: true, Message: r.said(nil) + "; " + what, Location: &at})
}
