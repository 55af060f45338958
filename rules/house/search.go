package house

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A search runs rules on a document.
type search struct {
	pass  *analysis.Pass
	doc   *analysis.Document
	below string
	work  work
	lower []byte // the whole file in lower case, on demand
	found int    // findings of the current rule
}

func newSearch(pass *analysis.Pass, set *Set) *search {
	d := pass.Document
	return &search{pass: pass, doc: d, below: set.Below(d.Rel), work: newWork(len(d.Source))}
}

// rule runs a rule.
func (s *search) rule(r *Rule) {
	s.found = 0
	switch {
	case r.Field != nil:
		s.field(r)
	case r.Require && s.isReadable(r):
		s.each(r, func(p *passage) bool { return len(s.matches(r, p, mostHidden)) == 0 })
		if s.found == 0 && !s.work.isSpent() {
			d := r.diagnostic(nil, "")
			d.Range, d.About, d.Anywhere = opening(s.doc), "missing", true
			s.pass.Report(d)
		}
	case !r.Require:
		s.each(r, func(p *passage) bool {
			for _, m := range s.matches(r, p, unbounded) {
				s.report(r, p, m)
			}
			return !s.work.isSpent()
		})
	}
}

// isReadable reports whether a file can be checked for required text. Files that are too large or have invalid
// frontmatter have other findings.
func (s *search) isReadable(r *Rule) bool {
	if r.In == Path {
		return true
	}
	if r.In&Header != 0 && !s.hasHeader() || r.In&^inBody == 0 && s.doc.Body == nil {
		return false
	}
	return s.doc.Source != nil && s.doc.Encoding == analysis.UTF8
}

// hasHeader reports whether the frontmatter or data, if any, was parsed completely.
func (s *search) hasHeader() bool {
	d := s.doc
	return d.Source != nil && d.Encoding == analysis.UTF8 && d.Broken == nil && (d.Data != nil || len(d.HeaderLimits) == 0) &&
		(d.Header == nil || d.Header.State <= analysis.HeaderClosed)
}

// each calls see for every passage in which the pattern of a rule is searched, until see returns false.
func (s *search) each(r *Rule, see func(*passage) bool) {
	if r.In&Path != 0 && !see(&passage{text: []byte(s.below), whole: opening(s.doc)}) {
		return
	}
	if s.doc.Encoding != analysis.UTF8 || s.doc.Source == nil {
		return
	}
	more := true
	if r.In&Header != 0 {
		stringsIn(s.doc.Source, s.doc.Data, func(v *analysis.Value) {
			if more {
				p := valueText(s.doc, v)
				more = see(&p)
			}
		})
	}
	if !more || r.In&inBody == 0 || s.doc.Body == nil || !r.Pattern.words.occurIn(s.doc.Source, s.lowered) {
		return
	}
	for _, block := range s.doc.Leaves() {
		if !s.block(r, block, see) {
			return
		}
	}
}

func (s *search) lowered() []byte {
	if s.lower == nil {
		s.lower = lower(s.doc.Source)
	}
	return s.lower
}

// reportLimit reports that the first of the rules did not check all of a file, and that the others did not check it. If
// the first rule has so many findings that the driver only counts them, the next rule reports it.
func (s *search) reportLimit(rules []*Rule) {
	const much = 9_000
	r, checked := rules[0], "this rule"
	if s.found > much && len(rules) > 1 {
		r, checked = rules[1], rules[0].Name
	}
	if more := len(rules) - 1; more > 0 {
		checked += " and " + quote.Plural(more, "other custom rule")
	}
	s.pass.Report(analysis.Diagnostic{As: r.Analyzer, Range: opening(s.doc), About: "given up", Anywhere: true,
		Message: "patterns of custom rules exceed the work limit of a file", Effect: checked + " did not check all of it",
		Help: "use patterns with a fixed word, or with less repetition"})
}
