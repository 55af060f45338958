package tokens

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// The texts for a variable of a program.
const (
	variableInCode = "variable $%s in the code"
	helpForCode    = "write it in braces or parentheses, or move the code to a script"
)

// report reports numbers of a kind, at the first one. help describes a correction by hand.
func (a *argumentCheck) report(what string, places []placeholder.Variable, severity analysis.Severity, help string, fix *analysis.SuggestedFix) {
	if len(places) == 0 {
		return
	}
	first := places[0]
	d := analysis.Diagnostic{Range: first.Range, Severity: severity, Related: alsoHere(a.d, places[1:]), Help: help,
		Message: fmt.Sprintf(what, first.Name) + " is read as an argument of the " + a.d.Kind.String(),
		Effect: fmt.Sprintf("%s counts from $%d, so it inserts %s, if there is one",
			a.client.Title, a.rules.First, ordinal(first.Index, a.rules.First))}
	if a.client != a.d.Dialect {
		d.Group = analysis.Group{Key: "published", Message: "code in " + analysis.Many + " skills has variables that " + a.client.Title + " reads as arguments", Help: help}
	}
	if fix != nil {
		d.Help, d.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
	}
	a.pass.Report(d)
}

// ordinal describes the argument with an index.
func ordinal(index, first int) string {
	if words := []string{"first", "second", "third", "fourth", "fifth", "sixth"}; index-first < len(words) {
		return "the " + words[index-first] + " argument"
	}
	return fmt.Sprintf("argument %d", index-first+1)
}
