package frontmatter

import (
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// missingField tells of a field that is not there; at the key that was probably meant as it, if
// there is one.
func missingField(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	parent, member := violation.At(fields, v.Path)
	name := quote.Text(v.Missing)
	where := opening(d)
	what := "the header has no " + name
	if d.Header == nil {
		what = "the file has no " + name
	}
	if member != nil {
		where, what = member.KeyRange, violation.Named(v.Path)+" stands without "+name
		if member.Value != parent { // an item of a list
			where = firstLine(d, parent.Range)
		}
	} else if m := misspelt(d, parent, v.Missing); m != nil {
		return analysis.Diagnostic{
			Range:    m.KeyRange,
			Severity: violation.Severity(v),
			Message:  quote.Text(m.Key) + " is no field, and " + what,
			Effect:   v.Effect,
			SuggestedFixes: []analysis.SuggestedFix{{
				Title: "rename it to " + v.Missing,
				Edits: []analysis.Edit{{Range: m.KeyRange, Text: v.Missing}},
			}},
		}
	}
	advice := "add " + name
	switch {
	case v.Help != "":
		advice = v.Help
	case len(v.Allowed) > 0:
		advice += ": " + quote.List(v.Allowed, "or")
	}
	return analysis.Diagnostic{Range: where, About: v.Missing, Severity: violation.Severity(v), Message: what, Effect: v.Effect, Help: advice}
}

// wrongValue tells of a value, or key, that is there and breaks its schema.
func wrongValue(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	value, member := violation.At(fields, v.Path)
	where := value.Range
	if member != nil && (v.Key || v.Keyword == "false" || v.Keyword == "additionalProperties" || where.Len() == 0) {
		where = member.KeyRange
	}
	what, advice := violation.YAML.Describe(v, value)
	if isChoice(v) && isScalar(value) && !addedByUser(d, v) {
		what = violation.YAML.Shown(value) + " is no " + violation.Named(v.Path) + " of " + d.Dialect.Title
	}
	better, fixes := betterName(d, v, value)
	if better != "" {
		advice = better
	}
	diagnostic := analysis.Diagnostic{Range: where, Measured: violation.Measured(v, value), Severity: violation.Severity(v), Message: what, Effect: v.Effect, Help: advice, SuggestedFixes: fixes}
	if fix := mended(d, v, value); fix != nil && !v.Key {
		diagnostic.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	return diagnostic
}

// isChoice reports whether a field's value must be one of a few.
func isChoice(v schema.Violation) bool {
	if v.Keyword != "enum" && v.Keyword != "const" || len(v.Path) == 0 {
		return false
	}
	_, err := strconv.Atoi(v.Path[len(v.Path)-1])
	return err != nil // else it is an item of a list
}

func isScalar(v *analysis.Value) bool { return v.Kind != analysis.List && v.Kind != analysis.Map }

// addedByUser reports whether a field is described by the schema of the configuration.
func addedByUser(d *analysis.Document, v schema.Violation) bool {
	return d.Extra != nil && len(v.Path) > 0 && slices.Contains(d.Extra.Fields(), v.Path[0])
}
