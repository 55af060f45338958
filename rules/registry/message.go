package registry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/near"
	"github.com/skilllint/skilllint/internal/quote"
)

// diagnostic tells of a fault: what is wrong, what the loader does with it, and what to write.
func (f fault) diagnostic() analysis.Diagnostic {
	where := f.value.Range
	switch {
	case f.Missing != "":
		where = f.opening()
	case f.member != nil && (f.Key || f.Keyword == "additionalProperties" || f.Keyword == "false"):
		where = f.member.KeyRange
	case f.Keyword == tooLarge, f.Keyword == notChecked, len(f.Path) == 0 && where.Len() > 1:
		where.End = where.Start + 1
	}
	what, advice := f.told()
	if f.Effect != "" {
		what += ", so " + f.Effect
	}
	if advice != "" {
		what += "; " + advice
	}
	d := analysis.Diagnostic{Range: where, Severity: f.severity(), Message: what}
	if f.Keyword == "enum" && f.value.Kind == analysis.String {
		if best, ok := near.Best(f.value.Text, f.Allowed); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + best, Safe: near.Same(f.value.Text, best),
				Edits: []analysis.Edit{{Range: f.value.Range, Text: strconv.Quote(best)}}}}
		}
	}
	return d
}

// opening is where something is reported that an object lacks: its opening brace.
func (f fault) opening() analysis.Range {
	return analysis.Range{Start: f.value.Range.Start, End: min(f.value.Range.Start+1, f.value.Range.End)}
}

// told says what is wrong, and what to write instead.
func (f fault) told() (what, advice string) {
	name := named(f.Path)
	switch f.Keyword {
	case "required":
		return f.lack()
	case "type":
		what, advice = name+" is "+a(f.value), "write "+anyOf(f.Types)
	case "enum", "const":
		return name + " cannot be " + shown(f.value), "write " + quote.List(f.suggested(), "or")
	case "pattern", "format", "not":
		what = shown(f.value) + " " + f.Fault
		if strings.Trim(f.value.Text, " \t\n\f\r") == "" {
			what = name + " is empty"
		}
	case "maxLength":
		return fmt.Sprintf("%s has %d characters", name, utf8.RuneCountInString(f.value.Text)), "write at most " + f.Limit
	case "minimum":
		return name + " is " + f.value.Text, "write at least " + f.Limit
	case "maximum":
		return name + " is " + f.value.Text, "write at most " + f.Limit
	case "minProperties":
		return name + " is empty", "write at least " + f.Limit
	case "additionalProperties":
		key := f.Path[len(f.Path)-1]
		what, advice = quote.Text(key)+" is no key that is known here", "leave it out"
		if best, ok := near.Best(key, f.Allowed); ok {
			advice = "write " + quote.Text(best)
		}
	case tooLarge:
		return name + " has more than 200,000 values", "split it"
	case notChecked:
		return fmt.Sprintf("more than %d faults stand before %s, which was not checked, nor was what lies behind it", mostFaults, name), "mend those first"
	default:
		what = name + " does not fit its schema (" + f.Keyword + ")"
	}
	if f.Write != "" {
		advice = "write " + f.Write
	}
	return what, advice
}

// lack says which fields are missing.
func (f fault) lack() (what, advice string) {
	what = named(f.Path) + " has no " + quote.List(f.lacks, "and")
	switch {
	case len(f.lacks) > 1:
		return what, "add them"
	case f.Write != "":
		return what, "add " + f.Write
	}
	return what, "add it"
}

// suggested returns the allowed value that was meant, or all of them.
func (f fault) suggested() []string {
	if best, ok := near.Best(f.value.Text, f.Allowed); ok {
		return []string{best}
	}
	return f.Allowed
}

// named returns what a path leads to: "author.name", an item of a list, the file.
func named(path []string) string {
	n := len(path)
	if n == 0 {
		return "the file"
	}
	if i, err := strconv.Atoi(path[n-1]); err == nil && n > 1 {
		return "item " + strconv.Itoa(i+1) + " of " + named(path[:n-1])
	}
	keys := n - 1
	for keys > 0 && !isIndex(path[keys-1]) {
		keys--
	}
	return quote.Text(strings.Join(path[keys:], "."))
}

func isIndex(key string) bool {
	_, err := strconv.Atoi(key)
	return err == nil
}

// shown returns a scalar as it was written, and of other values what they are.
func shown(v *analysis.Value) string {
	if v.Kind == analysis.String {
		return quote.Text(v.Text)
	}
	return a(v)
}

// a says in words what a value is.
func a(v *analysis.Value) string {
	switch v.Kind {
	case analysis.Null:
		return "null"
	case analysis.Bool, analysis.Number:
		return "the " + v.Kind.String() + " " + v.Text
	case analysis.String:
		return "a text"
	case analysis.Map:
		return "an object"
	}
	return "a " + v.Kind.String()
}

// anyOf says in words which types are allowed.
func anyOf(types []string) string {
	var words []string
	for _, t := range types {
		words = append(words, typeWord(t))
	}
	slices.Sort(words)
	if n := len(words); n > 2 {
		words = append(words[:0], strings.Join(words[:n-1], ", "), words[n-1])
	}
	return strings.Join(words, " or ")
}

func typeWord(t string) string {
	switch t {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "string":
		return "a text"
	case "integer":
		return "a whole number"
	case "boolean":
		return "true or false"
	case "number":
		return "a number"
	}
	return t
}
