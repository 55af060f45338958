package violation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Named returns the name of the value at a path: "author.name", an item of a list, or the file.
func Named(path []string) string {
	n := len(path)
	if n == 0 {
		return "the file"
	}
	if i, err := strconv.Atoi(path[n-1]); err == nil && n > 1 {
		return "item " + strconv.Itoa(i+1) + " of " + Named(path[:n-1])
	}
	keys := n - 1
	for keys > 0 && !IsIndex(path[keys-1]) {
		keys--
	}
	return quote.Text(strings.Join(path[keys:], "."))
}

// IsIndex reports whether an element of a path is an index of a list.
func IsIndex(key string) bool {
	_, err := strconv.Atoi(key)
	return err == nil
}

// Shown returns a scalar as written, or the type of other values. Strings are quoted, as are all scalars in YAML, because
// nearly all of them are meant as strings.
func (f Format) Shown(v *analysis.Value) string {
	switch {
	case v.Kind == analysis.String, f == YAML && (v.Kind == analysis.Number || v.Kind == analysis.Bool):
		return quote.Text(v.Text)
	case v.Kind == analysis.Number, v.Kind == analysis.Bool:
		return bare(v)
	}
	return f.A(v)
}

// A returns the type of a value with its article: "a list".
func (f Format) A(v *analysis.Value) string {
	if isDate(v) {
		return "a date"
	}
	switch v.Kind {
	case analysis.Null:
		if f == YAML {
			return "empty"
		}
		return "null"
	case analysis.Map:
		return f.mapping()
	}
	return "a " + v.Kind.String()
}

// bare returns a number or boolean as written, truncated if it is too long.
func bare(v *analysis.Value) string { return strings.Trim(quote.Text(v.Text), `"`) }

func (f Format) mapping() string {
	if f == YAML {
		return "a mapping"
	}
	return "an object"
}

// isDate reports whether YAML parses a value as a date.
func isDate(v *analysis.Value) bool { return v.Note&analysis.Timestamp != 0 }

// AnyOf returns the allowed types as a phrase: "a list or a string".
func (f Format) AnyOf(types []string) string {
	var words []string
	for _, t := range types {
		if word := f.typeWord(t); word != "" {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	if n := len(words); n > 2 {
		words = []string{strings.Join(words[:n-1], ", "), words[n-1]}
	}
	return strings.Join(words, " or ")
}

// typeWord returns a JSON type with its article. It returns "" for null in YAML, where fields are omitted instead.
func (f Format) typeWord(t string) string {
	switch t {
	case "array":
		return "a list"
	case "object":
		return f.mapping()
	case "string":
		return "a string"
	case "integer":
		return "an integer"
	case "boolean":
		return "a boolean"
	case "number":
		return "a number"
	case "null":
		if f == YAML {
			return ""
		}
	}
	return t
}
