package manifest

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Unlisted reports output files beside a manifest that none of its lines names.
//
// The orchestrator never lists the folder: it learns of an output by its line in the manifest. Work
// without a line was done for nobody, and will be done again. Append its entry, or delete the file.
//
// An output is what is named by its task (T2402-retry-limits.md) or begins with a "**Task**:" line.
// Where more than five are not listed, one finding tells of all.
//
// Left alone: notes and hand-overs, folders below the manifest's, a file whose name is the id of an
// entry that leads elsewhere (manifest/file tells of it), and ledgers of another format.
var Unlisted = &analysis.Analyzer{
	Name:     "manifest/unlisted",
	Doc:      "output file that no line of the manifest beside it names",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-001", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{namedFact.Analyzer, manifest.Outputs.Analyzer, manifest.EntriesFact.Analyzer},
	Run:      unlisted,
}

func unlisted(pass *analysis.Pass) error {
	type folder struct {
		tree *analysis.Tree
		dir  string
	}
	outputs, named := manifest.Outputs.Of(pass), namedFact.Of(pass)
	unnamed := map[folder][]*analysis.File{}
	for _, f := range pass.Workspace.Files {
		if outputs[f] && len(named[f]) == 0 {
			at := folder{f.Tree, path.Dir(f.Rel)}
			unnamed[at] = append(unnamed[at], f)
		}
	}
	for manifest, entries := range manifest.EntriesFact.All(pass.Store) {
		files := unnamed[folder{manifest.Tree, path.Dir(manifest.Rel)}]
		if len(files) > 0 && entries.Length > 0 && entries.Omitted+entries.Shallow == 0 {
			tellUnlisted(pass, manifest, withoutIDs(files, entries))
		}
	}
	return nil
}

// withoutIDs leaves out the files that are called as an entry's id.
func withoutIDs(files []*analysis.File, entries *manifest.Entries) []*analysis.File {
	called := map[string]bool{}
	for e := range entries.All {
		called[e.Get(manifest.ID)] = true
	}
	return slices.DeleteFunc(files, func(f *analysis.File) bool {
		return called[strings.TrimSuffix(path.Base(f.Rel), path.Ext(f.Rel))]
	})
}

// Of many files of one folder one finding tells, with the first of them.
const (
	mostUnlisted = 5
	mostShown    = 10
)

func tellUnlisted(pass *analysis.Pass, manifest *analysis.File, files []*analysis.File) {
	severity := analysis.Warning
	if manifest.Strict {
		severity = analysis.Error
	}
	if len(files) <= mostUnlisted {
		for _, f := range files {
			pass.Report(analysis.Diagnostic{Location: wholeFile(f), Severity: severity,
				Message: fmt.Sprintf("no line of %s names this output, so the orchestrator never learns of the work; append its entry", quote.Text(path.Base(manifest.Rel)))})
		}
		return
	}
	d := analysis.Diagnostic{Location: wholeFile(files[0]), Measured: len(files), Severity: severity,
		Message: fmt.Sprintf("no line of %s names this output, nor %d more in its folder, so the orchestrator never learns of the work; append their entries", quote.Text(path.Base(manifest.Rel)), len(files)-1)}
	for _, f := range files[1:min(len(files), 1+mostShown)] {
		d.Related = append(d.Related, analysis.Related{Location: *wholeFile(f), Message: "not listed either"})
	}
	pass.Report(d)
}

// wholeFile is the place of a finding on a file as a whole.
func wholeFile(f *analysis.File) *analysis.Location {
	start := analysis.Position{Line: 1, Column: 1}
	return &analysis.Location{Path: f.Path, Start: start, End: start}
}
