package links

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Depth reports a reference of a skill to which only another reference leads.
//
// What stands two links away is read late or not at all: an agent looks over a reference, often its
// first lines only, and does not follow what it finds there as it follows SKILL.md. The specification
// asks for one level. Name the file in SKILL.md, and say there when it is to be read.
//
// It is reported once, at the first link that leads to it. Any mention in SKILL.md is enough: a link, a
// path, the name of the file, or the folder that it is in.
//
// Left alone: an index, an overview or a README, which is there to lead on; files that are no
// Markdown; what a text names without a link.
var Depth = &analysis.Analyzer{
	Name:     "links/depth",
	Doc:      "reference that SKILL.md does not mention, to which another one leads",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "Agent Skills specification, file references: one level deep from SKILL.md"},
	Requires: []*analysis.Analyzer{reached.Analyzer},
	Run:      depths,
}

func depths(pass *analysis.Pass) error {
	for _, s := range reached.Of(pass) {
		for _, d := range s.Deep {
			at := d.At
			pass.Report(analysis.Diagnostic{Location: &at,
				Message: fmt.Sprintf("SKILL.md does not mention %s, to which only %s leads; an agent that reads a part of that misses it, so link to it from SKILL.md",
					quote.Text(analysis.RelativePath(path.Dir(s.File.Rel), d.File.Rel)), quote.Text(analysis.RelativePath(path.Dir(s.File.Rel), d.From.Rel)))})
		}
	}
	return nil
}
