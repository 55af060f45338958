package frontmatter

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// violationsFact computes the schema violations of a document. Several rules each report some of them.
var violationsFact = analysis.NewFact("violations", "schema violations of the frontmatter",
	analysis.PerDocument, withFields, func(pass *analysis.Pass) ([]schema.Violation, error) {
		d := pass.Document
		fields := fieldsOf(d)
		if fields == nil {
			return nil, analysis.ErrNoFact
		}
		return violations(d.Dialect.Name, readAs(d.File), fields)
	})

// violations validates fields. A number or date is accepted as text, as in most clients, unless the schema excludes it.
func violations(dialect, kind string, fields *analysis.Value) ([]schema.Violation, error) {
	value := fields.JSON()
	for _, field := range schema.Exact(dialect, kind) {
		if v := fields.Get(field); isDate(v) || isNotJSON(v) {
			value = replace(value, fields, []string{field}, json.Number("0"))
		}
	}
	found, err := schema.Validate(dialect, kind, value)
	if err != nil {
		return nil, fmt.Errorf("validate the frontmatter: %w", err)
	}
	replaced := false
	for _, v := range found {
		n, _ := violation.At(fields, v.Path)
		switch {
		case v.Keyword != "type" || n.Kind != analysis.Number:
		case !v.Exact && slices.Contains(v.Types, "string"):
			value, replaced = replace(value, fields, v.Path, n.Text), true
		case slices.Contains(v.Types, "number") && isNotJSON(n):
			value, replaced = replace(value, fields, v.Path, json.Number("1")), true
		}
	}
	if !replaced {
		return found, nil
	}
	return schema.Validate(dialect, kind, value)
}

// isDate reports whether a value is a YAML timestamp.
func isDate(v *analysis.Value) bool { return v != nil && v.Note&analysis.Timestamp != 0 }

// isNotJSON reports whether a value is a number that JSON cannot represent, such as infinity.
func isNotJSON(v *analysis.Value) bool {
	if v == nil || v.Kind != analysis.Number {
		return false
	}
	_, isText := v.JSON().(string)
	return isText
}

// replace replaces the value at a path.
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

// refusedByUser returns the keys that a custom schema rejects, which frontmatter/schema reports.
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
