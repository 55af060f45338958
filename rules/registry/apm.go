package registry

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
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

// An apmPackage is a directory with an apm.yml.
type apmPackage struct {
	*dataFile
	dir string
}

func apm(pass *analysis.Pass) error {
	isManifest := func(rel string) bool { return path.Base(rel) == "apm.yml" }
	eachData(pass, isManifest, "", apmStops, func(f *dataFile) {
		p := apmPackage{f, path.Dir(f.rel)}
		if !isMapping(f) {
			return
		}
		required := p.packages()
		lock := f.open(path.Join(p.dir, "apm.lock.yaml"), "", apmStops)
		if lock != nil && isMapping(lock) && lock.root.Get("lockfile_version") != nil {
			p.compare(lock, required)
			p.installed(lock)
		}
	})
	return nil
}

// apmStops is the effect of a file that is not valid.
const apmStops = "apm stops with an error"

// isMapping reports whether a file is a mapping, and reports one that is not.
func isMapping(f *dataFile) bool {
	if f.root.Kind != analysis.Map {
		f.report(analysis.Range{}, analysis.Diagnostic{Message: quote.Text(path.Base(f.rel)) + " is not a mapping", Effect: apmStops})
	}
	return f.root.Kind == analysis.Map
}
