package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// foreignReaders says who reads a key that the dialect does not read in this kind of file: the same
// dialect in files of another kind, other dialects in this kind, or other dialects in others;
// empty when nobody does.
func foreignReaders(d *analysis.Document, key string) string {
	this := d.Kind.String()
	others := schema.ReadersOf(this, key)
	var elsewhere string
	for _, kind := range withFields.Names() {
		if kind == this {
			continue
		}
		readers := schema.ReadersOf(kind, key)
		if slices.Contains(readers, d.Dialect.Name) {
			return d.Dialect.Name + " in " + plural(kind)
		}
		if len(readers) > 0 && elsewhere == "" {
			elsewhere = enumerated(readers) + " in " + plural(kind)
		}
	}
	if len(others) > 0 {
		return enumerated(others)
	}
	return elsewhere
}

// enumerated joins names as people do, at most five.
func enumerated(names []string) string {
	if rest := len(names) - 5; rest > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:5], ", "), rest)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// plural returns the word for several files of a kind.
func plural(kind string) string {
	if kind == "openai-yaml" || strings.HasSuffix(kind, "s") {
		return kind
	}
	return kind + "s"
}
