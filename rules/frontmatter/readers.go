package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// otherReaders returns the clients that read a field that this client ignores in this kind of file. elsewhere is set if a
// client reads the field in another kind of file; ours is the first kind in which this client reads it.
func otherReaders(d *analysis.Document, key string) (clients []string, elsewhere bool, ours string) {
	for _, kind := range withFields.Names() {
		if kind == d.Kind.String() {
			continue
		}
		readers := schema.ReadersOf(kind, key)
		elsewhere = elsewhere || len(readers) > 0
		if ours == "" && slices.Contains(readers, d.Dialect.Name) {
			ours = kind
		}
	}
	return schema.ReadersOf(d.Kind.String(), key), elsewhere, ours
}

// shared returns the other clients for which a file is evidently meant: targets, and clients that read at least two of its
// fields that its own client does not read.
func shared(d *analysis.Document, fields *analysis.Value, known []string) map[string]bool {
	clients, count := map[string]bool{}, map[string]int{}
	for _, id := range d.Targets {
		clients[id] = true
	}
	for i := range fields.Members[:min(len(fields.Members), mostKeys)] {
		m := &fields.Members[i]
		if isOwn(m.Key) || m.Duplicate || slices.Contains(known, m.Key) {
			continue
		}
		for _, client := range schema.ReadersOf(d.Kind.String(), m.Key) {
			if count[client]++; count[client] > 1 {
				clients[client] = true
			}
		}
	}
	return clients
}

// enumerate joins at most five names.
func enumerate(names []string) string {
	if rest := len(names) - 5; rest > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:5], ", "), rest)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// plural returns the plural of a kind of files.
func plural(kind string) string {
	switch {
	case kind == "openai-yaml":
		return "agents/openai.yaml"
	case kind == "agent":
		return "subagents"
	case kind == "cursor-rule":
		return "Cursor rules"
	case kind == "output-style":
		return "output styles"
	case strings.HasSuffix(kind, "s"):
		return kind
	}
	return kind + "s"
}
