package violation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Named returns what a path leads to: "author.name", an item of a list, or the file.
func Named(path []string) string {
	n := len(path)
	if n == 0 {
		return "the file"
	}
	if i, err := strconv.Atoi(path[n-1]); err == nil && n > 1 {
		return "item " + strconv.Itoa(i+1) + " of " + Named(path[:n-1])
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

// Shown returns a scalar as it was written, and of other values what they are. In YAML nearly
// every scalar was meant as a text.
func (f Format) Shown(v *analysis.Value) string {
	if v.Kind == analysis.String || f == YAML && (v.Kind == analysis.Number || v.Kind == analysis.Bool) {
		return quote.Text(v.Text)
	}
	return f.A(v)
}

// A says in words what a value is.
func (f Format) A(v *analysis.Value) string {
	if isDate(v) {
		return "a date to YAML"
	}
	switch v.Kind {
	case analysis.Null:
		if f == YAML {
			return "empty"
		}
		return "null"
	case analysis.Bool, analysis.Number:
		return "the " + v.Kind.String() + " " + bare(v)
	case analysis.String:
		return "a text"
	case analysis.Map:
		return f.mapping()
	}
	return "a " + v.Kind.String()
}

// bare returns a number, true or false as written, if it is not too long.
func bare(v *analysis.Value) string { return strings.Trim(quote.Text(v.Text), `"`) }

func (f Format) mapping() string {
	if f == YAML {
		return "a mapping"
	}
	return "an object"
}

// isDate reports whether a value is a date to YAML.
func isDate(v *analysis.Value) bool { return v.Note&analysis.Timestamp != 0 }

// anyOf says in words which types are allowed.
func (f Format) anyOf(types []string) string {
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

// typeWord says a JSON type as people do. Nobody is advised to leave a field of YAML empty.
func (f Format) typeWord(t string) string {
	switch t {
	case "array":
		return "a list"
	case "object":
		return f.mapping()
	case "string":
		return "a text"
	case "integer":
		return "a whole number"
	case "boolean":
		return "true or false"
	case "number":
		return "a number"
	case "null":
		if f == YAML {
			return ""
		}
	}
	return t
}
