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

// others are the rules that may report the same causes for the dialect of the file. Running them is simpler than a model of their
// findings, and always correct.
var others = []*analysis.Analyzer{files.Encoding, frontmatter.Missing, frontmatter.Syntax, frontmatter.Schema,
	frontmatter.MismatchFact.Analyzer, frontmatter.UnknownField, BlockScalar}

// A report holds the findings of other rules in a document.
type report struct {
	doc   *analysis.Document
	found []otherFinding
}

type otherFinding struct {
	rule *analysis.Analyzer
	analysis.Diagnostic
}

// help returns the help in the output: the title of the fix, if there is one.
func (f *otherFinding) help() string {
	if len(f.SuggestedFixes) > 0 {
		return f.SuggestedFixes[0].Title
	}
	return f.Help
}

// reportedElsewhere runs the other rules.
func reportedElsewhere(pass *analysis.Pass) (*report, error) {
	r := &report{doc: pass.Document}
	facts := &analysis.FactSet{}
	for _, rule := range others {
		if err := r.run(pass, rule, facts); err != nil && !errors.Is(err, analysis.ErrNoFact) {
			return nil, fmt.Errorf("%s: %w", rule.Name, err)
		}
	}
	return r, nil
}

// run runs a rule after the facts that it requires.
func (r *report) run(pass *analysis.Pass, rule *analysis.Analyzer, facts *analysis.FactSet) error {
	p := analysis.NewPass(pass.Context, rule, facts, func(d analysis.Diagnostic) {
		r.found = append(r.found, otherFinding{rule, d})
	})
	p.File, p.Document, p.Options = pass.File, pass.Document, rule.Options
	for _, fact := range rule.Requires {
		if !facts.Has(fact) {
			if err := r.run(pass, fact, facts); err != nil {
				return err
			}
		}
	}
	switch {
	case rule == frontmatter.MismatchFact.Analyzer: // its rule needs the workspace only for the help
		if err := facts.Compute(p); err != nil {
			return err
		}
		m := facts.Value(rule).(frontmatter.Mismatch)
		if m.Found.Range = m.At.Range; m.Moved != "" {
			m.Found.Help, m.Found.Group = m.Help, analysis.Group{}
		}
		r.found = append(r.found, otherFinding{frontmatter.NameMismatch, m.Found})
		return nil
	case rule.IsFact():
		return facts.Compute(p)
	}
	return rule.Run(p)
}

// covers reports whether a rule reports an objection with at least the same severity.
func (r *report) covers(o objection) bool {
	if o.cause == "file-name" { // files/name reports every skill.md
		return strings.EqualFold(path.Base(r.doc.File.Rel), "SKILL.md")
	}
	field := r.member(o.at) // computed once, because there may be many findings and many fields
	return slices.ContainsFunc(r.found, func(t otherFinding) bool {
		if t.Severity == analysis.Off {
			t.Severity = t.rule.Severity
		}
		return t.Severity >= o.severity && r.isAbout(t, o, field)
	})
}

// milder returns the findings with a lower severity on the cause of an objection. It excludes BlockScalar, which reports the style
// of a value independently of other problems.
func (r *report) milder(o objection) []otherFinding {
	var found []otherFinding
	for _, t := range r.found {
		if t.Severity == analysis.Off {
			t.Severity = t.rule.Severity
		}
		if t.rule != BlockScalar && t.Severity < o.severity && r.isAbout(t, o, o.at) {
			found = append(found, t)
		}
	}
	return found
}

// isAbout reports whether a finding has the cause of an objection to a field.
func (r *report) isAbout(t otherFinding, o objection, field analysis.Range) bool {
	header := t.rule == frontmatter.Missing || t.rule == frontmatter.Syntax
	switch {
	case o.cause == "file-size":
		return false
	case o.cause == "encoding" || o.cause == "not-utf-8":
		return t.rule == files.Encoding
	case isWhole(o.cause):
		return header || t.rule == files.Encoding && t.Range.Start <= o.at.End && o.at.Start <= t.Range.End
	case header && (r.doc.Data == nil || r.doc.Data.Kind != analysis.Map):
		return true // fields cannot be read
	case isMissing(o.cause) && t.rule == frontmatter.Schema && t.missing() != "":
		return t.missing() == fieldOf(o.cause)
	}
	return overlap(t.Range, field) || slices.ContainsFunc(t.Related, func(related analysis.Related) bool {
		return overlap(related.Location.Range, field)
	})
}

// missing returns the field that a finding of frontmatter/schema reports as missing, or "".
func (f *otherFinding) missing() string {
	if strings.HasPrefix(f.Message, "unknown field ") && len(f.SuggestedFixes) > 0 {
		return f.SuggestedFixes[0].Edits[0].Text // a misspelled key
	}
	return f.About
}

// member returns the range of the field that contains a range, including its key, or the range itself.
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
