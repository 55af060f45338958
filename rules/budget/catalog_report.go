package budget

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/schema"
)

// report reports losses of individual skills, and one finding for all losses caused by the limit of the list.
func (v *verdict) report(pass *analysis.Pass) {
	d := analysis.Diagnostic{Location: v.directory(), Anywhere: true, About: v.client, Severity: analysis.Info}
	for _, l := range v.found {
		if !l.limited {
			pass.Report(analysis.Diagnostic{Location: &l.at, About: v.client, Measured: l.lost, Severity: l.severity, Message: l.message, Effect: l.effect, Help: l.help})
			continue
		}
		d.Severity = max(d.Severity, l.severity)
		d.Measured++
		if len(d.Related) < maxLosses {
			d.Related = append(d.Related, analysis.Related{Location: l.at, Message: l.message})
		}
	}
	switch {
	case v.client == "claude-code":
		v.reportClaude(pass, d)
	case d.Measured > 0:
		d.Message, d.Effect = v.summary(), v.losses()
		d.Help = fmt.Sprintf("install fewer skills, or begin descriptions with their use: see `skilllint catalog --agent %s`", v.client)
		pass.Report(d)
	}
}

const maxLosses = 20 // per finding

// directory returns the client's skills directory.
func (v *verdict) directory() *analysis.Location {
	one := analysis.Position{Line: 1, Column: 1}
	for _, dir := range schema.SkillDirectories(v.client) {
		if at := path.Join(v.start, dir, "skills"); v.tree.paths.IsDir(at) {
			return &analysis.Location{Path: v.tree.paths.Prefix + at, Start: one, End: one}
		}
	}
	for _, item := range v.list.Items {
		if item.At.Path != "" {
			return &item.At
		}
	}
	return &analysis.Location{Path: v.tree.paths.Prefix + v.start, Start: one, End: one}
}

// reportClaude reports that Claude Code's list is too short for all descriptions. Which ones it drops depends on how
// often skills are used.
func (v *verdict) reportClaude(pass *analysis.Pass, d analysis.Diagnostic) {
	for _, item := range v.list.Items {
		over := item.State == catalog.NameOnly || item.State == catalog.Uncertain && v.list.Cost > v.list.Limit
		if !over || v.tree.skills[v.tree.paths.Real(v.tree.rel(item.Path))] == nil {
			continue
		}
		d.Effect = "Claude Code drops the descriptions of the least-used skills"
		if item.State == catalog.NameOnly {
			d.Effect = "Claude Code drops all descriptions"
		}
		d.Severity, d.Measured, d.Message = analysis.Warning, v.list.Cost, v.summary()
		d.Help = "shorten descriptions, or set disable-model-invocation: true in skills that only users call"
		pass.Report(d)
		return
	}
}

// summary returns the message about losses in the list.
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

// losses describes the effect on the skills of the list, or returns "".
func (v *verdict) losses() string {
	var parts []string
	for _, part := range []struct {
		state catalog.State
		verb  string
		what  string
	}{
		{catalog.Cut, "truncates", "description"},
		{catalog.NameOnly, "drops", "description"},
		{catalog.Omitted, "omits", "skill"},
	} {
		if n := v.counts[part.state]; n > 0 {
			parts = append(parts, part.verb+" "+quote.Plural(n, part.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return loader.Lookup(v.client).Title + " " + enumerate(parts)
}
