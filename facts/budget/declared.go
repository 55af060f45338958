package budget

import (
	"strconv"

	"github.com/skilllint/skilllint/analysis"
)

// A Declared is the token budget in a skill's frontmatter.
type Declared struct {
	Tokens int
	Field  string            // "token_budget" or "metadata.token_budget"
	At     analysis.Location // the number
}

// DeclaredBudget exists for skills whose frontmatter declares a budget: a positive integer.
var DeclaredBudget = analysis.NewFact("declared-budget", "token budget in the frontmatter of a skill",
	analysis.PerDocument, analysis.Skill, func(pass *analysis.Pass) (Declared, error) {
		d := pass.Document
		for _, path := range [][]string{{"token_budget"}, {"metadata", "token_budget"}} {
			v := d.Data.Lookup(path...)
			if v == nil || v.Kind != analysis.Number {
				continue
			}
			if n, err := strconv.Atoi(v.Text); err == nil && n > 0 {
				field := path[0]
				if len(path) > 1 {
					field += "." + path[1]
				}
				return Declared{n, field, d.At(v.Range)}, nil
			}
		}
		return Declared{}, analysis.ErrNoFact
	})
