// Package placeholders knows the names of tokens that a placeholders.json declares.
package placeholders

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Placeholders are the token names that one file declares: sorted, each once, without braces.
type Placeholders struct {
	Names    []string
	Specific []string // those below "skillSpecific": inputs of some skills, that others do not get
}

// Fact is what a placeholders.json declares. Groups may have any name and depth: every
// mapping with a string "token" declares that name. There is no fact for a file that does not parse.
var Fact = analysis.NewFact("placeholders", "the token names that a placeholders.json declares",
	analysis.PerDocument, analysis.Placeholders, read)

func read(pass *analysis.Pass) (Placeholders, error) {
	if pass.Document.Data == nil {
		return Placeholders{}, analysis.ErrNoFact
	}
	data := pass.Document.Data
	return Placeholders{Names: sorted(collect(data, nil)), Specific: sorted(collect(data.Get("skillSpecific"), nil))}, nil
}

// sorted returns names sorted, each once.
func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func collect(v *analysis.Value, names []string) []string {
	if v == nil {
		return names
	}
	if name := v.Get("token"); name.IsString() && name.Text != "" {
		names = append(names, strings.Clone(name.Text))
	}
	for _, item := range v.Items {
		names = collect(item, names)
	}
	for _, m := range v.Members {
		names = collect(m.Value, names)
	}
	return names
}
