package house

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
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
	b := beside{pass: pass, found: map[question][]string{}, left: mostGlobbing}
	for _, file := range pass.Workspace.Files {
		for _, r := range setOf(pass.FileOptions(file)).of(file, func(r *Rule) bool { return r.File != nil }) {
			if b.look(r, file); b.left <= 0 {
				b.giveUp(r, file)
				return nil
			}
		}
	}
	return nil
}

// A beside looks for files in folders; of many files in one folder it is asked once.
type beside struct {
	pass  *analysis.Pass
	found map[question][]string
	left  int // what globs may still cost
}

// mostGlobbing is what the globs of all files of a run may cost, in bytes of paths, for each folder above,
// times bytes of the glob: some seconds at worst. 25 rules for 10,000 skills of four files need a quarter.
const mostGlobbing = 10_000_000_000

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
	if b.left <= 0 {
		return
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
	var names []string
	for _, full := range analysis.Below(q.tree.All(), q.dir) {
		rel := strings.TrimPrefix(full, q.dir+"/")
		if b.left -= (len(rel) + 16) * (1 + strings.Count(rel, "/")) * (len(q.rule.FileName) + 16); b.left <= 0 {
			return nil
		}
		if !q.tree.IsDir(path.Join(q.dir, rel)) && q.rule.File.Match(rel) {
			if names = append(names, rel); len(names) > mostBeside {
				break
			}
		}
	}
	return names
}

// giveUp reports the first file beside which nobody looked.
func (b *beside) giveUp(r *Rule, file *analysis.File) {
	at := b.opening(file)
	b.pass.Report(analysis.Diagnostic{As: r.Analyzer, About: "given up", Anywhere: true, Location: &at,
		Message: "looking for the files that house rules name costs more than it may in a run, so nobody looked beside this file and those behind it; name fewer files, or write shorter globs"})
}

// report reports at the line that opens the file; of what is there no other line is known.
func (b *beside) report(r *Rule, file *analysis.File, about, what string) {
	at := b.opening(file)
	b.pass.Report(analysis.Diagnostic{As: r.Analyzer, About: about, Anywhere: true, Message: r.said(nil) + "; " + what, Location: &at})
}

func (b *beside) opening(file *analysis.File) analysis.Location {
	const most = 1 << 20 // bytes; more is not read for a finding
	d := analysis.NewDocument(file, file.Tree.Read(file.Rel, most))
	return d.At(firstLine(d.Source))
}
