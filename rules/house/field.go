package house

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A Field is a key of the header, or of a YAML file or JSON document, and what its values are.
type Field struct {
	Path    []string // from the outermost key; through lists
	Matches *Pattern // nil: Values say it, or the key alone counts
	OneOf   []string
}

// String returns the path as people write it.
func (f *Field) String() string { return strings.Join(f.Path, ".") }

// anyValue reports whether the key alone counts.
func (f *Field) anyValue() bool { return f.Matches == nil && f.OneOf == nil }

// field looks at the values of a field.
func (s *search) field(r *Rule) {
	if !s.hasHeader() {
		return // there are other findings about that
	}
	f := &fieldSearch{search: s, rule: r}
	f.walk(s.doc.Data, analysis.Range{}, r.Field.Path)
	if r.Require && !f.seen {
		s.fieldFault(r, opening(s.doc), r.Field.String()+" is missing")
	}
}

// A fieldSearch follows the path of a field.
type fieldSearch struct {
	*search
	rule *Rule
	seen bool // there is a value
}

// walk follows a path through mappings, and through each item of a list, from the value of a key.
func (f *fieldSearch) walk(v *analysis.Value, key analysis.Range, path []string) {
	switch {
	case v == nil || f.work.isSpent():
	case v.Kind == analysis.List:
		for _, item := range v.Items {
			f.walk(item, key, path)
		}
		if len(path) == 0 && len(v.Items) == 0 {
			f.value(v, key)
		}
	case len(path) == 0:
		f.value(v, key)
	default:
		if m := v.Member(path[0]); m != nil {
			f.key(m, path[1:])
		}
	}
}

// key follows a path below a key; where only the key counts, it is reported.
func (f *fieldSearch) key(m *analysis.Member, path []string) {
	if r := f.rule; len(path) == 0 && !r.Require && r.Field.anyValue() {
		f.fieldFault(r, m.KeyRange, "")
		return
	}
	f.walk(m.Value, m.KeyRange, path)
}

// value looks at one value that the path leads to, of a key.
func (f *fieldSearch) value(v *analysis.Value, key analysis.Range) {
	f.seen = true
	r := f.rule
	f.work.spend(perValue * (1 + len(r.Field.OneOf)))
	empty := v.Kind == analysis.Null || v.Kind != analysis.Map && v.Kind != analysis.List && strings.TrimSpace(v.Text) == "" ||
		v.Kind == analysis.List && len(v.Items) == 0
	switch {
	case r.Require && empty:
		at := v.Range
		if at.Len() == 0 {
			at = key
		}
		f.fieldFault(r, at, r.Field.String()+" is empty")
	case r.Require && (v.Kind == analysis.Map || v.Kind == analysis.List):
		if !r.Field.anyValue() {
			f.fieldFault(r, v.Range, r.Field.String()+" is a "+v.Kind.String())
		}
	case r.Require:
		if f.fits(v) == nil {
			f.fieldFault(r, v.Range, r.Field.String()+" is "+quote.Text(v.Text))
		}
	case !empty:
		if match := f.fits(v); match != nil {
			p := valueText(f.doc, v)
			f.report(r, &p, match)
		}
	}
}

// fits returns where a value matches what the rule says of values; nil: it does not.
func (f *fieldSearch) fits(v *analysis.Value) []int {
	all := []int{0, len(v.Text)}
	switch field := f.rule.Field; {
	case field.anyValue():
		return all
	case field.Matches != nil:
		f.work.spend((len(v.Text) + 16) * field.Matches.weight)
		return field.Matches.expr.FindStringSubmatchIndex(v.Text)
	case slices.Contains(field.OneOf, v.Text):
		return all
	}
	return nil
}

// fieldFault reports a field; what is missing in it is said behind the message.
func (s *search) fieldFault(r *Rule, at analysis.Range, what string) {
	message, about := r.said(nil), ""
	if what != "" {
		message, about = message+"; "+what, r.Field.String()
	}
	s.pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: at, Message: message, About: about, Anywhere: at == opening(s.doc)})
}
