package frontmatter

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// readers says who else reads a key: other dialects in files of this kind, this dialect in files
// of another kind, other dialects in those; empty when nobody does.
func readers(d *analysis.Document, key string) string {
	kind := d.Kind.String()
	others := func(k string) []string {
		return slices.DeleteFunc(schema.ReadersOf(k, key), func(name string) bool { return name == d.Dialect.Name })
	}
	if same := others(kind); len(same) > 0 {
		return strings.Join(same, ", ")
	}
	var elsewhere string
	for _, k := range withFields.Names() {
		if k == kind {
			continue
		}
		if slices.Contains(schema.ReadersOf(k, key), d.Dialect.Name) {
			return d.Dialect.Name + " in " + plural(k)
		}
		if names := others(k); len(names) > 0 && elsewhere == "" {
			elsewhere = strings.Join(names, ", ") + " in " + plural(k)
		}
	}
	return elsewhere
}

// plural returns the word for several files of a kind.
func plural(kind string) string {
	if kind == "openai-yaml" || strings.HasSuffix(kind, "s") {
		return kind
	}
	return kind + "s"
}
