package registry

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// checkEvalFiles reports input files of evaluations that exist neither in the skill nor next to the evaluations.
func checkEvalFiles(pass *analysis.Pass) {
	for file, e := range registry.EvalsFact.All(pass.Store) {
		own := path.Dir(file.Rel)
		for _, t := range e.Files {
			to := t.Value
			if !registry.IsOwn(to) || path.Ext(to) == "" || analysis.IsAbsolutePath(to) || analysis.LeavesRoot(to) ||
				file.Tree.Stat(path.Join(path.Dir(own), to)) != analysis.Absent || file.Tree.Stat(path.Join(own, to)) != analysis.Absent ||
				file.Tree.Stat(path.Join(own, "files", to)) != analysis.Absent || file.Tree.Stat(path.Clean(to)) != analysis.Absent {
				continue
			}
			at := t.Location
			pass.Report(analysis.Diagnostic{Location: &at, Severity: analysis.Info, Message: "input file " + quote.Text(to) + " does not exist",
				Effect: "the evaluation runs without it", Help: "add the file, or correct the path",
				Group: analysis.Group{Key: own, Message: analysis.Many + " input files of evaluations do not exist", Help: "add the files, or correct the paths"}})
		}
	}
}
