package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/script/python"
)

// Trigger reports triggers that never start a skill, or always do.
//
// duyetbot starts a skill at events, whose names it compares exactly. Its client rejects a skill with
// an empty list, and an empty name matches no event. Triagent searches each request for regular
// expressions in Python's syntax. A pattern that Python cannot compile matches nothing. A pattern that
// matches the empty string matches every request.
//
// Write at least one event, or patterns that Python compiles and that match at least one character.
// Python supports "\Z" and "(?P<name>…)", but not "\z", "\pL", "\Q…\E" or "(?<name>…)".
//
// Severity:
//   - error in general
//   - warning for an empty event name
//   - info for a pattern that skilllint cannot check, such as one with look-around or
//     back-references
//
// Not reported:
//   - an empty list in core skills of Triagent
//   - triggers of CLEO, which are free text
var Trigger = &analysis.Analyzer{
	Name:     "frontmatter/trigger",
	Doc:      "trigger that never or always matches",
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
	for _, v := range claimedViolations(pass, fields) {
		pass.Report(invalidValue(d, fields, v))
	}
	if triggers.Kind != analysis.List {
		return nil
	}
	for _, item := range triggers.Strings() {
		if rulesOf(d).Triggers == "patterns" {
			checkPattern(pass, item)
		} else if strings.TrimSpace(item.Text) == "" {
			pass.Report(analysis.Diagnostic{Range: item.Range, Severity: analysis.Warning,
				Message: "empty trigger", Effect: "it never starts the skill", Help: "write the name of an event"})
		}
	}
	return nil
}

func checkPattern(pass *analysis.Pass, item *analysis.Value) {
	found := analysis.Diagnostic{Range: item.Range}
	switch verdict := python.CheckPattern(item.Text); {
	case verdict.Problem != "":
		found.Message = "invalid Python regular expression " + quote.Text(item.Text) + ": " + verdict.Problem
		found.Effect, found.Help = "the trigger matches no request", "correct the pattern, or escape special characters with a backslash"
	case verdict.Unmodeled != "":
		found.Severity = analysis.Info
		found.Message, found.Help = "pattern not checked: it has "+verdict.Unmodeled, "try it in Python"
	case verdict.Empty:
		found.Message, found.Effect = "pattern "+quote.Text(item.Text)+" matches the empty string", "every request triggers the skill"
		found.Help = "require at least one character"
	default:
		return
	}
	pass.Report(found)
}
