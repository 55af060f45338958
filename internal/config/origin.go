package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// An Origin is where a value comes from. The zero Origin is skilllint itself: the value is the default.
type Origin struct {
	Path string            // of the configuration, as in messages; or the flag, as "--exclude"
	At   analysis.Position // in that file; zero of a flag
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

// An Entry is a value that a configuration says, for people: rules have their own.
type Entry struct {
	Key    string // with dots, as "budgets.dialects.cleo.skill"
	Value  string // as it is understood
	Origin Origin

	adds bool // to what was said before under its key; else it takes its place
}

// says records a value for people. Of a list that is added to each item is one.
func (d *decoder) says(key, value string, at analysis.Range, adds bool) {
	d.part.entries = append(d.part.entries, Entry{key, value, d.origin(at), adds})
}

// Entries returns what the configuration and those that it extends say of a path, given relative to the
// root, but for rules: each with its origin, in the order in which it was said.
func (c *Config) Entries(rel string) []Entry {
	var all []Entry
	for _, p := range c.Base().partsFor(rel) {
		begun := map[string]bool{}
		for _, e := range p.entries {
			if !e.adds && !begun[e.Key] {
				all = without(all, e.Key)
			}
			begun[e.Key] = true
		}
		all = append(all, p.entries...)
	}
	return all
}

// without returns what is left of what earlier parts said when a later one says a key. A budget takes the
// place of those of dialects as well.
func without(all []Entry, key string) []Entry {
	budget, isBudget := strings.CutPrefix(key, "budgets.")
	return slices.DeleteFunc(all, func(e Entry) bool {
		return e.Key == key || isBudget && strings.HasPrefix(e.Key, "budgets.dialects.") && strings.HasSuffix(e.Key, "."+budget)
	})
}
