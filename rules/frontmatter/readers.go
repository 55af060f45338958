package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// foreignReaders names who reads a field that the client does not read in this kind of file: other
// clients, or, with ours, the kind of files in which this client reads it. It is empty if there are
// none.
func foreignReaders(d *analysis.Document, key string) (readers string, ours bool) {
	this := d.Kind.String()
	others := schema.ReadersOf(this, key)
	var elsewhere string
	for _, kind := range withFields.Names() {
		if kind == this {
			continue
		}
		readers := schema.ReadersOf(kind, key)
		if slices.Contains(readers, d.Dialect.Name) {
			return plural(kind), true
		}
		if len(readers) > 0 && elsewhere == "" {
			elsewhere = enumerated(titles(readers)) + " " + plural(kind)
			if len(readers) > 1 {
				elsewhere = plural(kind) + " of " + enumerated(titles(readers))
			} else if kind == "cursor-rule" {
				elsewhere = plural(kind)
			}
		}
	}
	if len(others) > 0 {
		return enumerated(titles(others)), false
	}
	return elsewhere, false
}

// titles returns the titles of dialects.
func titles(names []string) []string {
	var titles []string
	for _, name := range names {
		titles = append(titles, schema.Lookup(name).Title)
	}
	return titles
}

// enumerated joins names, at most five.
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
	switch {
	case kind == "openai-yaml":
		return "agents/openai.yaml"
	case kind == "agent":
		return "subagents"
	case kind == "cursor-rule":
		return "Cursor rules"
	case strings.HasSuffix(kind, "s"):
		return kind
	}
	return kind + "s"
}
