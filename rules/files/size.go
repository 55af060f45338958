package files

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Size reports files that are too large or too complex to be parsed.
//
// Megabytes of text, lists nested a hundred levels deep and tables with mostly empty cells are of no use to a
// model, and they slow down other programs. The largest of 687 published SKILL.md files is 294,426 bytes
// long. Copilot does not load a skill of more than 1 MiB.
//
// The finding names the limit and what was not checked. All other checks of the file still run. Move long
// text to files that the skill refers to, and data to files other than Markdown.
//
// Not reported:
//   - limits of frontmatter, which frontmatter/syntax reports
//   - long lines of a manifest, which manifest/line reports
var Size = &analysis.Analyzer{
	Name:     "files/size",
	Doc:      "file too large or complex to be parsed",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "sizes of 687 published SKILL.md files; copilot 1.0.102 rejects files over 1 MiB", Checked: "2026-11-21"},
	Unchecked: true,
	Run:       size,
}

func size(pass *analysis.Pass) error {
	for _, limit := range pass.Document.Limits {
		pass.Report(analysis.Diagnostic{Range: limit.Range, Message: limit.Message, Effect: limit.Effect, Help: "split the file, or simplify it"})
	}
	d := pass.Document
	if limit := mostBytes(d.File); limit > 0 && len(d.Source) > limit {
		pass.Report(analysis.Diagnostic{Range: d.LineRange(d.LineOf(limit)), Anywhere: true, About: d.Dialect.Name, Measured: len(d.Source),
			Message: fmt.Sprintf("file is %s bytes long (limit %s)", quote.Count(len(d.Source)), quote.Count(limit)),
			Effect:  d.Dialect.Title + " does not load it", Help: "move long sections to separate files"})
	}
	return nil
}

// mostBytes returns the largest size that the client loads, or 0 if there is no known limit.
func mostBytes(f *analysis.File) int {
	if rules := f.Rules(); rules != nil {
		return rules.Bytes
	}
	return 0
}
