package registry

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// prefix is what upstream's schema wants the name of every registered skill to begin with.
const prefix = "ct-"

// reportPrefix tells of names without the prefix, in a registry that follows upstream: most of its
// names have it, or the user says so. Registries of other projects name their skills as they like.
func reportPrefix(pass *analysis.Pass) {
	d := pass.Document
	skills := d.Data.Get("skills")
	if d.Kind != analysis.Registry || skills == nil {
		return
	}
	var bare []*analysis.Value
	with := 0
	for _, entry := range skills.Items {
		name := entry.Get("name")
		switch {
		case !name.IsString() || !isSlug(name.Text):
		case strings.HasPrefix(name.Text, prefix):
			with++
		default:
			bare = append(bare, name)
		}
	}
	if with <= len(bare) && !d.Pinned {
		return
	}
	for _, name := range bare {
		pass.Report(analysis.Diagnostic{Range: name.Range, Severity: analysis.Warning,
			Message: quote.Text(name.Text) + ` does not begin with "ct-" as registered skills do, so CLEO's schema rejects the entry; write ` + quote.Text(prefix+name.Text)})
	}
}
