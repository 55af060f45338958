package tokens

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/schema"
)

// dialectOf returns the dialect that defines a file's placeholders: of the registry that lists its skill, of its skill, or of
// the file, in this order. It may be nil.
func dialectOf(f *analysis.File, skills registry.Listed, find *registry.Finder) *schema.Dialect {
	if l, ok := skills.Of(f, find); ok {
		return l.Registry.Dialect
	}
	if f.Kind == analysis.Reference {
		if owner := find.Owner(f); owner != nil {
			return owner.Dialect
		}
	}
	return f.Dialect
}

func rulesOf(d *schema.Dialect, f *analysis.File) *schema.KindRules {
	if d == nil {
		return nil
	}
	return d.Kinds[f.Kind.String()]
}
