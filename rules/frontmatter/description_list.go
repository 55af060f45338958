package frontmatter

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// breaksList says how a description breaks the list that the agent of its dialect, or one that is
// targeted, puts it in; "" where it breaks none.
func breaksList(d *analysis.Document, text string) string {
	agents := []*schema.Dialect{d.Dialect}
	for _, id := range d.Targets {
		if agent := schema.Lookup(id); agent != nil && agent != d.Dialect && d.Kind == analysis.Skill {
			agents = append(agents, agent)
		}
	}
	what, effect := "", ""
	var readers []string
	for _, agent := range agents {
		rules := agent.Kinds[d.Kind.String()]
		if rules == nil || rules.Listing == nil {
			continue
		}
		if w := breaks(rules.Listing, text); w != "" && (what == "" || what == w) {
			what, effect = w, rules.Listing.Effect
			readers = append(readers, agent.Title)
		}
	}
	if what == "" {
		return ""
	}
	return "the description has " + what + ", so in the list of " + enumerated(readers) + " " + effect + "; leave it out"
}

// breaks returns what in a text breaks a list.
func breaks(l *schema.Listing, text string) string {
	text = strings.TrimSpace(text)
	i := slices.IndexFunc(l.Texts, func(t string) bool { return strings.Contains(text, t) })
	switch {
	case i >= 0:
		return quote.Text(l.Texts[i])
	case l.Lines && strings.Contains(text, "\n"):
		return "a line feed"
	case l.Lines && (strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "+ ")):
		return "a list's mark at its beginning"
	}
	return ""
}
