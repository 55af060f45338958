package links

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// Case reports a reference to a file that is there under another case.
//
// On macOS and Windows both spellings open the file, so its author never notices. Linux, where CI
// and hosted agents run, has two different names, and the agent finds nothing. Write the name as the
// file has it.
//
// The names are compared with those of the tree, so the finding is the same on every system.
var Case = &analysis.Analyzer{
	Name:     "links/case",
	Doc:      "reference to a file that exists under another case",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "names of files on Linux are compared byte by byte"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer},
	Run:      otherCases,
}

func otherCases(pass *analysis.Pass) error {
	for _, l := range link.Fact.Of(pass) {
		if l.Fault != link.OtherCase || l.InExample() {
			continue
		}
		there := l.From.Tree.OtherCase(l.To)
		severity := analysis.Error
		if l.Form == link.FormCode || l.Form == link.FormVariable || isForPeople(l.From.Rel) {
			severity = analysis.Warning
		}
		at := l.At
		d := analysis.Diagnostic{Location: &at, Severity: severity}
		to, ok := l.Instead(there)
		if !ok {
			to = there
		}
		d.Message = fmt.Sprintf("the file is called %s, so %s is found on macOS and Windows only; write %s",
			quote.Text(there), quote.Text(l.Written), to)
		if ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + quote.Text(to), Safe: true, Uncovers: true,
				Edits: []analysis.Edit{{Range: l.At.Range, Text: to}}}}
		}
		pass.Report(d)
	}
	return nil
}
