package files

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Size reports a file, or a part of it, that is too large or too involved to be read.
//
// What an agent loads it shows to its model whole or cuts somewhere; text of megabytes, lists in
// lists a hundred deep or a table of which most cells are empty is nothing that a model can use, and it
// makes other programs slow. The message says which limit was reached and what was not looked at, so
// that nothing goes unchecked silently: the rest of the file's rules still run on what can be had.
// The largest of 687 published SKILL.md has 294,426 bytes. Copilot does not load a skill of more than
// 1 MiB.
//
// Move long material into files that the skill refers to, and data into files that are no
// Markdown. Limits of a header are frontmatter/syntax's, those of a line manifest/line's.
var Size = &analysis.Analyzer{
	Name:     "files/size",
	Doc:      "file or part of it that is too large to be read",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "sizes of 687 published SKILL.md; copilot 1.0.102 rejects files over 1 MiB", Checked: "2026-11-21"},
	Unchecked: true,
	Run:       size,
}

func size(pass *analysis.Pass) error {
	for _, limit := range pass.Document.Limits {
		pass.Report(analysis.Diagnostic{Range: limit.Range, Message: limit.Message + "; split it, or make it simpler"})
	}
	d := pass.Document
	if most := mostBytes(d.File); most > 0 && len(d.Source) > most {
		pass.Report(analysis.Diagnostic{Range: d.LineRange(d.LineOf(most)), Anywhere: true, About: d.Dialect.Name, Measured: len(d.Source),
			Message: fmt.Sprintf("the file has %s bytes, and %s reads at most %s, so it is not loaded; move long material into files of its own",
				quote.Count(len(d.Source)), d.Dialect.Title, quote.Count(most))})
	}
	return nil
}

// mostBytes returns how much of a file its loader reads; 0: no limit is known.
func mostBytes(f *analysis.File) int {
	if rules := f.Rules(); rules != nil {
		return rules.Bytes
	}
	return 0
}
