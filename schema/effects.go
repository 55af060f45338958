package schema

import (
	"slices"
	"sync"
)

// An Effect is a field of a skill's header that changes what a loader does with the skill, not
// only what people read about it.
type Effect struct {
	Field string   `json:"field"`           // with dots for nesting
	When  string   `json:"when,omitempty"`  // the only value with an effect: "true", "false" or a word; empty: any
	Meant []string `json:"meant,omitempty"` // dialects in whose files the key means this; none: in all
	Read  []string `json:"read"`            // agents that read it, sorted
	Loss  string   `json:"loss"`            // completes "X does not read it, so "
}

// A Mark is how a piece of a skill's text begins that a loader puts something else in the place of.
type Mark struct {
	Mark  string   `json:"mark"`
	Meant []string `json:"meant"` // dialects in whose files it is one
	Read  []string `json:"read"`  // agents that do it; to the others it is text
}

var effects = sync.OnceValue(func() (table struct {
	Fields []Effect `json:"fields"`
	Marks  []Mark   `json:"marks"`
}) {
	decodeStrictly("effects.json", &table)
	return table
})

// Effects returns the fields of a skill with an effect on some loader, whoever reads them.
func Effects() []Effect { return effects().Fields }

// Marks returns what some loader replaces in the text of a skill.
func Marks() []Mark { return effects().Marks }

// MeansIt reports whether a file of a dialect means the effect by the key.
func (e Effect) MeansIt(dialect string) bool {
	return len(e.Meant) == 0 || slices.Contains(e.Meant, dialect)
}
