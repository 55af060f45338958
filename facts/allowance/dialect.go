package allowance

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/listed"
	"github.com/skilllint/skilllint/schema"
)

// dialectOf returns whose budgets hold for a file: those of the registry that lists it before its own
// dialect's. Nil: nobody's.
func dialectOf(f *analysis.File, skills listed.Skills) *schema.Dialect {
	if l, ok := skills[f]; ok {
		return l.Registry.Dialect
	}
	return f.Dialect
}
