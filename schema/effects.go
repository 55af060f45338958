package schema

import (
	"slices"
	"sync"
)

// An Effect is a frontmatter field that changes how a client uses a skill, not only what it displays.
type Effect struct {
	Field string   `json:"field"`           // name, with dots for nesting
	When  string   `json:"when,omitempty"`  // the only value with an effect: "true", "false" or a word; empty: any
	Meant []string `json:"meant,omitempty"` // dialects whose files use the key in this sense; none: all
	Read  []string `json:"read"`            // clients that read it, sorted
	Loss  string   `json:"loss"`            // what a client that does not read it does, a clause: "it never runs the hooks"
}

// A Mark is the start of a text that a client replaces in the body of a skill.
type Mark struct {
	Mark  string   `json:"mark"`
	Meant []string `json:"meant"` // dialects whose files use it
	Read  []string `json:"read"`  // clients that replace it; for the others it is text
}

var effects = sync.OnceValue(func() (table struct {
	Fields []Effect `json:"fields"`
	Marks  []Mark   `json:"marks"`
}) {
	decodeStrictly("effects.json", &table)
	return table
})

// Effects returns the fields of a skill that have an effect in some client.
func Effects() []Effect { return effects().Fields }

// Marks returns the texts that some client replaces in a skill.
func Marks() []Mark { return effects().Marks }

// MeansIt reports whether files of a dialect use the key in this sense.
func (e Effect) MeansIt(dialect string) bool {
	return len(e.Meant) == 0 || slices.Contains(e.Meant, dialect)
}
