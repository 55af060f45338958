package links

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Depth reports references of a skill that are linked only from another reference.
//
// Agents often read only a part of a reference, and they follow its links less reliably than those in
// SKILL.md. A file two links away is therefore read late or never. The specification recommends one
// level. Link the file from SKILL.md, and say when to read it.
//
// Each file is reported once, at the first link to it. Any mention in SKILL.md is enough: a link, a
// path, the name of the file, or its directory.
//
// Not reported:
//   - files linked from an index, an overview or a README
//   - files that are not Markdown
//   - files that a reference names without a link
var Depth = &analysis.Analyzer{
	Name:     "links/depth",
	Doc:      "file linked only from another reference",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification on file references: one level deep from SKILL.md"},
	Requires: []*analysis.Analyzer{reached.Analyzer},
	Run:      depths,
}

func depths(pass *analysis.Pass) error {
	for _, s := range reached.Of(pass) {
		for _, d := range s.Deep {
			at, dir := d.At, path.Dir(s.File.Rel)
			pass.Report(analysis.Diagnostic{Location: &at,
				Message: fmt.Sprintf("%s is linked only from %s", quote.Text(analysis.RelativePath(dir, d.File.Rel)),
					quote.Text(analysis.RelativePath(dir, d.From.Rel))),
				Effect: fmt.Sprintf("agents that read only part of %s do not learn of this file", quote.Text(analysis.RelativePath(dir, d.From.Rel))),
				Help:   "link it from SKILL.md"})
		}
	}
	return nil
}
