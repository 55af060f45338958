package frontmatter

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// withFields are the kinds of files that have fields, in frontmatter or in a YAML or TOML file.
const withFields = analysis.Skill | analysis.Agent | analysis.Command | analysis.Instructions | analysis.Prompt |
	analysis.CursorRule | analysis.OutputStyle | analysis.Persona | analysis.SkillMeta

// readAs returns the kind whose rules apply to a file, because plugins may have separate rules.
func readAs(f *analysis.File) string {
	kind := f.Kind.String()
	if f.Plugin && f.Dialect.Kinds["plugin-"+kind] != nil {
		return "plugin-" + kind
	}
	return kind
}

// fieldsOf returns the mapping of a document's fields, or a list of mappings if the client accepts one. It returns nil
// without a dialect, and for frontmatter that is missing or does not parse. Empty frontmatter is an empty mapping.
func fieldsOf(d *analysis.Document) *analysis.Value {
	switch {
	case d.Dialect == nil || d.Broken != nil || d.Encoding != analysis.UTF8 || len(d.HeaderLimits) > 0, IsTemplate(d):
		return nil
	case d.Data != nil && d.Data.Kind == analysis.Map:
		return read(d)
	case d.Data != nil && d.Data.Kind == analysis.List && rulesOf(d).Header.Lists:
		return d.Data
	case d.Data == nil && !closedHeader(d), d.Data != nil && d.Data.Kind != analysis.Null:
		return nil
	case d.Header == nil:
		return &analysis.Value{Kind: analysis.Map}
	}
	return &analysis.Value{Kind: analysis.Map, Range: d.Header.Content}
}

// read returns the fields that the client reads, without merged ones if it ignores merge keys.
func read(d *analysis.Document) *analysis.Value {
	merged := func(m analysis.Member) bool { return m.Merged }
	if rulesOf(d).Header.Merge != "ignored" || !slices.ContainsFunc(d.Data.Members, merged) {
		return d.Data
	}
	fields := *d.Data
	fields.Members = slices.DeleteFunc(slices.Clone(fields.Members), merged)
	return &fields
}

func closedHeader(d *analysis.Document) bool {
	return d.Header != nil && d.Header.State == analysis.HeaderClosed
}

// meant returns the absent field that an unknown key probably stands for, or "". certain is set if the key is another
// spelling of the field, or a known mistake for it.
func meant(d *analysis.Document, fields *analysis.Value, absent []string, key string) (field string, certain bool) {
	kind := readAs(d.File)
	if field, ok := schema.MistakenFor(d.Dialect.Name, kind, key); ok && fields.Get(field) == nil {
		return field, true
	}
	field, ok := suggest.Best(key, absent)
	if !ok {
		return "", false
	}
	return field, suggest.Same(key, field)
}

// absentFrom returns the names that are not among the fields.
func absentFrom(fields *analysis.Value, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return fields.Member(name) != nil })
}

// fits reports whether a value is valid for a field, according to the schema.
func fits(d *analysis.Document, field string, value *analysis.Value) bool {
	found, err := schema.Validate(d.Dialect.Name, readAs(d.File), map[string]any{field: value.JSON()})
	return err == nil && !slices.ContainsFunc(found, func(v schema.Violation) bool { return len(v.Path) > 0 && v.Path[0] == field })
}

// findMisspelled returns the key that was probably meant as a missing required field, or nil.
func findMisspelled(d *analysis.Document, fields *analysis.Value, missing string) *analysis.Member {
	known := schema.Fields(d.Dialect.Name, readAs(d.File))
	absent := absentFrom(fields, known)
	for i := range fields.Members {
		m := &fields.Members[i]
		if slices.Contains(known, m.Key) {
			continue
		}
		if field, _ := meant(d, fields, absent, m.Key); field == missing {
			return m
		}
	}
	return nil
}

// opening returns the range of findings on missing fields: the opening "---", or the first line with text of a YAML file.
func opening(d *analysis.Document) analysis.Range {
	if d.Header != nil {
		return d.Header.Open
	}
	if d.Data == nil || len(d.Source) == 0 {
		return analysis.Range{}
	}
	return d.TrimLine(d.LineRange(d.LineOf(d.Data.Range.Start)))
}

// nonTextKeys returns a function that reports whether a key is not text. frontmatter/syntax reports such keys.
func nonTextKeys(d *analysis.Document) func(*analysis.Member) bool {
	var ranges []analysis.Range
	for _, o := range d.ParseWarnings {
		if o.Kind == analysis.NonStringKey {
			ranges = append(ranges, o.Range)
		}
	}
	slices.SortFunc(ranges, func(a, b analysis.Range) int { return a.Start - b.Start })
	for i := 1; i < len(ranges); i++ {
		ranges[i].End = max(ranges[i].End, ranges[i-1].End) // maximum end of the ranges up to this one
	}
	return func(m *analysis.Member) bool {
		n, _ := slices.BinarySearchFunc(ranges, m.KeyRange.Start+1, func(r analysis.Range, at int) int { return r.Start - at })
		return n > 0 && m.KeyRange.End <= ranges[n-1].End
	}
}

// isReportedValue reports whether frontmatter/syntax reports a value or a part of it.
func isReportedValue(d *analysis.Document, fields *analysis.Value, path []string) bool {
	value := fields.Lookup(path...)
	return value != nil && value != fields && slices.ContainsFunc(d.ParseWarnings, func(o analysis.ParseWarning) bool {
		return o.Kind == analysis.NonStringKey && value.Range.Contains(o.Range)
	})
}

// rulesOf returns the rules of the dialect for the kind of file, or zero rules.
func rulesOf(d *analysis.Document) schema.KindRules {
	if rules := d.Dialect.Kinds[readAs(d.File)]; rules != nil {
		return *rules
	}
	return schema.KindRules{}
}

// rejects reports whether the client rejects files with unknown fields.
func rejects(d *analysis.Document) bool { return rulesOf(d).Unknown == "rejected" }

// passes reports whether the client passes unknown fields to the provider of the model.
func passes(d *analysis.Document) bool { return rulesOf(d).Unknown == "passed" }
