package links

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// Case reports links and paths that differ from the name of the file only in case.
//
// macOS and Windows open the file in either spelling, so the author does not notice. Linux, where CI
// and hosted agents run, treats them as two names and finds nothing. Names are compared with those in
// the directory, so the result is the same on every system.
//
// Severity:
//   - error in links
//   - warning in code, after variables, in READMEs, and for names in prose
//
// A name in prose, such as FORMS.md for forms.md, is reported if the skill names the file in no other way. links/orphan does
// not report the file again.
//
// Not reported:
//   - names in capitals that files of projects often have, such as ARCHITECTURE.md
//
// Fix: --fix writes the path in the case of the file.
var Case = &analysis.Analyzer{
	Name:     "links/case",
	Doc:      "path that differs in case from its file",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "file names on Linux are case-sensitive"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, reached.Analyzer, fence.Fact.Analyzer},
	Run:      otherCases,
}

func otherCases(pass *analysis.Pass) error {
	for _, l := range link.Fact.Of(pass) {
		if l.Problem != link.OtherCase || l.InExample() || isNested(pass, &l) {
			continue
		}
		there := l.From.Tree.OtherCase(l.To)
		severity := analysis.Error
		if l.Form == link.FormCode || l.Form == link.FormVariable || isForPeople(l.From.Rel) {
			severity = analysis.Warning
		}
		at := l.At
		actual := quote.Text(analysis.RelativePath(l.Dir, there))
		d := analysis.Diagnostic{Location: &at, Severity: severity, Effect: "the file is not found on Linux",
			Message: fmt.Sprintf("path %s differs in case from the file %s", quote.Text(l.Path), actual)}
		if to, ok := l.WithPath(there); !ok {
			d.Help = "write " + actual
		} else {
			replacePath(&d, &l, to, false)
			d.SuggestedFixes[0].Safe = true
		}
		d.Related = alsoHere(l.Target)
		pass.Report(d)
	}
	for _, s := range reached.Of(pass) {
		for i := range s.Cased {
			pass.Report(casedName(&s.Cased[i]))
		}
	}
	return nil
}

// casedName returns the finding for a file that a skill refers to in another case.
func casedName(c *casedFile) analysis.Diagnostic {
	d := analysis.Diagnostic{Location: &c.Places[0], Severity: analysis.Warning, Effect: "the file is not found on Linux",
		Message: fmt.Sprintf("path %s differs in case from the file %s", quote.Text(c.Written), quote.Text(c.Actual))}
	var edits []analysis.Edit
	for i, at := range c.Places {
		edits = append(edits, analysis.Edit{Range: at.Range, Text: c.Actual})
		if i > 0 {
			d.Related = append(d.Related, analysis.Related{Location: at, Message: "also here"})
		}
	}
	d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace with " + quote.Text(c.Actual), Safe: true, Uncovers: true, Edits: edits}}
	return d
}
