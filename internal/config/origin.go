package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// An Origin is the position or flag that sets a value. The zero Origin means that the value is the default.
type Origin struct {
	Path string            // of the configuration, for messages; or the flag, such as "--exclude"
	At   analysis.Position // position in that file; zero for a flag
}

// String returns "path:line:column", the flag, or "default".
func (o Origin) String() string {
	switch {
	case o.Path == "":
		return "default"
	case o.At.Line == 0:
		return o.Path
	}
	return fmt.Sprintf("%s:%d:%d", o.Path, o.At.Line, o.At.Column)
}

// origin returns the position of a range in the file.
func (d *decoder) origin(r analysis.Range) Origin { return Origin{d.path, d.doc.Position(r.Start)} }

// An Entry is a value of a configuration, for display. Rules have a type of their own, [Rule].
type Entry struct {
	Key    string // with dots, as "budgets.dialects.cleo.skill"
	Value  string // as decoded
	Origin Origin

	adds bool // extends earlier entries of its key instead of replacing them
}

// record records a value for display. Additive lists are recorded item by item.
func (d *decoder) record(key, value string, at analysis.Range, adds bool) {
	d.part.entries = append(d.part.entries, Entry{key, value, d.origin(at), adds})
}

// Entries returns the values, except rules, that the configuration and the ones that it extends set for a path
// relative to the root, in order and with their origins.
func (c *Config) Entries(rel string) []Entry {
	var all []Entry
	for _, p := range c.Base().partsFor(rel) {
		seen := map[string]bool{}
		for _, e := range p.entries {
			if !e.adds && !seen[e.Key] {
				all = without(all, e.Key)
			}
			seen[e.Key] = true
		}
		all = append(all, p.entries...)
	}
	return all
}

// without returns the entries that remain when a later part sets a key. A budget also replaces the same budget of
// dialects.
func without(all []Entry, key string) []Entry {
	budget, isBudget := strings.CutPrefix(key, "budgets.")
	return slices.DeleteFunc(all, func(e Entry) bool {
		return e.Key == key || isBudget && strings.HasPrefix(e.Key, "budgets.dialects.") && strings.HasSuffix(e.Key, "."+budget)
	})
}
