package tokens

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// Argument reports $5 and $ARGUMENTS where the loader puts something else than the author meant.
//
// Claude Code replaces $0, $1 and so on in a skill or command, code included, by the words of whoever
// calls it, the first being $0; a number with no word for it stays as it is. So "$5 a month" and
// "awk '{print $1}'" are right until somebody calls "/report the five largest files of today", and a
// command that begins with $1 leaves the first word out. opencode does so in commands, and counts from
// 1. $ARGUMENTS.name is all words with ".name" behind them.
//
// Write \$5 for an amount, and in code that uses $1 itself; $0 for the first argument in Claude Code, $1 in
// opencode. In code of a skill that takes no arguments it is advice.
//
// Left alone: amounts from 10 on without a smaller one, and all from 20 on, since nobody writes that
// many words; $5k and $15M; what may well be meant as an argument; $1 and $2 where the header's
// argument-hint has another number of arguments; and all dialects and files in which nothing is replaced.
var Argument = &analysis.Analyzer{
	Name:     "tokens/argument",
	Doc:      "$5 or $ARGUMENTS that the loader replaces by something else than was meant",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's page on skills, August 2026; opencode's page on commands"},
	Requires: []*analysis.Analyzer{placeholder.VariableFact.Analyzer},
	Run:      argument,
}

func argument(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil || d.Dialect.Arguments == nil || !slices.Contains(d.Dialect.Arguments.Kinds, d.Kind.String()) {
		return nil
	}
	a := argumentCheck{pass: pass, d: d, rules: d.Dialect.Arguments, all: placeholder.VariableFact.Of(pass)}
	a.sort()
	severity := analysis.Warning
	if d.Kind == analysis.Skill && !a.takes {
		severity = analysis.Info
	}
	title := d.Dialect.Title
	if !slices.ContainsFunc(a.amounts, func(v placeholder.Variable) bool { return v.Index < mayIndex }) {
		a.amounts = nil
	}
	a.report(a.amounts, analysis.Warning, true, func(v placeholder.Variable) string {
		return fmt.Sprintf("$%s is an amount, and %s replaces it by %s where there is one; %s", v.Name, title, ordinal(v.Index, a.rules.First), a.escaped(v))
	})
	a.report(a.code, severity, false, func(v placeholder.Variable) string {
		return fmt.Sprintf("$%s is the code's own, and %s replaces it by %s where there is one; %s", v.Name, title, ordinal(v.Index, a.rules.First), a.escaped(v))
	})
	a.fields()
	a.base()
	return nil
}

// An argumentCheck is the check of one file.
type argumentCheck struct {
	pass  *analysis.Pass
	d     *analysis.Document
	rules *schema.Arguments
	all   []placeholder.Variable

	amounts, code []placeholder.Variable // that are no arguments
	open          []placeholder.Variable // numbers in text and code spans that may be arguments
	takes         bool                   // whoever calls is to give arguments
}

// Of amounts one must be below mayIndex, which a sentence reaches as arguments, and of maxIndex nobody
// gives so many. What stands behind maxLooked numbers is not looked at.
const (
	mayIndex, maxIndex = 10, 20
	maxLooked          = 500
)

// sort tells what is meant by each number.
func (a *argumentCheck) sort() {
	a.takes = a.d.Kind == analysis.Command
	for _, field := range a.rules.Declared {
		a.takes = a.takes || a.d.Data.Get(field) != nil
	}
	for _, v := range a.all[:min(len(a.all), maxLooked)] {
		if v.Escapes > 0 || v.Range.Start < a.d.BodyStart() || v.Form == placeholder.Position && isPartOfWord(a.d.Source[v.Range.End:]) {
			continue
		}
		switch v.Form {
		case placeholder.Arguments, placeholder.Indexed:
			a.takes = true
		case placeholder.Position:
			replaced := v.Index >= a.rules.First && v.Index < maxIndex
			switch meaning := meaningOf(a.d, v); {
			case meaning == isAmount && replaced:
				a.amounts = append(a.amounts, v)
			case meaning == isCode && replaced:
				a.code = append(a.code, v)
			case meaning == isOpen && v.Index >= 0 && v.Index < mayIndex:
				a.open = append(a.open, v)
			}
		}
	}
}

// isPartOfWord reports whether a number goes on as a word, as in $15M: it is not said that a loader
// takes that for an argument.
func isPartOfWord(after []byte) bool { return len(after) > 0 && isNameByte(after[0]) }

// report reports places of one sort at the first of them.
func (a *argumentCheck) report(places []placeholder.Variable, severity analysis.Severity, safe bool, message func(placeholder.Variable) string) {
	if len(places) == 0 {
		return
	}
	d := analysis.Diagnostic{Range: places[0].Range, Severity: severity, Message: message(places[0])}
	for _, v := range places[1:min(len(places), 1+maxPlaces)] {
		d.Related = append(d.Related, analysis.Related{Location: a.d.At(v.Range), Message: "also here"})
	}
	if a.rules.Escape != "" {
		fix := analysis.SuggestedFix{Title: "write " + a.rules.Escape + "$", Safe: safe}
		for _, v := range places {
			fix.Edits = append(fix.Edits, analysis.Edit{Range: analysis.Range{Start: v.Range.Start, End: v.Range.Start + 1}, Text: a.rules.Escape + "$"})
		}
		d.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
	a.pass.Report(d)
}

// escaped says what to write for an amount or code.
func (a *argumentCheck) escaped(v placeholder.Variable) string {
	if a.rules.Escape == "" {
		return "word it in another way"
	}
	return "write " + a.rules.Escape + "$" + v.Name
}

// ordinal says which argument an index means.
func ordinal(index, first int) string {
	if words := []string{"first", "second", "third", "fourth", "fifth", "sixth"}; index-first < len(words) {
		return "the " + words[index-first] + " argument"
	}
	return fmt.Sprintf("argument %d", index-first+1)
}
