package budget

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// report reports each loss, and a summary.
func (v *verdict) report(pass *analysis.Pass) {
	for _, l := range v.found {
		pass.Report(analysis.Diagnostic{Location: &l.at, About: v.client, Measured: l.lost, Severity: l.severity, Message: l.message, Effect: l.effect, Help: l.help})
	}
	if n := v.counts[catalog.Unsure] + v.counts[catalog.NameOnly]; v.client == "claude-code" && n > 0 {
		v.reportClaude(pass)
		return
	}
	if len(v.found) > 1 {
		at := v.found[0].at
		pass.Report(analysis.Diagnostic{Location: &at, About: v.client + " in all", Measured: v.lost(), Severity: analysis.Info,
			Message: v.summary(), Effect: v.losses(""), Help: fmt.Sprintf("run `skilllint catalog --agent %s` to see the list", v.client)})
	}
}

// lost returns how many skills are not listed in full.
func (v *verdict) lost() int {
	return v.counts[catalog.Cut] + v.counts[catalog.NameOnly] + v.counts[catalog.Gone]
}

// reportClaude reports that the list of Claude Code has no room for all descriptions. Which ones it
// drops depends on their use.
func (v *verdict) reportClaude(pass *analysis.Pass) {
	for _, item := range v.list.Items {
		over := item.State == catalog.NameOnly || item.State == catalog.Unsure && v.list.Cost > v.list.Limit
		if !over || v.tree.skills[v.tree.paths.Real(v.tree.rel(item.Path))] == nil {
			continue
		}
		effect := "Claude Code drops the descriptions of the least-used skills"
		if item.State == catalog.NameOnly {
			effect = "Claude Code drops all descriptions"
		}
		at := item.At
		pass.Report(analysis.Diagnostic{Location: &at, About: v.client, Severity: analysis.Warning, Message: v.summary(), Effect: effect,
			Help: "shorten descriptions, or set disable-model-invocation: true in skills that only users call"})
		return
	}
}

// summary states that the list loses something.
func (v *verdict) summary() string {
	in, n := "", 0
	if v.start != "." {
		in = " in " + quote.Text(v.start)
	}
	for state, count := range v.counts {
		if state != catalog.Rejected {
			n += count
		}
	}
	title := loader.Lookup(v.client).Title
	if v.list.Limit > 0 {
		return fmt.Sprintf("skill list of %s%s exceeds %s's limit of %s %s", quote.Plural(n, "skill"), in, title,
			quote.Count(v.list.Limit), catalog.Lookup(v.client).Unit)
	}
	return fmt.Sprintf("%s's skill list is incomplete%s", title, in)
}

// losses states what the client does with the skills of the list; "" where it does nothing.
func (v *verdict) losses(condition string) string {
	var parts []string
	for _, part := range []struct {
		state catalog.State
		verb  string
		what  string
	}{
		{catalog.Cut, "truncates", "description"},
		{catalog.NameOnly, "drops", "description"},
		{catalog.Gone, "omits", "skill"},
	} {
		if n := v.counts[part.state]; n > 0 {
			parts = append(parts, part.verb+" "+quote.Plural(n, part.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return loader.Lookup(v.client).Title + " " + enumerate(parts) + condition
}
