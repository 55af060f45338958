package tokens

import (
	"slices"
	"strings"

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

// claudeOf returns the dialect of Claude Code if the file is a published skill, which it loads as other clients do. Skills in a
// directory of another client, and skills for other targets, have none.
func claudeOf(f *analysis.File) *schema.Dialect {
	const claude = "claude-code"
	if f.Kind != analysis.Skill || f.Dialect == nil || f.Dialect.Name != "agentskills" || strings.HasPrefix(f.Rel, ".") || strings.Contains(f.Rel, "/.") ||
		len(f.Targets) > 0 && !slices.Contains(f.Targets, claude) {
		return nil
	}
	return schema.Lookup(claude)
}
