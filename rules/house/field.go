package house

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A Field is a key of the frontmatter, or of a YAML or JSON file, and its values.
type Field struct {
	Path    []string // keys from the outermost one; lists are traversed
	Matches *Pattern // if nil, OneOf or any value
	OneOf   []string
}

// String returns the path separated by dots.
func (f *Field) String() string { return strings.Join(f.Path, ".") }

// anyValue reports whether the rule accepts any value of the key.
func (f *Field) anyValue() bool { return f.Matches == nil && f.OneOf == nil }

// field checks the values of a field.
func (s *search) field(r *Rule) {
	if !s.hasHeader() {
		return // reported by other findings
	}
	f := &fieldSearch{search: s, rule: r}
	f.walk(s.doc.Data, analysis.Range{}, r.Field.Path)
	if r.Require && !f.seen {
		s.reportField(r, opening(s.doc), r.Field.String()+" is missing")
	}
}

// A fieldSearch follows the path of a field.
type fieldSearch struct {
	*search
	rule *Rule
	seen bool // a value exists
}

// walk follows a path from the value of a key, through mappings and each item of lists.
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

// key follows a path below a key, and reports the key if any value matches.
func (f *fieldSearch) key(m *analysis.Member, path []string) {
	if r := f.rule; len(path) == 0 && !r.Require && r.Field.anyValue() {
		f.reportField(r, m.KeyRange, "")
		return
	}
	f.walk(m.Value, m.KeyRange, path)
}

// value checks a value of the field.
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
		f.reportField(r, at, r.Field.String()+" is empty")
	case r.Require && (v.Kind == analysis.Map || v.Kind == analysis.List):
		if !r.Field.anyValue() {
			f.reportField(r, v.Range, r.Field.String()+" is a "+v.Kind.String())
		}
	case r.Require:
		if f.match(v) == nil {
			f.reportField(r, v.Range, r.Field.String()+" is "+quote.Text(v.Text))
		}
	case !empty:
		if match := f.match(v); match != nil {
			p := valueText(f.doc, v)
			f.report(r, &p, match)
		}
	}
}

// match returns the match of a value, or nil.
func (f *fieldSearch) match(v *analysis.Value) []int {
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

// reportField reports a field, with details of what is wrong.
func (s *search) reportField(r *Rule, at analysis.Range, detail string) {
	d := r.diagnostic(nil, detail)
	d.Range, d.Anywhere = at, at == opening(s.doc)
	if detail != "" {
		d.About = r.Field.String()
	}
	s.pass.Report(d)
}
