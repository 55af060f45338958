package house

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// files searches for files next to other files.
var files = &analysis.Analyzer{
	Name: "internal/house-file", Doc: "custom rules about files",
	Severity: analysis.Error, Scope: analysis.PerWorkspace, Source: source, Run: checkFiles,
}

func checkFiles(pass *analysis.Pass) error {
	if pass.FileOptions == nil {
		return nil
	}
	b := fileSearch{pass: pass, found: map[searchKey][]string{}, left: mostGlobbing}
	for _, file := range pass.Workspace.Files {
		for _, r := range setOf(pass.FileOptions(file)).rulesFor(file, func(r *Rule) bool { return r.File != nil }) {
			if b.check(r, file); b.left <= 0 {
				b.reportLimit(r, file)
				return nil
			}
		}
	}
	return nil
}

// A fileSearch searches for files in directories, once for all files of a directory.
type fileSearch struct {
	pass  *analysis.Pass
	found map[searchKey][]string
	left  int // remaining work for globs
}

// mostGlobbing limits the work for globs per run. The work for a path is its number of bytes times its number of
// directories times the bytes of the glob. The limit takes a few seconds at worst; 25 rules for 10,000 skills of four
// files need a quarter of it.
const mostGlobbing = 10_000_000_000

type searchKey struct {
	rule *Rule
	tree *analysis.Tree
	dir  string
}

// mostFiles limits the files per directory that a rule reports.
const mostFiles = 100

// check searches for the file of a rule next to another one.
func (b *fileSearch) check(r *Rule, file *analysis.File) {
	dir := path.Dir(file.Rel)
	if r.Require && file.Tree.Unlisted(dir) {
		return // not discovered
	}
	q := searchKey{r, file.Tree, dir}
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
		for _, rel := range others[:min(len(others), mostFiles)] {
			b.report(r, file, rel, quote.Text(rel)+" exists")
		}
	case len(others) == 0:
		b.report(r, file, r.FileName, quote.Text(r.FileName)+" does not exist")
	}
}

// search returns the files of a rule in or below a directory, relative to it.
func (b *fileSearch) search(q searchKey) []string {
	var names []string
	for _, full := range analysis.Below(q.tree.All(), q.dir) {
		rel := strings.TrimPrefix(full, q.dir+"/")
		if b.left -= (len(rel) + 16) * (1 + strings.Count(rel, "/")) * (len(q.rule.FileName) + 16); b.left <= 0 {
			return nil
		}
		if !q.tree.IsDir(path.Join(q.dir, rel)) && q.rule.File.Match(rel) {
			if names = append(names, rel); len(names) > mostFiles {
				break
			}
		}
	}
	return names
}

// reportLimit reports the first file that was not checked.
func (b *fileSearch) reportLimit(r *Rule, file *analysis.File) {
	at := b.opening(file)
	b.pass.Report(analysis.Diagnostic{As: r.Analyzer, About: "given up", Anywhere: true, Location: &at,
		Message: "custom rules about files exceed the work limit of a run", Effect: "files next to this and later files were not searched",
		Help: "name fewer files, or write shorter globs"})
}

// report reports at the first line of a file.
func (b *fileSearch) report(r *Rule, file *analysis.File, about, detail string) {
	at := b.opening(file)
	d := r.diagnostic(nil, detail)
	d.About, d.Anywhere, d.Location = about, true, &at
	b.pass.Report(d)
}

func (b *fileSearch) opening(file *analysis.File) analysis.Location {
	const most = 1 << 20 // maximum bytes to read for a finding
	d := analysis.NewDocument(file, file.Tree.Read(file.Rel, most))
	return d.At(firstLine(d.Source))
}
