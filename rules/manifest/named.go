package manifest

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// outputEntries maps outputs to the entries that refer to them.
type outputEntries map[*analysis.File][]outputEntry

// An outputEntry is an entry that refers to an output, with its manifest.
type outputEntry struct {
	manifest *analysis.File
	entry    manifest.Entry
}

// maxOutputEntries limits the entries that an output is compared with, to the newest ones.
const maxOutputEntries = 8

// namedFact computes the entries of each output by their paths, as manifest/file does.
var namedFact = analysis.NewFact("outputs-named", "entries of each output",
	analysis.PerWorkspace, 0, readNamed, manifest.EntriesFact.Analyzer)

func readNamed(pass *analysis.Pass) (outputEntries, error) {
	outputs := map[*analysis.Tree]map[string]*analysis.File{}
	for _, f := range pass.Workspace.Files {
		if f.Kind != analysis.Output {
			continue
		}
		if outputs[f.Tree] == nil {
			outputs[f.Tree] = map[string]*analysis.File{}
		}
		outputs[f.Tree][f.Rel] = f
	}
	named := outputEntries{}
	if len(outputs) == 0 {
		return named, nil
	}
	for f, entries := range manifest.EntriesFact.All(pass.Store) {
		follow := manifest.NewResolver(f, entries)
		for e := range entries.All {
			t := resolveFile(follow, e)
			output := outputs[f.Tree][t.Rel]
			if output == nil || t.Verdict != manifest.Found && t.Verdict != manifest.OtherCase {
				output = outputs[f.Tree][path.Join(path.Dir(f.Rel), e.Get(manifest.Also))]
			}
			if output != nil {
				named.add(output, outputEntry{f, e})
			}
		}
	}
	return named, nil
}

func (o outputEntries) add(output *analysis.File, n outputEntry) {
	if known := o[output]; len(known) == maxOutputEntries {
		copy(known, known[1:])
		known[maxOutputEntries-1] = n
		return
	}
	o[output] = append(o[output], n)
}
