package frontmatter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/near"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/schema"
)

// missingField tells of a field that is not there; at the key that was probably meant as it, if
// there is one.
func missingField(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	parent, member := at(fields, v.Path)
	name := quote.Text(v.Missing)
	where := opening(d)
	what := "the header has no " + name
	if d.Header == nil {
		what = "the file has no " + name
	}
	if member != nil {
		where, what = member.KeyRange, quote.Text(strings.Join(v.Path, "."))+" stands without "+name
	} else if m := misspelt(d, parent, v.Missing); m != nil {
		return analysis.Diagnostic{
			Range:    m.KeyRange,
			Severity: atHome(d, v),
			Message:  sentence(quote.Text(m.Key)+" is no field, and "+what, v.Effect, "write "+name),
			SuggestedFixes: []analysis.SuggestedFix{{
				Title: "rename it to " + v.Missing,
				Edits: []analysis.Edit{{Range: m.KeyRange, Text: v.Missing}},
			}},
		}
	}
	advice := "add " + name
	if v.Write != "" {
		advice += ", " + v.Write
	}
	return analysis.Diagnostic{Range: where, Severity: atHome(d, v), Message: sentence(what, v.Effect, advice)}
}

// wrongValue tells of a value, or key, that is there and breaks its schema.
func wrongValue(d *analysis.Document, fields *analysis.Value, v schema.Violation) analysis.Diagnostic {
	value, member := at(fields, v.Path)
	where := value.Range
	if member != nil && (v.Key || v.Keyword == "not" || v.Keyword == "false" || v.Keyword == "additionalProperties" || where.Len() == 0) {
		where = member.KeyRange
	}
	what, advice := told(v, value)
	better, fixes := betterName(d, v, value)
	if better != "" {
		advice = better
	}
	diagnostic := analysis.Diagnostic{Range: where, Severity: atHome(d, v), Message: sentence(what, v.Effect, advice), SuggestedFixes: fixes}
	if fix := mended(d, v, value); fix != nil && !v.Key {
		diagnostic.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	return diagnostic
}

// sentence joins what is wrong, what the loader does with it, and what to write.
func sentence(what, effect, advice string) string {
	if effect != "" {
		what += ", so " + effect
	}
	if advice != "" {
		what += "; " + advice
	}
	return what
}

// told says what is wrong with a value, and what to write instead.
func told(v schema.Violation, value *analysis.Value) (what, advice string) {
	name := named(v.Path)
	switch v.Keyword {
	case "type":
		what, advice = name+" is "+a(value), "write "+anyOf(v.Types)
		if v.Exact && v.Format == "" && (value.Kind == analysis.Number || isDate(value)) {
			return what, "put it in quotation marks"
		}
	case "enum", "const":
		what, advice = name+" cannot be "+shown(value), "write "+quote.List(suggested(value, v.Allowed), "or")
		return what, advice
	case "not":
		what, advice = name+" "+v.Fault, "leave it out"
	case "pattern", "format", "minLength":
		what = shown(value) + " " + v.Fault
		if v.Fault == "" {
			what = name + " is too short"
		}
	case "maxLength":
		length := utf8.RuneCountInString(value.Text)
		return fmt.Sprintf("%s has %s characters", name, thousands(strconv.Itoa(length))), "write at most " + thousands(v.Limit)
	case "minItems":
		what, advice = name+" is an empty list", "write at least "+v.Limit
	case "maxItems":
		return fmt.Sprintf("%s has %d items", name, len(value.Items)), "write at most " + v.Limit
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum":
		return name + " is " + value.Text, "write " + bounds[v.Keyword] + thousands(v.Limit)
	case "additionalProperties", "false":
		what, advice = name+" is no key that is known here", "leave it out"
	default:
		what = name + " does not fit its schema (" + v.Keyword + ")"
	}
	if v.Write != "" {
		advice = "write " + v.Write
	}
	return what, advice
}

// bounds says what a limit allows. It is only read.
var bounds = map[string]string{
	"minimum": "at least ", "exclusiveMinimum": "more than ", "maximum": "at most ", "exclusiveMaximum": "less than ",
}

// suggested returns the allowed value that was meant, or all of them.
func suggested(value *analysis.Value, allowed []string) []string {
	if best, ok := near.Best(value.Text, allowed); ok {
		return []string{best}
	}
	return allowed
}

// named returns the field that a path leads to: "a.b", or an item of it.
func named(path []string) string {
	keys := slices.Clone(path)
	item := ""
	if n := len(keys); n > 1 {
		if i, err := strconv.Atoi(keys[n-1]); err == nil {
			item, keys = "item "+strconv.Itoa(i+1)+" of ", keys[:n-1]
		}
	}
	return item + quote.Text(strings.Join(keys, "."))
}

// shown returns a scalar as it was written, and of other values what they are.
func shown(v *analysis.Value) string {
	if v.Kind == analysis.List || v.Kind == analysis.Map || v.Kind == analysis.Null {
		return a(v)
	}
	return quote.Text(v.Text)
}

// a says in words what a value is.
func a(v *analysis.Value) string {
	if isDate(v) {
		return "a date to YAML"
	}
	switch v.Kind {
	case analysis.Null:
		return "empty"
	case analysis.Bool:
		return "the boolean " + v.Text
	case analysis.Number:
		return "the number " + v.Text
	case analysis.String:
		return "a text"
	}
	return "a " + v.Kind.String()
}

// anyOf says in words which types are allowed.
func anyOf(types []string) string {
	var words []string
	for _, t := range types {
		if word := typeWords[t]; word != "" {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " or ")
}

// typeWords has the JSON types as people say them. It is only read.
var typeWords = map[string]string{
	"array": "a list", "object": "a mapping", "string": "a text", "number": "a number",
	"integer": "a whole number", "boolean": "true or false",
}

// thousands puts commas into a whole number.
func thousands(digits string) string {
	for i := len(digits) - 3; i > 0 && !strings.ContainsAny(digits, ".-eE"); i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
