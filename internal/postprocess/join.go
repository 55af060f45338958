package postprocess

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
)

// Join merges findings with the same group and text into the first, with the others as related places. The
// order is kept.
func Join(findings []finding.Finding) []finding.Finding {
	type key struct {
		rule     string
		severity analysis.Severity
		group    analysis.Group
		tree     *analysis.Tree
	}
	at, counts := map[key]int{}, map[key]int{}
	joined := findings[:0:0]
	for _, f := range findings {
		if f.Group == (analysis.Group{}) || len(f.Fixes) > 0 {
			joined = append(joined, f)
			continue
		}
		k := key{rule: f.Rule, severity: f.Severity, group: f.Group}
		if f.File != nil { // else it is about a directory, or a file that clients do not load
			k.tree = f.File.Tree
		}
		counts[k]++
		i, ok := at[k]
		if !ok {
			at[k] = len(joined)
			f.Related = f.Related[:len(f.Related):len(f.Related)] // do not modify the original
			joined = append(joined, f)
			continue
		}
		joined[i].Related = append(joined[i].Related, finding.Related{Place: f.Place, Message: f.Message})
	}
	for k, i := range at {
		if n := counts[k]; n > 1 {
			f := &joined[i]
			f.Message = strings.ReplaceAll(k.group.Message, analysis.Many, quote.Count(n))
			f.Effect, f.Help = cmp.Or(k.group.Effect, f.Effect), cmp.Or(k.group.Help, f.Help)
		}
	}
	return joined
}
