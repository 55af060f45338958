package frontmatter

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/pyregex"
)

// Trigger reports triggers that never start a skill, or always.
//
// duyetbot starts a skill at events whose names it compares as they are; its loader rejects a skill
// with an empty list of them, and a name of blanks is no event's. Triagent searches a request for
// regular expressions, in Python's grammar: one that Python does not compile finds nothing, and
// one that matches the empty string finds every request.
//
// Write at least one event, or patterns that Python compiles and that need at least one character
// of the request. Python knows `\Z` and `(?P<name>…)`, but no `\z`, `\pL`, `\Q…\E` or `(?<name>…)`.
//
// A pattern with look-around, back-references and the like is not checked, which is said as
// advice. An empty list is usual in Triagent's core skills; the
// triggers of CLEO are phrases in which nothing can be wrong.
var Trigger = &analysis.Analyzer{
	Name:     "frontmatter/trigger",
	Doc:      "trigger that never starts a skill, or always",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "module re of Python 3.11, compared on generated patterns; duyetbot's and Triagent's designs", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      trigger,
}

func trigger(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	triggers := fields.Get("triggers")
	if triggers == nil || rulesOf(d).Triggers == "" {
		return nil
	}
	for _, v := range claimed(pass, fields) {
		pass.Report(wrongValue(d, fields, v))
	}
	if triggers.Kind != analysis.List {
		return nil
	}
	for _, item := range triggers.Strings() {
		if rulesOf(d).Triggers == "patterns" {
			checkPattern(pass, item)
		} else if strings.TrimSpace(item.Text) == "" {
			pass.Report(analysis.Diagnostic{Range: item.Range, Severity: analysis.Warning,
				Message: quote.Text(item.Text) + " is the name of no event, so it never starts anything; write the name of one"})
		}
	}
	return nil
}

func checkPattern(pass *analysis.Pass, item *analysis.Value) {
	shown := quote.Text(item.Text)
	found := analysis.Diagnostic{Range: item.Range}
	switch verdict := pyregex.Check(item.Text); {
	case verdict.Problem != "":
		found.Message = fmt.Sprintf("%s does not compile as Python's regular expression (%s), so it finds no request; mend it, or put a backslash before what is meant as text",
			shown, verdict.Problem)
	case verdict.Beyond != "":
		found.Severity = analysis.Info
		found.Message = fmt.Sprintf("%s has %s, so it is not checked what it matches; try it in Python", shown, verdict.Beyond)
	case verdict.Empty:
		found.Message = shown + " matches the empty string, so requests trigger the skill that say nothing of it; write a pattern that needs at least one character"
	default:
		return
	}
	pass.Report(found)
}
