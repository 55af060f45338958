package budget

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// report reports each loss, and the sums.
func (v *verdict) report(pass *analysis.Pass) {
	for _, l := range v.found {
		pass.Report(analysis.Diagnostic{Location: &l.at, About: v.agent, Measured: l.lost, Severity: l.severity, Message: l.message})
	}
	if n := v.counts[catalog.Unsure] + v.counts[catalog.NameOnly]; v.agent == "claude-code" && n > 0 {
		v.claude(pass)
		return
	}
	if len(v.found) > 1 {
		at := v.found[0].at
		pass.Report(analysis.Diagnostic{Location: &at, About: v.agent + " in all", Measured: v.lost(), Severity: analysis.Info, Message: v.sums() + "; skilllint catalog --agent " + v.agent + " prints it"})
	}
}

// lost returns how many skills are not shown whole.
func (v *verdict) lost() int {
	return v.counts[catalog.Cut] + v.counts[catalog.NameOnly] + v.counts[catalog.Gone]
}

// claude tells how many descriptions the list of Claude Code has no room for: which, only their use
// decides.
func (v *verdict) claude(pass *analysis.Pass) {
	i := slices.IndexFunc(v.list.Notes, func(note string) bool { return strings.HasPrefix(note, "the whole list has ") })
	if i < 0 {
		return
	}
	for _, item := range v.list.Items {
		if v.tree.skills[v.tree.paths.Real(v.tree.rel(item.Path))] == nil || item.State != catalog.Unsure && item.State != catalog.NameOnly {
			continue
		}
		at := item.At
		pass.Report(analysis.Diagnostic{Location: &at, About: v.agent, Severity: analysis.Warning, Message: "by Claude Code's documentation, " + v.list.Notes[i] +
			"; shorten descriptions, or write disable-model-invocation: true where only users call a skill"})
		return
	}
}

// sums sums the list up.
func (v *verdict) sums() string {
	in := ""
	if v.start != "." {
		in = " in " + quote.Text(v.start)
	}
	n := 0
	for state, count := range v.counts {
		if state != catalog.Rejected {
			n += count
		}
	}
	text := fmt.Sprintf("of %s%s %s shows its model %s whole, %s cut, %s without description, and %s not at all",
		quote.Plural(n, "skill"), in, loader.Lookup(v.agent).Title, quote.Count(v.counts[catalog.Full]),
		quote.Count(v.counts[catalog.Cut]), quote.Count(v.counts[catalog.NameOnly]), quote.Count(v.counts[catalog.Gone]))
	if v.list.Limit > 0 {
		text += fmt.Sprintf("; the list may cost %s %s", quote.Count(v.list.Limit), catalog.Lookup(v.agent).Unit)
	}
	return text
}
