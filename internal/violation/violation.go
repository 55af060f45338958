// Package violation formats schema violations as messages with help.
package violation

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// A Format is the language of a file. It determines the terms in messages, such as object or mapping.
type Format int

const (
	JSON Format = iota
	YAML
)

// Severity returns the severity of a violation.
func Severity(v schema.Violation) analysis.Severity {
	s, _ := analysis.ParseSeverity(v.Severity)
	return s
}

// IsMust reports whether a violation is an error in the strict profile. What is only a hint otherwise stays one.
func IsMust(v schema.Violation) bool { return v.Must && Severity(v) >= analysis.Warning }

// Describe returns the message and help for a violation. value is the value at its path. Callers must describe missing fields
// themselves.
func (f Format) Describe(v schema.Violation, value *analysis.Value) (message, help string) {
	name := Named(v.Path)
	switch v.Keyword {
	case "type":
		return f.mismatch(name, v, value), mismatchHelp(v, value)
	case "enum", "const":
		return f.invalid(v, value), choiceHelp(v, value)
	case "not":
		message = f.malformed(v, value)
		if v.Help == "" && len(v.Path) > 0 {
			return message, "remove it"
		}
		return message, v.Help
	case "pattern", "format", "minLength":
		return f.malformed(v, value), v.Help
	case "additionalProperties":
		key := v.Path[len(v.Path)-1]
		return "unknown key " + quote.Text(key), didYouMean(key, v.Allowed, "remove it")
	case "false":
		return "key " + quote.Text(v.Path[len(v.Path)-1]) + " is not allowed here", "remove it"
	}
	problem := describeLimit(v, value)
	switch {
	case strings.HasPrefix(v.Keyword, "max"): // the message states the limit
		return name + " " + problem, shortenHelp(v, value)
	case problem != "":
		return name + " " + problem, v.Help
	}
	return name + " does not match its schema (" + v.Keyword + ")", v.Help
}

func mismatchHelp(v schema.Violation, value *analysis.Value) string {
	isNested := value.Kind == analysis.List || value.Kind == analysis.Map
	switch {
	case v.Exact && v.Format == "" && (value.Kind == analysis.Number || isDate(value)):
		return "quote the value"
	case v.Help == "" && len(v.Types) == 1 && v.Types[0] == "string" && isNested:
		return "write one string"
	}
	return v.Help
}

// mismatch describes a value of the wrong type.
func (f Format) mismatch(name string, v schema.Violation, value *analysis.Value) string {
	if f == YAML && value.Kind == analysis.Null {
		return name + " must be " + f.AnyOf(v.Types) + ", but is empty"
	}
	if value.Kind == analysis.Number && len(v.Types) == 1 && v.Types[0] == "integer" {
		return name + " must be an integer, not " + bare(value)
	}
	return name + " must be " + f.AnyOf(v.Types) + ", not " + f.A(value)
}

// invalid describes a value that is not one of the allowed values.
func (f Format) invalid(v schema.Violation, value *analysis.Value) string {
	switch {
	case f == YAML && value.Kind == analysis.Null:
		return Named(v.Path) + " is empty"
	case value.Kind == analysis.List || value.Kind == analysis.Map:
		return Named(v.Path) + " does not match its schema (" + v.Keyword + ")"
	}
	preposition, path := " for ", v.Path
	for len(path) > 1 && IsIndex(path[len(path)-1]) {
		preposition, path = " in ", path[:len(path)-1]
	}
	return "invalid value " + f.Shown(value) + preposition + Named(path)
}

// choiceHelp returns the help for a value that is not one of the allowed values.
func choiceHelp(v schema.Violation, value *analysis.Value) string {
	other := v.Help
	switch {
	case other != "":
	case len(v.Allowed) > 2:
		other = "use one of " + quote.List(v.Allowed, "or")
	default:
		other = "use " + quote.List(v.Allowed, "or")
	}
	return didYouMean(value.Text, v.Allowed, other)
}

// didYouMean suggests the most similar allowed text. If there is none, it returns the alternative.
func didYouMean(text string, allowed []string, alternative string) string {
	if best, ok := suggest.Best(text, allowed); ok {
		return "did you mean " + quote.Text(best) + "?"
	}
	return alternative
}

// malformed describes a value or key with the wrong form.
func (f Format) malformed(v schema.Violation, value *analysis.Value) string {
	isKey := v.Key && len(v.Path) > 0
	subject := f.Shown(value)
	if isKey {
		subject = quote.Text(v.Path[len(v.Path)-1])
	}
	template := strings.NewReplacer("{}", subject, "{field}", Named(v.Path), "{char}", firstInvalidChar(v, value.Text))
	switch {
	case !isKey && v.Keyword != "not" && value.Kind == analysis.String && strings.TrimSpace(value.Text) == "":
		return Named(v.Path) + " is empty"
	case strings.Contains(v.Message, "{"):
		return template.Replace(v.Message)
	case v.Message != "":
		return subject + " " + v.Message
	case v.Keyword == "pattern":
		return subject + " does not match the pattern " + quote.Text(v.Pattern)
	case v.Keyword == "format":
		return subject + " does not have the format " + quote.Text(v.Format)
	case v.Keyword == "minLength":
		return Named(v.Path) + " is shorter than " + countNoun(v.Limit, "character")
	case isKey:
		return "key " + subject + " is not allowed here"
	}
	return f.invalid(v, value)
}

// Measured returns the length of a value that is too long, or 0 for other violations.
func Measured(v schema.Violation, value *analysis.Value) int {
	switch {
	case value == nil:
	case v.Keyword == "maxLength":
		return schema.Length(value.Text, v.Unit)
	case v.Keyword == "maxItems":
		return len(value.Items)
	}
	return 0
}

// describeLimit describes the violation of a numeric limit or a constraint on lists and objects. It returns "" for other keywords.
func describeLimit(v schema.Violation, value *analysis.Value) string {
	number := quote.Number(v.Limit)
	switch v.Keyword {
	case "maxLength":
		unit := "character"
		if v.Unit == schema.UTF16 {
			unit = "UTF-16 code unit"
		}
		return "is " + quote.Plural(schema.Length(value.Text, v.Unit), unit) + " long (limit " + number + ")"
	case "maxItems":
		return "has " + quote.Plural(len(value.Items), "item") + " (limit " + number + ")"
	case "minItems":
		return tooFew(len(value.Items), "item", "is an empty list", number)
	case "maxProperties":
		return "has " + quote.Plural(len(value.Members), "key") + " (limit " + number + ")"
	case "minProperties":
		return tooFew(len(value.Members), "key", "is empty", number)
	case "minimum":
		return "must be at least " + number + ", not " + bare(value)
	case "exclusiveMinimum":
		return "must be greater than " + number + ", not " + bare(value)
	case "maximum":
		return "must be at most " + number + ", not " + bare(value)
	case "exclusiveMaximum":
		return "must be less than " + number + ", not " + bare(value)
	case "multipleOf":
		return "must be a multiple of " + number + ", not " + bare(value)
	case "uniqueItems":
		return "has duplicate items"
	case "items", "unevaluatedItems", "additionalItems":
		return "is not allowed here"
	case "minContains", "contains":
		return "lacks a required item"
	case "oneOf":
		return "matches several alternatives of its schema, of which one is allowed"
	}
	return ""
}

// shortenHelp returns the help for a text that is too long, or "" for other violations.
func shortenHelp(v schema.Violation, value *analysis.Value) string {
	limit, err := strconv.Atoi(v.Limit)
	if v.Keyword != "maxLength" || err != nil {
		return ""
	}
	return "shorten it by " + quote.Plural(schema.Length(value.Text, v.Unit)-limit, "character")
}

// tooFew describes a list or object with too few parts.
func tooFew(n int, part, empty, minimum string) string {
	if n == 0 && minimum == "1" {
		return empty
	}
	return "has " + quote.Plural(n, part) + " (minimum " + minimum + ")"
}

func countNoun(number, noun string) string {
	if number == "1" {
		return "1 " + noun
	}
	return quote.Number(number) + " " + noun + "s"
}
