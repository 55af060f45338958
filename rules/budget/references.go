package budget

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"
)

// References reports skills that exceed their token budget together with their references, and references that exceed it alone.
//
// References cost nothing until a client reads them. CLEO's comprehensive strategy reads all files of
// "references/" at once and reserves 15,000 tokens for them and SKILL.md. Above that, it omits every
// reference, including the one that the task needs.
//
// Other clients read references one by one. For them, and for single references, only the budgets of the
// configuration apply: "references" for a skill with all of its Markdown, "reference" for one file.
//
// Split large references, or remove what no task needs.
//
// Not reported:
//   - a SKILL.md that is too large by itself, which budget/skill reports
//   - scripts and data, which no client loads into a context window
var References = &analysis.Analyzer{
	Name:     "budget/references",
	Doc:      "references over the token budget",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, loading strategies and context budget"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, budget.References.Analyzer, registry.ListedFact.Analyzer},
	Options:  &ReferencesOptions{},
	Run:      checkReferences,
}

// ReferencesOptions are the options of budget/references.
type ReferencesOptions struct {
	Tokens int `yaml:"tokens" doc:"limit of a SKILL.md with its references; 0: that of the budgets, else of the dialect"`
	Each   int `yaml:"each" doc:"limit of one reference; 0: that of the budgets"`
}

func checkReferences(pass *analysis.Pass) error {
	skills, all := registry.ListedFact.Of(pass), budget.References.Of(pass)
	for skill, c := range budget.CostFact.All(pass.Store) {
		o := analysis.OptionsFor[ReferencesOptions](pass, skill)
		limit := budget.OfReferences(skill, skills, o.Tokens)
		refs := loadedBy(skill, all[skill], limit.In)
		total := c.Tokens
		for _, r := range refs {
			total += r.Tokens
		}
		_, alone := limit.Over(c.Tokens)
		if _, over := limit.Over(total); over && !alone {
			reportTogether(pass, skill.At(c.Range), refs, limit, total)
		}
		for _, r := range all[skill] {
			each := analysis.OptionsFor[ReferencesOptions](pass, r.File)
			reportEach(pass, r, budget.OfReference(r.File, skills, each.Each))
		}
	}
	return nil
}

// loadedBy returns the references in a directory of a skill, or all references if dir is empty.
func loadedBy(skill *analysis.File, all []budget.Reference, dir string) []budget.Reference {
	if dir == "" {
		return all
	}
	var in []budget.Reference
	for _, r := range all {
		if path.Dir(r.File.Rel) == path.Join(path.Dir(skill.Rel), dir) {
			in = append(in, r)
		}
	}
	return in
}

func reportTogether(pass *analysis.Pass, at analysis.Location, refs []budget.Reference, limit budget.Limit, total int) {
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: "together", Measured: total, Severity: limit.Severity, Must: limit.Must, Effect: limit.Effect,
		Message: fmt.Sprintf("SKILL.md and its %s are about %s tokens (%s)", quote.Plural(len(refs), "reference"), quote.Count(total), limit)}
	for i, r := range refs[:min(mostNamed, len(refs))] {
		if i == 0 {
			name := strings.TrimPrefix(r.File.Path, path.Dir(at.Path)+"/")
			d.Help = fmt.Sprintf("shorten or remove references, such as %s with %s", quote.Text(name), quote.Plural(r.Tokens, "token"))
		}
		d.Related = append(d.Related, analysis.Related{Location: begin(r.File), Message: quote.Plural(r.Tokens, "token")})
	}
	pass.Report(d)
}

func reportEach(pass *analysis.Pass, r budget.Reference, limit budget.Limit) {
	if _, over := limit.Over(r.Tokens); !over {
		return
	}
	at := begin(r.File)
	pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "alone", Measured: r.Tokens, Severity: limit.Severity,
		Message: fmt.Sprintf("reference is about %s tokens (%s)", quote.Count(r.Tokens), limit),
		Help:    "split it into files for different tasks"})
}

const mostNamed = 3 // parts named in a finding

// begin returns the location of the first character of a file, for findings on the file as a whole.
func begin(f *analysis.File) analysis.Location {
	one := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: f.Path, Start: one, End: one}
}

// enumerate joins phrases: "a, b and c".
func enumerate(phrases []string) string {
	last := len(phrases) - 1
	if last < 1 {
		return strings.Join(phrases, "")
	}
	return strings.Join(phrases[:last], ", ") + " and " + phrases[last]
}
