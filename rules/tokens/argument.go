package tokens

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// Argument reports $5 and $ARGUMENTS where the client inserts something other than the author meant.
//
// Claude Code replaces $0, $1 and so on in skills and commands, code included, with the words that the
// user types after the name. $0 is the first word, and a number without a word stays unchanged. So "$5 a
// month" and "awk '{print $1}'" are right until somebody calls "/report the five largest files of today".
// A command whose first argument is $1 ignores the first word. opencode replaces numbers in commands, and
// counts from 1. $ARGUMENTS.name inserts all words, followed by ".name". ${ARGUMENTS:-x} is not replaced, and the shell, which has no such
// variable, always uses x.
//
// Severity:
//   - warning in general
//   - info in a skill without arguments
//
// In skills for several clients, of which Claude Code is one, only code is checked.
//
// Not reported:
//   - amounts from $10 without a smaller one, and all from $20; $5k and $15M
//   - numbers that may be meant as arguments
//   - $1 and $2 where argument-hint has another number of arguments
//   - ${ARGUMENTS} in inline code, and in files that set the variable
//   - dialects and files in which nothing is replaced
//
// Fix: --fix escapes amounts in text. Amounts in code need --unsafe-fixes, and so do those in a plugin with manifests of
// several clients, and for several targets: other clients show the backslash. --unsafe-fixes writes ${1} for $1 in shell
// code, and $(1) in awk programs. In code of other languages, there is no fix.
var Argument = &analysis.Analyzer{
	Name:     "tokens/argument",
	Doc:      "number or $ARGUMENTS that the client reads as something else",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's documentation of skills, August 2026, and the package 2.1.197, read on 2026-11-28; opencode's documentation of commands"},
	Requires: []*analysis.Analyzer{placeholder.VariableFact.Analyzer},
	Run:      argument,
}

func argument(pass *analysis.Pass) error {
	d := pass.Document
	client, claude := d.Dialect, claudeOf(d.File)
	if claude != nil {
		client = claude
	}
	if client == nil || client.Arguments == nil || isReference(d.File) || !slices.Contains(client.Arguments.Kinds, d.Kind.String()) {
		return nil
	}
	a := argumentCheck{pass: pass, d: d, client: client, rules: client.Arguments, all: placeholder.VariableFact.Of(pass)}
	a.sort()
	severity := analysis.Warning
	if d.Kind == analysis.Skill && !a.takes {
		severity = analysis.Info
	}
	if claude != nil {
		a.report(variableInCode, a.code, severity, helpForCode, a.enclose())
		return nil
	}
	if !slices.ContainsFunc(a.amounts, func(v placeholder.Variable) bool { return v.Index < mayIndex }) {
		a.amounts = nil
	}
	help, fix := a.escape()
	a.report("amount $%s", a.amounts, severity, help, fix)
	a.report(variableInCode, a.code, severity, helpForCode, a.enclose())
	a.fields()
	a.base()
	a.braced()
	return nil
}

// An argumentCheck checks a file.
type argumentCheck struct {
	pass   *analysis.Pass
	d      *analysis.Document
	client *schema.Dialect // the client that replaces arguments
	rules  *schema.Arguments
	all    []placeholder.Variable

	amounts, code []placeholder.Variable // not arguments
	open          []placeholder.Variable // possible arguments, in text and code spans
	takes         bool                   // callers pass arguments
}

// Amounts are reported only if one of them is below mayIndex, the number of words in a typical sentence. No caller passes
// maxIndex words. Only the first maxLooked numbers are checked.
const (
	mayIndex, maxIndex = 10, 20
	maxLooked          = 500
)

// sort classifies the numbers.
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
			case v.Index >= 0 && v.Index < mayIndex && (meaning == isOpen || meaning == isUnclear && v.Kind == markdown.InShell && a.d.Kind == analysis.Command):
				a.open = append(a.open, v)
			}
		}
	}
	a.amounts = slices.DeleteFunc(a.amounts, a.isArgument)
}

// isPartOfWord reports whether letters follow a number, as in $15M. Whether clients replace it is undocumented.
func isPartOfWord(after []byte) bool { return len(after) > 0 && isNameByte(after[0]) }
