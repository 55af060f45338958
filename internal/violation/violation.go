// Package violation says in words what breaks a schema: what is wrong with a value, and what to
// write instead. All rules that check files by a schema tell it so, in the words of the format
// that the file is written in.
package violation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/near"
	"github.com/skilllint/skilllint/internal/quote"
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
		what, advice = f.misfit(v, value), "leave it out"
	case "pattern", "format", "minLength":
		what = f.misfit(v, value)
	case "additionalProperties", "false":
		key := v.Path[len(v.Path)-1]
		what, advice = quote.Text(key)+" is no key that is known here", "leave it out"
		if best, ok := near.Best(key, v.Allowed); ok {
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
	switch {
	case v.Key && len(v.Path) > 0:
		return quote.Text(v.Path[len(v.Path)-1]) + " " + v.Fault
	case f == JSON && strings.Trim(value.Text, " \t\n\f\r") == "":
		return Named(v.Path) + " is empty"
	case v.Fault == "":
		return Named(v.Path) + " is too short"
	}
	return f.Shown(value) + " " + v.Fault
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
		return fmt.Sprintf(" has %d items", len(value.Items)), "write at most " + limit, true
	case "minItems":
		what, advice = " is an empty list", "write at least "+limit
		if v.Write != "" {
			advice = "write " + v.Write
		}
		return what, advice, true
	case "minProperties":
		return " is empty", "write at least " + limit, true
	case "minimum":
		return " is " + bare(value), "write at least " + limit, true
	case "exclusiveMinimum":
		return " is " + bare(value), "write more than " + limit, true
	case "maximum":
		return " is " + bare(value), "write at most " + limit, true
	case "exclusiveMaximum":
		return " is " + bare(value), "write less than " + limit, true
	}
	return "", "", false
}

// Suggested returns the allowed value that was meant, or all of them.
func Suggested(v schema.Violation, value *analysis.Value) []string {
	if best, ok := near.Best(value.Text, v.Allowed); ok {
		return []string{best}
	}
	return v.Allowed
}
