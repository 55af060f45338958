package graph

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// EntryKinds are the kinds of files that have entries.
const EntryKinds = analysis.Skill | analysis.Agent | analysis.Persona | analysis.Command | analysis.Registry

// An Entry is a skill, subagent, persona or command, or a registry's entry of a skill.
type Entry struct {
	Name  string            // its own name, else that of its directory or file
	Names []string          // all names that a client may use; the first is Name
	At    analysis.Location // the name, or the first line of a file without one
	Path  string            // of a registry's entry: the path of its skill, verbatim
	Needs []Need            // in the order of the file
}

// A Need is a reference to another entry by name.
type Need struct {
	Name  string
	Field string            // "dependencies", "capabilities.dependencies", …
	At    analysis.Location // the name with its quotes
}

// GeneralFields are the fields of a skill with its dependencies, in any dialect.
func GeneralFields() []string {
	return []string{"dependencies", "depends", "depends_on", "requires", "capabilities.dependencies"}
}

// EntryFact is the entries of a file: one, or those of a registry in the order of the file. With invalid
// frontmatter an entry has only the name of its directory or file.
var EntryFact = analysis.NewFact("entry", "names of skills, agents, personas and commands, and what they need",
	analysis.PerDocument, EntryKinds, readEntries).MarkShallow()

func readEntries(pass *analysis.Pass) ([]Entry, error) {
	d := pass.Document
	if d.Kind == analysis.Registry {
		return fromRegistry(d), nil
	}
	e := Entry{Name: ownName(d.Rel)}
	e.Names = []string{e.Name}
	switch name := d.Data.Get("name"); {
	case name.IsString() && strings.TrimSpace(name.Text) != "":
		e.At = d.At(name.Range)
		if own := asLoaded(d, strings.TrimSpace(name.Text)); own != e.Name && own != "" {
			e.Name, e.Names = own, []string{own, e.Name}
		}
	case d.Source != nil:
		e.At = d.At(d.LineRange(1))
	default:
		one := analysis.Position{Line: 1, Column: 1}
		e.At = analysis.Location{Path: d.Path, Start: one, End: one}
	}
	for _, field := range fieldsOf(d.File) {
		e.Needs = append(e.Needs, needs(d, d.Data, field)...)
	}
	return []Entry{e}, nil
}

// asLoaded returns a name as the client of a file's dialect reads it.
func asLoaded(d *analysis.Document, name string) string {
	if rules := d.Rules(); rules != nil && rules.Name != nil && rules.Name.Normalise {
		name = schema.Normalised(name)
	}
	return d.Copy(name)
}

// ownName returns the name from a file's path: that of its directory if all files of the kind have the same
// name, else its own without suffix and "_persona_" prefix.
func ownName(rel string) string {
	base := path.Base(rel)
	if strings.EqualFold(base, "SKILL.md") || base == "AGENT.md" {
		if dir := path.Base(path.Dir(rel)); dir != "." && dir != "/" {
			return dir
		}
	}
	base = strings.TrimPrefix(base, "_persona_")
	for _, suffix := range []string{".agent.md", path.Ext(base)} {
		if stem, ok := strings.CutSuffix(base, suffix); ok && stem != "" {
			return stem
		}
	}
	return base
}
