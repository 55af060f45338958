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

// Unlisted reports output files next to a manifest that no entry names.
//
// The orchestrator never lists the directory. It learns of an output only from its entry. Work without an
// entry is lost and will be done again. Append the entry, or delete the file.
//
// An output is a file that is named after its task (T2402-retry-limits.md) or begins with a "**Task**:"
// line. More than five unlisted outputs produce one finding.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Not reported:
//   - notes and handover files
//   - files in subdirectories
//   - a file named after the id of an entry whose "file" is wrong, which manifest/file reports
//   - files next to a MANIFEST.jsonl in another format
var Unlisted = &analysis.Analyzer{
	Name:     "manifest/unlisted",
	Doc:      "output file without a manifest entry",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-001", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{namedFact.Analyzer, manifest.Outputs.Analyzer, manifest.EntriesFact.Analyzer},
	Run:      unlisted,
}

func unlisted(pass *analysis.Pass) error {
	type directory struct {
		tree *analysis.Tree
		dir  string
	}
	outputs, named := manifest.Outputs.Of(pass), namedFact.Of(pass)
	unnamed := map[directory][]*analysis.File{}
	for _, f := range pass.Workspace.Files {
		if outputs[f] && len(named[f]) == 0 {
			at := directory{f.Tree, path.Dir(f.Rel)}
			unnamed[at] = append(unnamed[at], f)
		}
	}
	for manifest, entries := range manifest.EntriesFact.All(pass.Store) {
		files := unnamed[directory{manifest.Tree, path.Dir(manifest.Rel)}]
		if len(files) > 0 && entries.Length > 0 && entries.Omitted+entries.Shallow == 0 {
			reportUnlisted(pass, manifest, withoutIDs(files, entries))
		}
	}
	return nil
}

// withoutIDs removes the files that are named after an entry's id.
func withoutIDs(files []*analysis.File, entries *manifest.Entries) []*analysis.File {
	ids := map[string]bool{}
	for e := range entries.All {
		ids[e.Get(manifest.ID)] = true
	}
	return slices.DeleteFunc(files, func(f *analysis.File) bool {
		return ids[strings.TrimSuffix(path.Base(f.Rel), path.Ext(f.Rel))]
	})
}

// Limits of individual findings on unlisted files per directory. More files are reported in one finding.
const (
	mostUnlisted = 5
	mostShown    = 10
)

func reportUnlisted(pass *analysis.Pass, manifest *analysis.File, files []*analysis.File) {
	severity := analysis.Warning
	if manifest.Strict {
		severity = analysis.Error
	}
	if len(files) <= mostUnlisted {
		for _, f := range files {
			pass.Report(analysis.Diagnostic{Location: wholeFile(f), Severity: severity,
				Message: "output is not listed in " + quote.Text(path.Base(manifest.Rel)), Effect: "the orchestrator does not find the work", Help: "append its entry, or delete the file"})
		}
		return
	}
	d := analysis.Diagnostic{Location: wholeFile(files[0]), Measured: len(files), Severity: severity,
		Message: fmt.Sprintf("%s outputs in this directory are not listed in %s", quote.Count(len(files)), quote.Text(path.Base(manifest.Rel))),
		Effect:  "the orchestrator does not find the work", Help: "append their entries, or delete the files"}
	for _, f := range files[1:min(len(files), 1+mostShown)] {
		d.Related = append(d.Related, analysis.Related{Location: *wholeFile(f), Message: "also not listed"})
	}
	pass.Report(d)
}

// wholeFile returns the location of findings about a whole file.
func wholeFile(f *analysis.File) *analysis.Location {
	start := analysis.Position{Line: 1, Column: 1}
	return &analysis.Location{Path: f.Path, Start: start, End: start}
}
