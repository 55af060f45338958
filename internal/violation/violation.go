// Package violation says in words what breaks a schema: what is wrong with a value, and what to
// write instead. All rules that check files by a schema tell it so, in the words of the format
// that the file is written in.
package violation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// A Format is what a file is written in: its users have words of their own for values.
type Format int

const (
	JSON Format = iota
	YAML
)

// Severity returns how bad a violation is.
func Severity(v schema.Violation) analysis.Severity {
	s, _ := analysis.ParseSeverity(v.Severity)
	return s
}

// Sentence joins what is wrong, what the loader does with it, and what to write; empty parts are
// left out.
func Sentence(what, effect, advice string) string {
	if effect != "" {
		what += ", so " + effect
	}
	if advice != "" {
		what += "; " + advice
	}
	return what
}

// Told says what is wrong with the value, or key, that a violation lies on, and what to write
// instead. What is missing is the caller's to tell.
func (f Format) Told(v schema.Violation, value *analysis.Value) (what, advice string) {
	name := Named(v.Path)
	switch v.Keyword {
	case "type":
		what, advice = name+" is "+f.A(value), "write "+f.anyOf(v.Types)
		if v.Exact && v.Format == "" && (value.Kind == analysis.Number || isDate(value)) {
			return what, "put it in quotation marks"
		}
	case "enum", "const":
		return name + " cannot be " + f.Shown(value), "write " + quote.List(Suggested(v, value), "or")
	case "not":
		if what = f.misfit(v, value); len(v.Path) > 0 {
			advice = "leave it out"
		}
	case "pattern", "format", "minLength":
		if what = f.misfit(v, value); v.Keyword == "minLength" && v.Fault == "" && v.Limit != "1" && v.Limit != "" {
			advice = "write at least " + quote.Number(v.Limit) + " characters"
		}
	case "additionalProperties", "false":
		key := v.Path[len(v.Path)-1]
		what, advice = quote.Text(key)+" is no key that is known here", "leave it out"
		if best, ok := suggest.Best(key, v.Allowed); ok {
			advice = "write " + quote.Text(best)
		}
	default:
		if what, advice, ok := beyond(v, value); ok {
			return name + what, advice
		}
		what = name + " does not fit its schema (" + v.Keyword + ")"
	}
	if v.Write != "" {
		advice = "write " + v.Write
	}
	return what, advice
}

// misfit tells of a value, or key, of the wrong form.
func (f Format) misfit(v schema.Violation, value *analysis.Value) string {
	subject := f.Shown(value)
	switch {
	case v.Key && len(v.Path) > 0:
		subject = quote.Text(v.Path[len(v.Path)-1])
	case f == JSON && value.Kind == analysis.String && strings.Trim(value.Text, " \t\n\f\r") == "":
		return Named(v.Path) + " is empty"
	case v.Fault != "":
	case v.Keyword == "minLength" || v.Keyword == "not":
		subject = Named(v.Path)
	}
	if v.Fault == "" {
		return subject + " " + f.unlike(v, value)
	}
	return subject + " " + v.Fault
}

// unlike says what is wrong with a value, or key, where the schema does not.
func (f Format) unlike(v schema.Violation, value *analysis.Value) string {
	switch {
	case v.Keyword == "pattern":
		return "does not match " + quote.Text(v.Pattern)
	case v.Keyword == "format":
		return "does not have the format " + quote.Text(v.Format)
	case v.Keyword == "minLength":
		return "is too short"
	case v.Key || value.Kind == analysis.List || value.Kind == analysis.Map:
		return "is what its schema rules out"
	}
	return "cannot be " + f.Shown(value)
}

// Measured returns how much a value has of what its schema allows it less of; 0 where that is not what is
// wrong with it.
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

// beyond tells of a value that is beyond a limit.
func beyond(v schema.Violation, value *analysis.Value) (what, advice string, ok bool) {
	limit := quote.Number(v.Limit)
	switch v.Keyword {
	case "maxLength":
		what := " has %s characters"
		if v.Unit == schema.UTF16 {
			what = " has %s UTF-16 units, as JavaScript counts characters"
		}
		length := strconv.Itoa(schema.Length(value.Text, v.Unit))
		return fmt.Sprintf(what, quote.Number(length)), "write at most " + limit, true
	case "maxItems":
		return " has " + counted(len(value.Items), "item"), "write at most " + limit, true
	case "minItems":
		what, advice = " has "+counted(len(value.Items), "item"), "write at least "+limit
		if len(value.Items) == 0 {
			what = " is an empty list"
		}
		if v.Write != "" {
			advice = "write " + v.Write
		}
		return what, advice, true
	case "maxProperties":
		return " has " + counted(len(value.Members), "key"), "write at most " + limit, true
	case "minProperties":
		what = " has " + counted(len(value.Members), "key")
		if len(value.Members) == 0 {
			what = " is empty"
		}
		return what, "write at least " + limit, true
	case "minimum":
		return " is " + bare(value), "write at least " + limit, true
	case "exclusiveMinimum":
		return " is " + bare(value), "write more than " + limit, true
	case "maximum":
		return " is " + bare(value), "write at most " + limit, true
	case "exclusiveMaximum":
		return " is " + bare(value), "write less than " + limit, true
	case "multipleOf":
		return " is " + bare(value), "write a multiple of " + limit, true
	case "uniqueItems":
		return " has an item twice", "leave one of them out", true
	case "items", "unevaluatedItems", "additionalItems":
		return " is more than its schema allows", "leave it out", true
	case "minContains", "contains":
		return " has no item, or too few, of the kind that its schema asks for", "", true
	case "oneOf":
		return " fits several forms, of which its schema allows one at a time", "", true
	}
	return "", "", false
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return quote.Count(n) + " " + noun + "s"
}

// Suggested returns the allowed value that was meant, or all of them.
func Suggested(v schema.Violation, value *analysis.Value) []string {
	if best, ok := suggest.Best(value.Text, v.Allowed); ok {
		return []string{best}
	}
	return v.Allowed
}
