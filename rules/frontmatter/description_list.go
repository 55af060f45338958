package frontmatter

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// breaksList returns the part of a description that breaks the skill list of the dialect's client or of a target, and the
// effect. It returns "" if the description breaks no list.
func breaksList(d *analysis.Document, text string) (what, effect string) {
	clients := []*schema.Dialect{d.Dialect}
	for _, id := range d.Targets {
		if client := schema.Lookup(id); client != nil && client != d.Dialect && d.Kind == analysis.Skill {
			clients = append(clients, client)
		}
	}
	var affected []string
	for _, client := range clients {
		rules := client.Kinds[d.Kind.String()]
		if rules == nil || rules.Listing == nil {
			continue
		}
		if w := breaks(rules.Listing, text); w != "" && (what == "" || what == w) {
			what = w
			affected = append(affected, client.Title)
		}
	}
	if what == "" {
		return "", ""
	}
	return what, "it breaks the entry in the skill list of " + enumerate(affected)
}

// breaks returns a description of the part of a text that breaks a list, or "".
func breaks(l *schema.Listing, text string) string {
	text = strings.TrimSpace(text)
	i := slices.IndexFunc(l.Texts, func(t string) bool { return strings.Contains(text, t) })
	switch {
	case i >= 0:
		return quote.Text(l.Texts[i]) + " in the description"
	case l.Lines && strings.Contains(text, "\n"):
		return "line break in the description"
	case l.Lines && (strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "+ ")):
		return "list marker at the start of the description"
	}
	return ""
}
