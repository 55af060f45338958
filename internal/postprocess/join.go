package postprocess

import (
	"cmp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
)

// Join merges findings with the same group into the first one; the others become related places. The order is kept.
// Findings with fixes that change text are not joined, because editors offer each fix at its own place.
func Join(findings []finding.Finding) []finding.Finding {
	type key struct {
		rule     string
		severity analysis.Severity
		group    analysis.Group
		tree     *analysis.Tree
		fixes    int // 0: none; 1: unsafe; 2: safe
	}
	keyOf := func(f *finding.Finding) (k key, ok bool) {
		if f.Group == (analysis.Group{}) || !canJoin(f.Fixes) {
			return key{}, false
		}
		k = key{rule: f.Rule, severity: f.Severity, group: f.Group, fixes: len(f.Fixes)}
		if f.HasSafeFix() {
			k.fixes = 2
		}
		if f.File != nil { // nil for a directory, or a file that clients do not load
			k.tree = f.File.Tree
		}
		return k, true
	}
	total, counts := 0, map[key]int{}
	for i := range findings {
		if k, ok := keyOf(&findings[i]); ok {
			counts[k]++
		} else {
			total++
		}
	}
	if total += len(counts); total == len(findings) {
		return findings
	}
	at := map[key]int{}
	joined := make([]finding.Finding, 0, total)
	for i := range findings {
		f := findings[i]
		k, ok := keyOf(&f)
		first, known := at[k]
		switch {
		case known && ok:
			joined[first].Related = append(joined[first].Related, finding.Related{Place: f.Place, Message: f.Message})
			joined[first].Fixes = append(joined[first].Fixes, f.Fixes...)
			continue
		case ok:
			at[k] = len(joined)
			f.Related = f.Related[:len(f.Related):len(f.Related)] // do not modify the original
			f.Fixes = f.Fixes[:len(f.Fixes):len(f.Fixes)]
		}
		joined = append(joined, f)
	}
	for k, i := range at {
		if n := counts[k]; n > 1 {
			f := &joined[i]
			f.Message = strings.ReplaceAll(cmp.Or(k.group.Message, f.Message), analysis.Many, quote.Count(n))
			f.Effect, f.Help = cmp.Or(k.group.Effect, f.Effect), cmp.Or(k.group.Help, f.Help)
		}
	}
	return joined
}

// canJoin reports whether a finding with these fixes can be joined: it has none, or one that edits no text alone.
func canJoin(fixes []finding.Fix) bool {
	return len(fixes) == 0 || len(fixes) == 1 && fixes[0].ChangesEntry()
}
