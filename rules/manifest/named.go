package manifest

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// outputsNamed are the entries of each output.
type outputsNamed map[*analysis.File][]naming

// A naming is an entry that names an output, and its manifest.
type naming struct {
	manifest *analysis.File
	entry    manifest.Entry
}

// mostNamings limits the entries of one output that are compared with it, the newest.
const mostNamings = 8

// namedFact finds the entries of each output by their paths, as manifest/file does.
var namedFact = analysis.NewFact("outputs-named", "entries of each output",
	analysis.PerWorkspace, 0, readNamed, manifest.EntriesFact.Analyzer)

func readNamed(pass *analysis.Pass) (outputsNamed, error) {
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
	named := outputsNamed{}
	if len(outputs) == 0 {
		return named, nil
	}
	for f, entries := range manifest.EntriesFact.All(pass.Store) {
		follow := manifest.NewResolver(f, entries)
		for e := range entries.All {
			t := resolveFile(follow, e)
			output := outputs[f.Tree][t.Rel]
			if output == nil || t.Verdict != manifest.Here && t.Verdict != manifest.OtherCase {
				output = outputs[f.Tree][path.Join(path.Dir(f.Rel), e.Get(manifest.Also))]
			}
			if output != nil {
				named.add(output, naming{f, e})
			}
		}
	}
	return named, nil
}

func (o outputsNamed) add(output *analysis.File, n naming) {
	if known := o[output]; len(known) == mostNamings {
		copy(known, known[1:])
		known[mostNamings-1] = n
		return
	}
	o[output] = append(o[output], n)
}
