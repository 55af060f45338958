// Package registry knows the entries of a skill registry (manifest.json): what other rules ask of
// them, each with its place, so that no rule reads the file again.
package registry

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Registry is what one registry file says. Entries are in the order of the file; an entry
// without a name is left out, since nothing can refer to it.
type Registry struct {
	Entries []Entry
}

// An Entry is one skill of a registry. Fields that are missing or have the wrong type are zero:
// registry/schema reports those.
type Entry struct {
	Name         Text
	Path         Text   // as written, relative to the repository root as a rule
	Version      Text   // as written
	Dependencies []Text // capabilities.dependencies
	Inputs       []Text // capabilities.inputs
	TokenBudget  Number // token_budget
}

// A Text is a string with its place, quotes included.
type Text struct {
	Value    string
	Location analysis.Location
}

// A Number is a positive integer with its place. Value is 0 when there is none.
type Number struct {
	Value    int
	Location analysis.Location
}

// Fact is the registry that a document is. There is none when the file does not parse, has no
// list of skills, or is one in another project's own form.
var Fact = analysis.NewFact("registry", "the entries of a skill registry",
	analysis.PerDocument, analysis.Registry, read)

func read(pass *analysis.Pass) (Registry, error) {
	skills := pass.Document.Data.Get("skills")
	if skills == nil || skills.Kind != analysis.List || pass.File.Dialect == nil {
		return Registry{}, analysis.ErrNoFact
	}
	r := Registry{Entries: make([]Entry, 0, len(skills.Items))}
	for _, item := range skills.Items {
		if e := entry(pass.Document, item); e.Name.Value != "" {
			r.Entries = append(r.Entries, e)
		}
	}
	return r, nil
}

func entry(d *analysis.Document, v *analysis.Value) Entry {
	return Entry{
		Name:         text(d, v.Get("name")),
		Path:         text(d, v.Get("path")),
		Version:      text(d, v.Get("version")),
		Dependencies: texts(d, v.Lookup("capabilities", "dependencies")),
		Inputs:       texts(d, v.Lookup("capabilities", "inputs")),
		TokenBudget:  number(d, v.Get("token_budget")),
	}
}

func text(d *analysis.Document, v *analysis.Value) Text {
	if !v.IsString() {
		return Text{}
	}
	return Text{strings.Clone(v.Text), d.At(v.Range)}
}

func texts(d *analysis.Document, v *analysis.Value) []Text {
	var out []Text
	for _, s := range v.Strings() {
		out = append(out, text(d, s))
	}
	return out
}

func number(d *analysis.Document, v *analysis.Value) Number {
	if v == nil || v.Kind != analysis.Number {
		return Number{}
	}
	n, err := strconv.Atoi(v.Text)
	if err != nil || n <= 0 {
		return Number{}
	}
	return Number{n, d.At(v.Range)}
}
