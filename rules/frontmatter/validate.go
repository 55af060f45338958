package frontmatter

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// violationsFact is what a header breaks of its schema, for the rules that each report a part of it.
var violationsFact = analysis.NewFact("violations", "what a header breaks of its schema",
	analysis.PerDocument, withFields, func(pass *analysis.Pass) ([]schema.Violation, error) {
		d := pass.Document
		fields := fieldsOf(d)
		if fields == nil {
			return nil, analysis.ErrNoFact
		}
		return violations(d.Dialect.Name, readAs(d.File), fields)
	})

// violations validates fields. A number or date where a text is wanted is taken for its source
// text, as loaders do, unless the schema says that this one does not.
func violations(dialect, kind string, fields *analysis.Value) ([]schema.Violation, error) {
	value := fields.JSON()
	for _, field := range schema.Exact(dialect, kind) {
		if v := fields.Get(field); isDate(v) || isBeyond(v) {
			value = replace(value, fields, []string{field}, json.Number("0"))
		}
	}
	found, err := schema.Validate(dialect, kind, value)
	if err != nil {
		return nil, fmt.Errorf("check the header: %w", err)
	}
	replaced := false
	for _, v := range found {
		n, _ := violation.At(fields, v.Path)
		switch {
		case v.Keyword != "type" || n.Kind != analysis.Number:
		case !v.Exact && slices.Contains(v.Types, "string"):
			value, replaced = replace(value, fields, v.Path, n.Text), true
		case slices.Contains(v.Types, "number") && isBeyond(n):
			value, replaced = replace(value, fields, v.Path, json.Number("1")), true
		}
	}
	if !replaced {
		return found, nil
	}
	return schema.Validate(dialect, kind, value)
}

// isDate reports whether a value is a date to YAML.
func isDate(v *analysis.Value) bool { return v != nil && v.Note&analysis.Timestamp != 0 }

// isBeyond reports whether a value is a number that JSON has no way to write, as infinity.
func isBeyond(v *analysis.Value) bool {
	if v == nil || v.Kind != analysis.Number {
		return false
	}
	_, isText := v.JSON().(string)
	return isText
}

// replace puts something else in the place of the value that a path leads to.
func replace(value any, v *analysis.Value, path []string, other any) any {
	if len(path) == 0 {
		return other
	}
	child, _ := violation.At(v, path[:1])
	switch value := value.(type) {
	case map[string]any:
		value[path[0]] = replace(value[path[0]], child, path[1:], other)
	case []any:
		i := slices.Index(v.Items, child)
		value[i] = replace(value[i], child, path[1:], other)
	}
	return value
}

// refusedByUser returns the keys that the schema of the configuration has no place for, which
// frontmatter/schema reports.
func refusedByUser(d *analysis.Document, fields *analysis.Value) ([]string, error) {
	found, err := d.Extra.Validate(fields.JSON())
	var keys []string
	for _, v := range found {
		if v.Key && len(v.Path) == 1 {
			keys = append(keys, v.Path[0])
		}
	}
	return keys, err
}
