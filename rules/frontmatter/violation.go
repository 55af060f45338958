package frontmatter

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// missingField reports a missing field, at the misspelled key if there is one.
func missingField(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	parent, member := violation.At(fields, v.Path)
	name := quote.Text(v.Missing)
	where := opening(d)
	what := "missing field " + name
	if member != nil {
		where, what = member.KeyRange, what+" in "+violation.Named(v.Path)
		if v.Keyword == "dependentRequired" {
			what = violation.Named(v.Path) + " requires " + name
		}
		if member.Value != parent { // item of a list
			where = firstLine(d, parent.Range)
		}
	} else if m := findMisspelled(d, parent, v.Missing); m != nil {
		return analysis.Diagnostic{
			Range:    m.KeyRange,
			Severity: violation.Severity(v),
			Must:     violation.IsMust(v),
			Message:  "unknown field " + quote.Text(m.Key) + " in place of " + name,
			Effect:   v.Effect,
			SuggestedFixes: []analysis.SuggestedFix{{
				Title:    "rename it to " + name,
				Uncovers: true, Edits: []analysis.Edit{{Range: m.KeyRange, Text: v.Missing}},
			}},
		}
	}
	help := "add " + name
	switch {
	case v.Help != "":
		help = v.Help
	case len(v.Allowed) > 0:
		help += ": " + quote.List(v.Allowed, "or")
	}
	severity := violation.Severity(v)
	if d.Nested || v.Keyword == "dependentRequired" && isMode(fields, v) {
		severity = min(severity, analysis.Info)
	}
	return analysis.Diagnostic{Range: where, About: v.Missing, Severity: severity, Must: violation.IsMust(v) && !d.Nested, Message: what, Effect: v.Effect, Help: help}
}

// invalidValue reports a value or key that violates its schema.
func invalidValue(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	value, member := violation.At(fields, v.Path)
	where := value.Range
	if member != nil && (v.Key || v.Keyword == "false" || v.Keyword == "additionalProperties" || where.Len() == 0) {
		where = member.KeyRange
	}
	message, help := violation.YAML.Describe(v, value)
	better, fixes := betterName(d, v, value)
	if fix := correction(d, v, value); fix != nil && !v.Key {
		fixes = []analysis.SuggestedFix{*fix}
	}
	switch {
	case len(fixes) > 0:
		help = ""
	case better != "":
		help = better
	}
	found := analysis.Diagnostic{Range: where, Measured: violation.Measured(v, value), Severity: violation.Severity(v), Must: violation.IsMust(v),
		Message: message, Effect: v.Effect, Help: help, SuggestedFixes: fixes}
	if isMinor(d, v, value) {
		found.Severity = min(found.Severity, analysis.Info)
	}
	if v.Keyword == "not" && len(v.Path) == 1 && v.Path[0] == "mode" && fields.Get("agent") != nil {
		found.Severity, found.Message, found.Effect, found.Help = analysis.Info, `"mode" has no effect beside "agent"`, "", "remove it"
	}
	return groupFinding(d, v, value, found)
}

// isMinor reports whether a value does no harm: it is the default, or the field is one of the author's own, which got a meaning later.
func isMinor(d *analysis.Document, v schema.Violation, value *analysis.Value) bool {
	if len(v.Path) == 0 {
		return false
	}
	isField := len(v.Path) == 1
	switch field := v.Path[0]; v.Keyword {
	case "not":
		return isField && field == "permissionMode" && value.Text == "default"
	case "type":
		return len(v.Path) == 2 && field == "arguments" && !usesArgument(d, value) || value.Kind == analysis.Null && isHarmless(v)
	case "enum":
		isContext := field == "context" && (value.Kind == analysis.List || slices.Contains([]string{"main", "inherit", "default", "none", "current"}, value.Text))
		return isField && v.Loader != "reject" && (value.Kind == analysis.Map || isContext)
	}
	return false
}

// isMode reports whether the value of "agent" is a mode or the name of Copilot, for which the file was also written.
func isMode(fields *analysis.Value, v schema.Violation) bool {
	value, _ := violation.At(fields, v.Path)
	return len(v.Path) == 1 && v.Path[0] == "agent" && slices.Contains([]string{"agent", "ask", "edit", "plan", "copilot"}, strings.ToLower(value.Text))
}

// usesArgument reports whether the text has the name of an argument after $, as Claude Code replaces it.
func usesArgument(d *analysis.Document, argument *analysis.Value) bool {
	name := argument.Get("name")
	if name == nil || name.Text == "" {
		return true
	}
	body := d.Source[d.BodyStart():]
	return bytes.Contains(body, []byte("$"+name.Text)) || bytes.Contains(body, []byte("${"+name.Text+"}"))
}

// isHarmless reports whether a client treats an empty field as a missing one, and the author probably meant nothing else.
func isHarmless(v schema.Violation) bool {
	return v.Loader != "reject" && len(v.Path) == 1 && (v.Path[0] == "metadata" || v.Path[0] == "allowed-tools")
}

// groupFinding groups findings that are often the same in many files: names with a common prefix, ignored fields, and invalid
// values of little importance.
func groupFinding(d *analysis.Document, v schema.Violation, value *analysis.Value, found analysis.Diagnostic) analysis.Diagnostic {
	if isForm(d, v) && len(found.SuggestedFixes) == 0 {
		if prefix := namePrefix(value.Text, DirName(d.File)); prefix != "" {
			found = groupPrefixed(found, value.Text, prefix)
			found.Group.Message = analysis.Many + " invalid names with the prefix " + quote.Text(prefix)
		}
		return found
	}
	if len(v.Path) == 1 && v.Path[0] == "name" && v.Keyword == "pattern" && len(found.SuggestedFixes) == 0 {
		found.Group = analysis.Group{Key: "name " + v.Help, Message: analysis.Many + " invalid names", Help: found.Help}
	}
	if last := len(v.Path) - 1; last > 0 && v.Keyword == "type" && violation.IsIndex(v.Path[last]) {
		list := violation.Named(v.Path[:last])
		found.Group = analysis.Group{Key: d.Rel + list, Message: analysis.Many + " items of " + list + " must each be " + violation.YAML.AnyOf(v.Types)}
	}
	isOwn := v.Keyword == "type" && value.Kind == analysis.Map // data of the author, in each of the files
	if len(v.Path) == 1 && len(found.SuggestedFixes) == 0 && (v.Keyword == "not" && v.Loader == "ignore" || isOwn) {
		found.Group = analysis.Group{Key: "not " + found.Message, Message: found.Message + " (" + analysis.Many + " files)"}
	}
	if found.Severity == analysis.Info && len(v.Path) == 1 && (v.Keyword == "enum" || v.Keyword == "type") {
		found.Group = analysis.Group{Key: v.Path[0] + v.Keyword, Message: analysis.Many + " invalid values for " + quote.Text(v.Path[0]), Help: found.Help}
	}
	return found
}
