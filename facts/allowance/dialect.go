package allowance

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// dialectOf returns whose budgets hold for a file: those of the registry that lists it before its own
// dialect's. Nil: nobody's.
func dialectOf(f *analysis.File, skills registry.Listed) *schema.Dialect {
	if l, ok := skills[f]; ok {
		return l.Registry.Dialect
	}
	return f.Dialect
}
