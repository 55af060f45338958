package registry

import (
	"fmt"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// diagnostic returns the finding for a problem.
func (f problem) diagnostic() analysis.Diagnostic {
	where := f.value.Range
	switch {
	case f.Missing != "":
		where = f.opening()
	case f.member != nil && (f.Key || f.Keyword == "additionalProperties" || f.Keyword == "false"):
		where = f.member.KeyRange
	case f.Keyword == tooLarge, f.Keyword == notChecked, len(f.Path) == 0 && where.Len() > 1:
		where.End = where.Start + 1
	}
	d := analysis.Diagnostic{Range: where, Severity: f.severity(), Must: violation.IsMust(f.Violation), Effect: f.Effect}
	d.Message, d.Help = f.describe()
	if last := len(f.Path) - 1; last > 0 && f.Keyword == "type" && f.value.Kind != analysis.Null && violation.IsIndex(f.Path[last]) {
		list := violation.Named(f.Path[:last])
		d.Group = analysis.Group{Key: list + f.Effect, Message: analysis.Many + " items of " + list + " must each be " + violation.JSON.AnyOf(f.Types)}
	}
	if len(f.Path) > 1 && f.Missing != "" && f.Keyword != "dependentRequired" && !violation.IsIndex(f.Path[0]) {
		list, keys := violation.Named(f.Path[:1]), quote.List(f.lacks, "and")
		d.Group = analysis.Group{Key: list + keys + f.Effect, Message: analysis.Many + " items in " + list + " lack " + keys}
	}
	if f.Keyword == "enum" && f.value.Kind == analysis.String {
		if best, ok := suggest.Best(f.value.Text, f.Allowed); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it with " + quote.Text(best), Safe: suggest.Same(f.value.Text, best),
				Edits: []analysis.Edit{{Range: f.value.Range, Text: strconv.Quote(best)}}}}
			d.Help = ""
		}
	}
	return d
}

// opening returns the range of the opening brace of an object that lacks a key.
func (f problem) opening() analysis.Range {
	return analysis.Range{Start: f.value.Range.Start, End: min(f.value.Range.Start+1, f.value.Range.End)}
}

// describe returns the message and the help.
func (f problem) describe() (message, help string) {
	name := violation.Named(f.Path)
	if len(f.Path) == 1 && f.member == nil && violation.IsIndex(f.Path[0]) { // the file is a list
		n, _ := strconv.Atoi(f.Path[0])
		name = "item " + strconv.Itoa(n+1)
	}
	switch {
	case f.Missing != "":
		return f.missing(name), f.remedy()
	case f.Keyword == tooLarge:
		return name + " has more than 200,000 values", "split it"
	case f.Keyword == notChecked:
		return fmt.Sprintf("more than %s problems before %s", quote.Count(mostProblems), name), "fix these first"
	}
	return violation.JSON.Describe(f.Violation, f.value)
}

// missing describes the keys that an object lacks.
func (f problem) missing(name string) string {
	message := "missing key "
	if len(f.lacks) > 1 {
		message = "missing keys "
	}
	message += quote.List(f.lacks, "and")
	switch {
	case f.Keyword == "dependentRequired":
		return name + " requires " + quote.List(f.lacks, "and")
	case len(f.Path) > 0:
		return message + " in " + name
	}
	return message
}

// remedy describes the value that a missing key needs.
func (f problem) remedy() string {
	switch {
	case len(f.lacks) > 1:
		return ""
	case f.Help != "":
		return f.Help
	case len(f.Allowed) > 0:
		return "use " + quote.List(f.Allowed, "or")
	}
	return ""
}

// effectOfLoss returns the effect of a file that cannot be parsed.
func effectOfLoss(f *analysis.File) string {
	if f.Dialect == nil {
		return ""
	}
	found, err := schema.Validate(f.Dialect.Name, readAs(f), nil)
	if err == nil && len(found) > 0 {
		return found[0].Effect
	}
	return "clients cannot load the " + f.Kind.String()
}
