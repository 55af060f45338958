package registry

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// prefix is the prefix that upstream's schema requires for the names of registered skills.
const prefix = "ct-"

// reportPrefix reports names without the prefix in a registry that follows upstream: most of its names have the prefix, or the
// user configured the dialect. Other projects use any names.
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
			Message: "name " + quote.Text(name.Text) + ` does not start with "ct-"`,
			Effect:  "CLEO's schema rejects the entry", Help: "rename it to " + quote.Text(prefix+name.Text)})
	}
}
