package graph

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// fromRegistry returns the entries of a registry that have a name.
func fromRegistry(d *analysis.Document) []Entry {
	skills := d.Data.Get("skills")
	if skills == nil || d.Dialect == nil {
		return nil
	}
	fields := fieldsOf(d.File)
	var entries []Entry
	for _, v := range skills.Items {
		name := v.Get("name")
		if !name.IsString() || name.Text == "" {
			continue
		}
		e := Entry{Name: d.Copy(name.Text), At: d.At(name.Range)}
		e.Names = []string{e.Name}
		if path := v.Get("path"); path.IsString() {
			e.Path = d.Copy(path.Text)
		}
		for _, field := range fields {
			e.Needs = append(e.Needs, needs(d, v, field)...)
		}
		entries = append(entries, e)
	}
	return entries
}

// fieldsOf returns the fields of a file's kind with names of others.
func fieldsOf(f *analysis.File) []string {
	var fields []string
	if f.Dialect != nil {
		for _, dep := range f.Dialect.Dependencies {
			if dep.Kind == f.Kind.String() {
				fields = append(fields, dep.Field)
			}
		}
	}
	if f.Kind == analysis.Skill {
		for _, general := range GeneralFields() {
			if !slices.Contains(fields, general) {
				fields = append(fields, general)
			}
		}
	}
	return fields
}

// needs returns the names in a field: strings of a list, or of one string with commas.
func needs(d *analysis.Document, data *analysis.Value, field string) []Need {
	v := data.Lookup(strings.Split(field, ".")...)
	if v == nil {
		return nil
	}
	var needs []Need
	add := func(name string, r analysis.Range) {
		if name = strings.TrimSpace(name); name != "" {
			needs = append(needs, Need{Name: d.Copy(name), Field: field, At: d.At(r)})
		}
	}
	if v.Kind == analysis.String && strings.Contains(v.Text, ",") {
		for _, part := range split(d, v) {
			add(part.text, part.place)
		}
		return needs
	}
	for _, s := range v.Strings() {
		add(s.Text, s.Range)
	}
	return needs
}

// A part is a name in a string with several.
type part struct {
	text  string
	place analysis.Range
}

// split splits a string with commas. If the source is not simply its quoted text, each part has the location
// of the whole.
func split(d *analysis.Document, v *analysis.Value) []part {
	start := -1
	if i := strings.Index(d.Text(v.Range), v.Text); i >= 0 {
		start = v.Range.Start + i
	}
	var parts []part
	at := 0
	for text := range strings.SplitSeq(v.Text, ",") {
		place := v.Range
		if start >= 0 && strings.TrimSpace(text) != "" {
			place = d.TrimLine(analysis.Range{Start: start + at, End: start + at + len(text)})
		}
		parts = append(parts, part{text, place})
		at += len(text) + 1
	}
	return parts
}
