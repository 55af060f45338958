package schema

import (
	"slices"
	"strings"
	"testing"
)

// TestEffects checks that the schemas of clients that read a field contain it.
func TestEffects(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Effects() {
		if seen[e.Field] || e.Loss == "" || len(e.Read) == 0 || !slices.IsSorted(e.Read) || !slices.IsSorted(e.Meant) {
			t.Errorf("%s is a duplicate, is incomplete or has an unsorted list: %+v", e.Field, e)
		}
		seen[e.Field] = true
		for _, dialect := range e.Meant {
			if Lookup(dialect) == nil {
				t.Errorf("%s: unknown dialect %s", e.Field, dialect)
			}
			if !slices.Contains(e.Read, dialect) {
				t.Errorf("%s: files of %s use it, but the client does not read it", e.Field, dialect)
			}
		}
		field, _, _ := strings.Cut(e.Field, ".")
		for _, client := range e.Read {
			if known := Fields(client, "skill"); known != nil && !slices.Contains(known, field) {
				t.Errorf("%s: %s reads it, but its schema does not contain it", e.Field, client)
			}
		}
	}
	for _, m := range Marks() {
		for _, dialect := range m.Meant {
			if Lookup(dialect) == nil || !slices.Contains(m.Read, dialect) {
				t.Errorf("%s: %s is not a dialect, or does not replace it", m.Mark, dialect)
			}
		}
	}
	if e := (Effect{Meant: []string{"triagent"}}); e.MeansIt("cleo") || !e.MeansIt("triagent") || !(Effect{}).MeansIt("cleo") {
		t.Error("MeansIt does not match Meant")
	}
}
