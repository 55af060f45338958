package portability

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/files"
	"github.com/skilllint/skilllint/rules/frontmatter"
)

// tellers are the rules that may report what agents object to already, for the dialect that the
// file is read as. To ask them is less than to know their policies, and always true.
var tellers = []*analysis.Analyzer{files.Encoding, frontmatter.Missing, frontmatter.Syntax, frontmatter.Schema,
	frontmatter.NameMismatch, frontmatter.UnknownField, BlockScalar}

// A report is what other rules find in a document.
type report struct {
	doc   *analysis.Document
	found []told
}

type told struct {
	rule *analysis.Analyzer
	analysis.Diagnostic
}

// toldElsewhere asks the other rules.
func toldElsewhere(pass *analysis.Pass) (*report, error) {
	r := &report{doc: pass.Document}
	facts := &analysis.FactSet{}
	for _, rule := range tellers {
		if err := r.ask(pass, rule, facts); err != nil && !errors.Is(err, analysis.ErrNoFact) {
			return nil, fmt.Errorf("%s: %w", rule.Name, err)
		}
	}
	return r, nil
}

// ask runs a rule, and before it the facts that it requires.
func (r *report) ask(pass *analysis.Pass, rule *analysis.Analyzer, facts *analysis.FactSet) error {
	p := analysis.NewPass(pass.Context, rule, facts, func(d analysis.Diagnostic) {
		r.found = append(r.found, told{rule, d})
	})
	p.File, p.Document, p.Options = pass.File, pass.Document, rule.Options
	for _, fact := range rule.Requires {
		if !facts.Has(fact) {
			if err := r.ask(pass, fact, facts); err != nil {
				return err
			}
		}
	}
	if rule.IsFact() {
		return facts.Compute(p)
	}
	return rule.Run(p)
}

// covers reports whether a rule reports an objection, at least as badly.
func (r *report) covers(o objection) bool {
	if o.cause == "file-name" { // files/name sees the whole tree; it reports every skill.md
		return strings.EqualFold(path.Base(r.doc.File.Rel), "SKILL.md")
	}
	field := r.member(o.at) // once: there may be many findings, and many fields
	return slices.ContainsFunc(r.found, func(t told) bool {
		if t.Severity == analysis.Off {
			t.Severity = t.rule.Severity
		}
		return t.Severity >= o.severity && r.isAbout(t, o, field)
	})
}

// milder returns the findings of the same place, or of the same missing field, that are not as bad
// as an objection. What BlockScalar says is of the form of a value, whatever else is wrong with it.
func (r *report) milder(o objection) []told {
	var found []told
	for _, t := range r.found {
		if t.Severity == analysis.Off {
			t.Severity = t.rule.Severity
		}
		if t.rule != BlockScalar && t.Severity < o.severity && r.isAbout(t, o, o.at) && strings.Contains(t.Message, "; ") {
			found = append(found, t)
		}
	}
	return found
}

// isAbout reports whether a finding has the cause of an objection to a field.
func (r *report) isAbout(t told, o objection, field analysis.Range) bool {
	header := t.rule == frontmatter.Missing || t.rule == frontmatter.Syntax
	switch {
	case o.cause == "file-size":
		return false
	case o.cause == "encoding" || o.cause == "not-utf-8":
		return t.rule == files.Encoding
	case isWhole(o.cause):
		return header || t.rule == files.Encoding && t.Range.Start <= o.at.End && o.at.Start <= t.Range.End
	case header && (r.doc.Data == nil || r.doc.Data.Kind != analysis.Map):
		return true // no field is as it was meant
	case isMissing(o.cause) && strings.Contains(t.Message, ` no "`):
		return strings.Contains(t.Message, ` no "`+strings.TrimPrefix(o.cause, "no-")+`"`)
	}
	return overlap(t.Range, field) || slices.ContainsFunc(t.Related, func(related analysis.Related) bool {
		return overlap(related.Location.Range, field)
	})
}

// member returns the range of the field that a place lies in, with its key; the place itself where
// there is none.
func (r *report) member(at analysis.Range) analysis.Range {
	if data := r.doc.Data; data != nil {
		for _, m := range data.Members {
			if whole := (analysis.Range{Start: m.KeyRange.Start, End: m.Value.Range.End}); !m.Merged && whole.Contains(at) {
				return whole
			}
		}
	}
	return at
}

func overlap(a, b analysis.Range) bool { return a.Start < b.End && b.Start < a.End }
