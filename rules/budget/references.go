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

// References reports a skill that costs too much together with its references, and a single reference
// that does.
//
// References cost nothing until they are read. CLEO's comprehensive strategy reads all files of
// "references/" at once, for which its design sets 15,000 tokens aside, SKILL.md counted: over that a
// spawn leaves every reference out, also the one that the task needs. Other agents read them one by
// one; there, and for a single reference, only the budgets of the configuration hold: "references"
// for a skill with all its Markdown, "reference" for one file.
//
// Split what is heavy, so that a task needs less of it, or take it out.
//
// Left alone: a SKILL.md that is too large by itself, which budget/skill reports; scripts and data,
// which no loader puts into a context window.
var References = &analysis.Analyzer{
	Name:     "budget/references",
	Doc:      "references that cost more tokens than they may",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's skill loading design, loading strategies and context budget"},
	Requires: []*analysis.Analyzer{budget.CostFact.Analyzer, budget.References.Analyzer, registry.ListedFact.Analyzer},
	Options:  &ReferencesOptions{},
	Run:      checkReferences,
}

// ReferencesOptions are the options of budget/references.
type ReferencesOptions struct {
	Tokens int `yaml:"tokens" doc:"what a SKILL.md with its references may cost; 0: what the budgets say, else the dialect"`
	Each   int `yaml:"each" doc:"what one reference may cost; 0: what the budgets say"`
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
		if by, over := limit.Over(total); over && !alone {
			reportTogether(pass, c, refs, limit, total, by)
		}
		for _, r := range all[skill] {
			each := analysis.OptionsFor[ReferencesOptions](pass, r.File)
			reportEach(pass, r, budget.OfReference(r.File, skills, each.Each))
		}
	}
	return nil
}

// loadedBy returns the references that stand in a folder of a skill; all where none is named.
func loadedBy(skill *analysis.File, all []budget.Reference, folder string) []budget.Reference {
	if folder == "" {
		return all
	}
	var in []budget.Reference
	for _, r := range all {
		if path.Dir(r.File.Rel) == path.Join(path.Dir(skill.Rel), folder) {
			in = append(in, r)
		}
	}
	return in
}

func reportTogether(pass *analysis.Pass, c budget.Cost, refs []budget.Reference, limit budget.Limit, total, by int) {
	at := c.At
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: "together", Measured: total, Severity: limit.Severity}
	d.Message = fmt.Sprintf("SKILL.md with its %s costs about %s tokens, %s more than the %s that %s%s", count(len(refs), "reference"),
		quote.Count(total), quote.Count(by), quote.Count(limit.Tokens), limit.Source, effect(limit))
	var heavy []string
	for _, r := range refs[:min(mostNamed, len(refs))] {
		name := strings.TrimPrefix(r.File.Path, path.Dir(c.At.Path)+"/")
		heavy = append(heavy, fmt.Sprintf("%s (%s)", quote.Text(name), quote.Count(r.Tokens)))
		d.Related = append(d.Related, analysis.Related{Location: begin(r.File), Message: "costs " + count(r.Tokens, "token")})
	}
	d.Message += "; split what is heavy by what a task needs: " + strings.Join(heavy, ", ")
	pass.Report(d)
}

func reportEach(pass *analysis.Pass, r budget.Reference, limit budget.Limit) {
	by, over := limit.Over(r.Tokens)
	if !over {
		return
	}
	at := begin(r.File)
	pass.Report(analysis.Diagnostic{Location: &at, Anywhere: true, About: "alone", Measured: r.Tokens, Severity: limit.Severity,
		Message: fmt.Sprintf("this reference costs about %s tokens, %s more than the %s that %s, whenever it is read; split it by what a task needs",
			quote.Count(r.Tokens), quote.Count(by), quote.Count(limit.Tokens), limit.Source)})
}

const mostNamed = 3 // parts in a message

// begin is the first character of a file, of which no more is known.
func begin(f *analysis.File) analysis.Location {
	one := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: f.Path, Start: one, End: one}
}

// count returns a number with what it counts.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return quote.Count(n) + " " + what
}
