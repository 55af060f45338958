package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// A field is a row of a table of fields.
type field struct {
	path        string // "metadata.openclaw.install[].kind"
	status      string // see the legend of the page
	values      string // types and limits
	description string
}

// The values of a field's status.
const (
	required = "R"
	depends  = "C" // required in some cases
	optional = "O"
	ignored  = "I"
	refused  = "X"
)

// A reader walks a schema and those that it refers to.
type reader struct {
	dialect string
	trees   map[string]*analysis.Value // of the dialect's schemas, by kind
	shown   map[string]bool            // references whose fields are already listed
	rows    []field
}

// fieldsOf returns the fields of a dialect's kind in the order of the schema.
func fieldsOf(dialect, kind string) []field {
	r := &reader{dialect: dialect, trees: map[string]*analysis.Value{}, shown: map[string]bool{}}
	tree := r.tree(kind)
	if tree == nil {
		return nil
	}
	r.object("", place{kind, tree, "error"})
	return r.rows
}

// A place is a part of a schema, with the schema that contains it.
type place struct {
	kind     string
	node     *analysis.Value
	severity string // of violations
}

// at returns a part of the same schema, which may have a severity of its own.
func (p place) at(node *analysis.Value) place {
	if s := textOf(node.Get("x-severity")); s != "" {
		p.severity = s
	}
	p.node = node
	return p
}

func (r *reader) tree(kind string) *analysis.Value {
	if tree, ok := r.trees[kind]; ok {
		return tree
	}
	source, _ := schema.Source(r.dialect, kind)
	r.trees[kind] = jsontree.Parse(source, 0).Root
	return r.trees[kind]
}

// parts returns a schema with those that it refers to ($ref, allOf).
func (r *reader) parts(p place) []place {
	all := []place{p.at(p.node)}
	for i := 0; i < len(all) && i < 50; i++ {
		node := all[i].node
		if ref := node.Get("$ref"); ref != nil {
			if q := r.resolve(all[i].kind, ref.Text); q.node != nil {
				q.severity = all[i].severity
				all = append(all, q.at(q.node))
			}
		}
		for _, item := range itemsOf(node.Get("allOf")) {
			all = append(all, all[i].at(item))
		}
	}
	return all
}

func (r *reader) resolve(kind, ref string) place {
	file, pointer, _ := strings.Cut(ref, "#")
	if file != "" {
		kind = strings.TrimSuffix(file, ".json")
	}
	node := r.tree(kind)
	for _, key := range strings.FieldsFunc(pointer, func(c rune) bool { return c == '/' }) {
		node = node.Get(key)
	}
	return place{kind: kind, node: node}
}

// object lists the fields of a mapping.
func (r *reader) object(prefix string, p place) {
	parts := r.parts(p)
	listed := map[string]bool{}
	for _, part := range parts {
		properties := part.node.Get("properties")
		if properties == nil {
			continue
		}
		for _, m := range properties.Members {
			if listed[m.Key] {
				continue
			}
			listed[m.Key] = true
			r.field(prefix+m.Key, m.Key, part.at(m.Value), parts)
		}
	}
}

// field lists a field of a mapping whose schema has these parts, and the fields below it.
func (r *reader) field(path, key string, p place, above []place) {
	var same []place // the schemas of the field
	for _, part := range above {
		if node := part.node.Get("properties").Get(key); node != nil {
			same = append(same, r.parts(part.at(node))...)
		}
	}
	row := field{path: path, status: status(key, same, above), values: values(same)}
	for _, part := range same {
		if d := part.node.Get("description"); d != nil && row.description == "" {
			row.description = d.Text
		}
	}
	ref := p.node.Get("$ref")
	again := ref != nil && r.shown[ref.Text]
	if ref != nil {
		r.shown[ref.Text] = true
	}
	if file, _, _ := strings.Cut(textOf(ref), ".json"); ref != nil && file != ref.Text && file != "" {
		row.values, again = strings.TrimPrefix(row.values+", as in "+file, ", "), true
	}
	r.rows = append(r.rows, row)
	if !again {
		r.below(path, p, 0)
	}
}

func textOf(v *analysis.Value) string {
	if v == nil {
		return ""
	}
	return v.Text
}

// below lists the fields inside a value: of a mapping, of the items of a list, of any key.
func (r *reader) below(path string, p place, depth int) {
	if depth > 3 {
		return
	}
	r.object(path+".", p)
	for _, part := range r.parts(p) {
		for _, keyword := range []string{"items", "additionalProperties"} {
			suffix := map[string]string{"items": "[]", "additionalProperties": ".*"}[keyword]
			node := part.node.Get(keyword)
			if node == nil || node.Kind != analysis.Map {
				continue
			}
			if ref := node.Get("$ref"); ref != nil {
				if r.shown[ref.Text] {
					continue
				}
				r.shown[ref.Text] = true
			}
			r.below(path+suffix, part.at(node), depth+1)
		}
		for _, keyword := range []string{"anyOf", "oneOf"} {
			for _, branch := range itemsOf(part.node.Get(keyword)) {
				r.below(path, part.at(branch), depth+1)
			}
		}
	}
}

func itemsOf(v *analysis.Value) []*analysis.Value {
	if v == nil {
		return nil
	}
	return v.Items
}

// status returns whether a field is required. same are the schemas of the field, above those of its mapping.
func status(key string, same, above []place) string {
	for _, part := range same {
		if v := part.node.Get("x-ignored"); v != nil && v.Text == "true" {
			return ignored
		}
		if not := part.node.Get("not"); not != nil && not.Kind == analysis.Map && len(not.Members) == 0 {
			return refused
		}
	}
	found := optional
	for _, part := range above {
		if names(part.node.Get("required"), key) {
			return required
		}
		if demands(part.node, key, 0) {
			found = depends
		}
	}
	return found
}

func names(list *analysis.Value, key string) bool {
	return slices.ContainsFunc(itemsOf(list), func(v *analysis.Value) bool { return v.Text == key })
}

// demands reports whether a schema requires a field in some cases.
func demands(node *analysis.Value, key string, depth int) bool {
	if node == nil || depth > 4 {
		return false
	}
	if names(node.Get("required"), key) && depth > 0 {
		return true
	}
	if d := node.Get("dependentRequired"); d != nil {
		for _, m := range d.Members {
			if names(m.Value, key) {
				return true
			}
		}
	}
	for _, keyword := range []string{"then", "else"} {
		if demands(node.Get(keyword), key, depth+1) {
			return true
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for _, branch := range itemsOf(node.Get(keyword)) {
			if keyword != "allOf" && names(branch.Get("required"), key) || demands(branch, key, depth+1) {
				return true
			}
		}
	}
	return false
}

// values describes the values of a field in a few words.
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
	const most = 8
	list := itemsOf(node.Get("enum"))
	if len(list) == 0 {
		return ""
	}
	var shown []string
	for _, v := range list[:min(len(list), most)] {
		shown = append(shown, "`"+v.Text+"`")
	}
	if rest := len(list) - most; rest > 0 {
		shown = append(shown, fmt.Sprintf("%d more", rest))
	}
	return strings.Join(shown, " ")
}

// limit describes a keyword in a few words, or returns "" for one that readers do not need.
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

// patternName returns a pattern that is short enough to read.
func patternName(pattern string) string {
	const longest = 48
	switch {
	case pattern == `\S`:
		return "not empty"
	case len(pattern) > longest:
		return ""
	}
	return "`" + pattern + "`"
}
