package fields

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// values describes the types and limits of a field.
func values(same []place) string {
	var words []string
	add := func(word string) {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	for _, part := range same {
		add(typesOf(part.node))
	}
	for _, part := range same {
		for _, m := range part.node.Members {
			add(limit(m.Key, m.Value, part))
		}
	}
	return strings.Join(words, ", ")
}

// typesOf returns the names of the types of a schema.
func typesOf(node *analysis.Value) string {
	v := node.Get("type")
	var types []string
	switch {
	case v == nil:
		for _, keyword := range []string{"anyOf", "oneOf"} {
			for _, branch := range itemsOf(node.Get(keyword)) {
				types = append(types, typesOf(branch))
			}
		}
	case v.Kind == analysis.List:
		for _, item := range v.Items {
			types = append(types, nameOfType(item.Text, node))
		}
	default:
		types = append(types, nameOfType(v.Text, node))
	}
	types = slices.DeleteFunc(types, func(t string) bool { return t == "" })
	return strings.Join(slices.Compact(types), " or ")
}

func nameOfType(name string, node *analysis.Value) string {
	switch name {
	case "object":
		return "mapping"
	case "integer":
		return "integer"
	case "array":
		if items := node.Get("items"); items != nil {
			if of := typesOf(items); of == "string" {
				return "list of strings"
			} else if list := enumOf(items); list != "" {
				return "list of " + list
			}
		}
		return "list"
	}
	return name
}

func enumOf(node *analysis.Value) string {
	const maxShown = 8
	list := itemsOf(node.Get("enum"))
	if len(list) == 0 {
		return ""
	}
	var shown []string
	for _, v := range list[:min(len(list), maxShown)] {
		shown = append(shown, "`"+v.Text+"`")
	}
	if rest := len(list) - maxShown; rest > 0 {
		shown = append(shown, fmt.Sprintf("%d more", rest))
	}
	return strings.Join(shown, " ")
}

// limit describes a keyword, or returns "" if it is not relevant to readers.
func limit(keyword string, v *analysis.Value, p place) string {
	word := ""
	switch keyword {
	case "enum":
		word = enumOf(p.node)
	case "const":
		word = "`" + v.Text + "`"
	case "maxLength":
		word = "≤ " + quote.Number(v.Text) + " characters"
	case "minLength":
		word = "not empty"
	case "maxItems", "minItems", "minProperties":
		word = map[string]string{"maxItems": "≤ ", "minItems": "≥ ", "minProperties": "≥ "}[keyword] + v.Text + " entries"
	case "minimum":
		word = "≥ " + quote.Number(v.Text)
	case "exclusiveMinimum":
		word = "> " + quote.Number(v.Text)
	case "maximum":
		word = "≤ " + quote.Number(v.Text)
	case "format":
		word = formatName(v.Text)
	case "pattern":
		word = patternName(v.Text)
	}
	if word != "" && p.severity != "error" {
		word += " (" + p.severity + ")"
	}
	return word
}

func formatName(format string) string {
	switch format {
	case "date":
		return "date (YYYY-MM-DD)"
	case "semver":
		return "semantic version"
	case "version-triple":
		return "version of three numbers"
	case "skill-name-unicode":
		return "lowercase letters, digits and single hyphens between them"
	case "space-separated":
		return "separated by spaces"
	case "url":
		return "URL"
	case "json-text":
		return "JSON"
	case "boolean-word":
		return "true, false, yes, no, on, off, 1 or 0"
	}
	unit, limit, ok := strings.Cut(format, "-length-")
	if !ok {
		return ""
	}
	name := map[string]string{"utf16": "UTF-16 units", "collapsed": "characters, with each run of white space counted as one"}[unit]
	return "≤ " + quote.Number(limit) + " " + name
}

// patternName describes a pattern, or returns "" if it is too long.
func patternName(pattern string) string {
	const maxLength = 48
	switch {
	case pattern == `\S`:
		return "not empty"
	case len(pattern) > maxLength:
		return ""
	}
	return "`" + pattern + "`"
}
