package config

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/near"
	"github.com/skilllint/skilllint/internal/quote"
)

// Means reports whether a name, group or glob means a rule, as in "rules" and in comments that suppress
// findings.
func Means(pattern string, a *analysis.Analyzer) bool {
	if strings.ContainsAny(pattern, "*?") {
		return wildcard(pattern, a.Name)
	}
	if group := strings.TrimSuffix(pattern, "/"); !strings.Contains(group, "/") {
		return strings.HasPrefix(a.Name, group+"/")
	}
	return a.Name == pattern || slices.Contains(a.Formerly, pattern)
}

// Suppressible reports whether a comment can suppress what a rule finds. What skilllint finds in itself
// and what it says of comments are not to be hidden by a comment.
func Suppressible(a *analysis.Analyzer) bool {
	return !strings.HasPrefix(a.Name, internal) && !strings.HasPrefix(a.Name, suppression)
}

// suppression is the group of rules about comments that suppress findings.
const suppression = "suppression/"

// Comments returns what holds for comments that suppress findings of rules; see analysis.Suppressions.
func Comments(rules []*analysis.Analyzer, c *Config) *analysis.Suppressions {
	known := newCatalogue(rules)
	return &analysis.Suppressions{
		Unknown: func(name string) (why, best string) { return known.suppresses(name) },
	}
}

// suppresses says why a name suppresses nothing, and which was probably meant.
func (c catalogue) suppresses(name string) (why, best string) {
	found, how, _ := c.find(name)
	switch {
	case len(found) > 0 && (how == byGlob || Suppressible(found[0])):
		return "", ""
	case len(found) > 0:
		return "cannot be suppressed by a comment; take it out", ""
	case name == "all":
		return "is no rule or group; write \"*\" for all", "*"
	case strings.ContainsAny(name, " \t\r\n"):
		if first, _, _ := strings.Cut(name, " "); c.means(first) {
			return "is no rule; write a comma between names, and \" -- \" before the reason", ""
		}
	}
	best, _ = near.Best(name, c.names())
	return strings.TrimPrefix(c.unknown(name), quote.Text(name)+" "), best
}

func (c catalogue) means(name string) bool {
	found, _, _ := c.find(name)
	return len(found) > 0
}
