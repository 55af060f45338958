package placeholder

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Declared holds the placeholder names that a file declares, sorted, distinct and without braces.
type Declared struct {
	Names    []string
	Specific []string // names below "skillSpecific": inputs of individual skills
}

// DeclaredFact computes the names that a placeholders.json declares. Every object with a string "token" declares that
// name, at any depth. Files that do not parse have no fact.
var DeclaredFact = analysis.NewFact("placeholders", "the names that a placeholders.json declares",
	analysis.PerDocument, analysis.Placeholders, readDeclared).MarkShallow()

func readDeclared(pass *analysis.Pass) (Declared, error) {
	if pass.Document.Data == nil {
		return Declared{}, analysis.ErrNoFact
	}
	data := pass.Document.Data
	return Declared{Names: sortedNames(collectNames(data, nil)), Specific: sortedNames(collectNames(data.Get("skillSpecific"), nil))}, nil
}

// sortedNames returns sorted names without duplicates.
func sortedNames(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func collectNames(v *analysis.Value, names []string) []string {
	if v == nil {
		return names
	}
	if name := v.Get("token"); name.IsString() && name.Text != "" {
		names = append(names, strings.Clone(name.Text))
	}
	for _, item := range v.Items {
		names = collectNames(item, names)
	}
	for _, m := range v.Members {
		names = collectNames(m.Value, names)
	}
	return names
}
