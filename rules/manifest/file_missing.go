package manifest

import (
	"fmt"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// missing reports a missing file of an entry. It is called after all files have been checked.
func (c *fileCheck) missing(e manifest.Entry) {
	if e.Torn() {
		return
	}
	t := resolveFile(c.follow, e)
	switch {
	case t.Verdict != manifest.Missing:
	case c.wasDeleted(t):
		c.report(e, analysis.Diagnostic{Severity: analysis.Error,
			Message: fmt.Sprintf("output file %s was deleted (it exists in %s)", quote.Text(e.Get(manifest.File)), c.manifest.Tree.Base.Ref),
			Effect:  "the orchestrator cannot open the output", Help: "restore the file; entries of a manifest are permanent"})
	case c.manifest.Present || c.kept[path.Dir(t.Rel)] || t.Other != "" && c.kept[path.Dir(t.Other)]:
		dir := path.Dir(t.Rel)
		c.report(e, analysis.Diagnostic{Severity: analysis.Error, Message: fmt.Sprintf("output file %s does not exist", quote.Text(e.Get(manifest.File))),
			Effect: "the orchestrator cannot open the output", Help: "correct the path, or restore the file",
			Group: analysis.Group{Key: dir, Message: analysis.Many + " output files in " + quote.Text(dir) + " do not exist",
				Effect: "the orchestrator cannot open these outputs", Help: "restore the files, or correct the paths"}})
	default:
		c.addAlone(e)
	}
}

// wasDeleted reports whether the git base contains a missing file.
func (c *fileCheck) wasDeleted(t manifest.Target) bool {
	base := c.manifest.Tree.Base
	if base == nil {
		return false
	}
	files := base.Files()
	return isListed(files, t.Rel) || t.Other != "" && isListed(files, t.Other)
}

func isListed(sorted []string, rel string) bool {
	_, found := slices.BinarySearch(sorted, rel)
	return found
}
