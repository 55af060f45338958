package registry

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// APM reports packages of the Agent Package Manager that it cannot install, and lock files that do not match.
//
// apm.yml lists the packages of a project, and "apm install" writes apm.lock.yaml, with the commit of each package and the SHA-256 of
// each file that it copied into the directories of clients. A package without an entry stops "apm install --frozen", which CI uses.
// The next installation overwrites a copied file that was edited.
//
// Severity:
//   - error for an apm.yml that is not valid, and for a package in a directory that does not exist
//   - warning for a lock file that does not match apm.yml or the copied files
//
// Not reported:
//   - packages that are named by a URL, a mapping, or with a host
//   - copied files that an ignore file names, and those of a package of which none exists
//   - examples, templates and test data
var APM = &analysis.Analyzer{
	Name:     "registry/apm",
	Doc:      "package of the Agent Package Manager that does not match its lock",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "the Agent Package Manager's references of its manifest and lock file; 265 hashes in its own repository"},
	Run: apm,
}

// Limits of apm.yml and its lock file.
const (
	maxAPM       = 1 << 20  // bytes of a file
	maxInstalled = 32 << 20 // bytes of all copied files
	maxReported  = 50       // findings per package
)

// An apmPackage is a directory with an apm.yml.
type apmPackage struct {
	pass *analysis.Pass
	tree *analysis.Tree
	dir  string

	reported int
}

// An apmFile is one of the files of a package.
type apmFile struct {
	rel    string
	source []byte
	root   *analysis.Value
}

func apm(pass *analysis.Pass) error {
	seen := map[*analysis.Tree]bool{}
	left := int64(maxInstalled)
	for _, f := range pass.Workspace.Files {
		if seen[f.Tree] {
			continue
		}
		seen[f.Tree] = true
		for _, rel := range f.Tree.All() {
			if path.Base(rel) == "apm.yml" && f.Tree.IsFile(rel) && !placeholder.IsTemplatePath(rel) {
				p := apmPackage{pass: pass, tree: f.Tree, dir: path.Dir(rel)}
				p.check(rel, &left)
			}
		}
	}
	return nil
}

// check checks apm.yml, and its lock file if there is one.
func (p *apmPackage) check(rel string, left *int64) {
	manifest, ok := p.read(rel)
	if !ok {
		return
	}
	required := p.packages(manifest)
	if lock, ok := p.read(path.Join(p.dir, "apm.lock.yaml")); ok && lock.root.Get("lockfile_version") != nil {
		p.compare(manifest, lock, required)
		p.installed(lock, left)
	}
}

// read reads a file, and reports it if it is not a mapping.
func (p *apmPackage) read(rel string) (apmFile, bool) {
	if !p.tree.IsFile(rel) {
		return apmFile{}, false
	}
	f := apmFile{rel: rel, source: p.tree.Read(rel, maxAPM)}
	if f.source == nil {
		return f, false
	}
	t := yamltree.Parse(f.source, analysis.Range{End: len(f.source)})
	switch f.root = t.Root; {
	case t.Broken != nil:
		p.report(f, t.Broken.Range, analysis.Diagnostic{Message: "invalid YAML: " + t.Broken.Message, Effect: "apm stops with an error", Help: t.Broken.Help})
	case f.root != nil && f.root.Kind != analysis.Map:
		p.report(f, analysis.Range{}, analysis.Diagnostic{Message: quote.Text(path.Base(rel)) + " is not a mapping", Effect: "apm stops with an error"})
	default:
		return f, f.root != nil
	}
	return f, false
}

// report reports a finding at a range of a file, or at its start.
func (p *apmPackage) report(f apmFile, at analysis.Range, d analysis.Diagnostic) {
	if p.reported++; p.reported > maxReported {
		return
	}
	start, end := positionIn(f.source, at.Start), positionIn(f.source, at.End)
	d.Location = &analysis.Location{Path: p.tree.Prefix + f.rel, Start: start, End: end}
	p.pass.Report(d)
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
