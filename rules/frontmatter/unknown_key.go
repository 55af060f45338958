package frontmatter

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// keys formats findings on the keys of a document.
type keys struct {
	*analysis.Document
	rejecters map[analysis.Range][]string // cached result of rejecters, or nil
}

// rejecters returns the targets that reject a skill because of a key, by the range of the key.
func rejecters(d *analysis.Document) map[analysis.Range][]string {
	by := map[analysis.Range][]string{}
	if d.Kind != analysis.Skill {
		return by
	}
	for _, reading := range loader.Read(d, d.Targets) {
		for _, r := range reading.Reasons {
			if r.Cause == "unknown-field" {
				by[r.Range] = append(by[r.Range], reading.Client.ID)
			}
		}
	}
	return by
}

// mostKeys is the number of keys per file that are reported individually.
const mostKeys = 100

// overflow counts the keys beyond mostKeys.
type overflow struct {
	first    *analysis.Member
	count    int
	severity analysis.Severity
}

func (r *overflow) add(k keys, m *analysis.Member) {
	severity := analysis.Warning // one of them may be a typo of a field
	if rejects(k.Document) || len(k.rejecters[m.KeyRange]) > 0 {
		severity = analysis.Error
	}
	if r.count++; r.first == nil {
		r.first = m
	}
	r.severity = max(r.severity, severity)
}

// diagnostics returns a finding with their number, if there are any.
func (r *overflow) diagnostics(k keys) []analysis.Diagnostic {
	if r.count == 0 {
		return nil
	}
	return []analysis.Diagnostic{{Range: r.first.KeyRange, Severity: r.severity, About: analysis.Rest, Anywhere: true, Measured: r.count,
		Message: fmt.Sprintf("%s more unknown fields, not listed", quote.Count(r.count))}}
}

// read returns the finding for an unknown key. field is what it is probably meant for, if any.
func (k keys) read(m *analysis.Member, field string, certain bool, others map[string]bool) (found analysis.Diagnostic, isReported bool) {
	clients, elsewhere, ours := otherReaders(k.Document, m.Key)
	isForeign := len(clients) > 0 || elsewhere
	switch {
	case certain, field != "" && !isForeign && !isOwn(m.Key):
		return k.typo(m, field), true
	case isOwn(m.Key):
		return k.own(m), true
	case ours == "" && k.isMeantForOthers(m, clients, others), !isForeign && passes(k.Document):
		return found, false
	case isForeign:
		return k.foreign(m, ours), true
	}
	return k.stray(m), true
}

// reportKeys reports findings; those of little importance are grouped.
func reportKeys(pass *analysis.Pass, found []analysis.Diagnostic) {
	for _, f := range found {
		if f.Severity == analysis.Info {
			f.Group = analysis.Group{Key: f.Message, Message: f.Message + " (" + analysis.Many + " files)"}
		}
		pass.Report(f)
	}
}

// typo reports a key that is similar to a field.
func (k keys) typo(m *analysis.Member, field string) analysis.Diagnostic {
	severity := analysis.Warning
	if field == "user-invocable" && m.Value.Text == "true" || field == "disable-model-invocation" && m.Value.Text == "false" {
		severity = analysis.Info // the default
	}
	diagnostic := k.unknown(m, severity, "did you mean "+quote.Text(field)+"?")
	if !fits(k.Document, field, m.Value) {
		return diagnostic // the client may reject the value of the field
	}
	diagnostic.Help, diagnostic.SuggestedFixes = "", []analysis.SuggestedFix{{
		Title:    "rename it to " + quote.Text(field),
		Uncovers: true, Edits: []analysis.Edit{{Range: m.KeyRange, Text: field}},
	}}
	return diagnostic
}

// own reports a common custom key.
func (k keys) own(m *analysis.Member) analysis.Diagnostic {
	help := "remove it"
	if home := rulesOf(k.Document).Home; home != "" {
		help = "move it under " + quote.Text(home)
		if !k.matters(m) {
			help = "remove it, or " + help
		}
		if m.Value.Kind == analysis.List || m.Value.Kind == analysis.Map {
			help += " as text"
		}
	}
	return k.unknown(m, analysis.Info, help)
}

// matters reports whether a client or validator rejects a custom key.
func (k keys) matters(m *analysis.Member) bool {
	return k.Pinned || k.Dialect.Name == "agentskills" || rejects(k.Document) || len(k.rejecters[m.KeyRange]) > 0
}

// isMeantForOthers reports whether a key of other clients is intended: the file is for one of them, or no client was
// configured for it.
func (k keys) isMeantForOthers(m *analysis.Member, clients []string, shared map[string]bool) bool {
	if rejects(k.Document) || len(k.rejecters[m.KeyRange]) > 0 || k.Pinned {
		return false
	}
	return len(clients) > 0 && k.Dialect.Name == "agentskills" || slices.ContainsFunc(clients, func(c string) bool { return shared[c] })
}

// foreign reports a key that other clients read. ours is the kind of files in which this client reads it.
func (k keys) foreign(m *analysis.Member, ours string) analysis.Diagnostic {
	diagnostic := k.unknown(m, analysis.Info, "remove it")
	if k.Kind == analysis.Agent && k.Dialect.Name == "claude-code" && suggest.Same(m.Key, "allowedtools") && k.Data.Get("tools") == nil {
		diagnostic.Severity, diagnostic.Help = analysis.Warning, "rename it to \"tools\""
		diagnostic.Effect += ", and the subagent may use all tools"
		return diagnostic
	}
	if rejects(k.Document) || passes(k.Document) || len(k.rejecters[m.KeyRange]) > 0 {
		return diagnostic
	}
	if ours != "" {
		diagnostic.Message = "field " + quote.Text(m.Key) + " is for " + plural(ours) + ", not for " + plural(k.Kind.String())
		diagnostic.Effect += " in " + plural(k.Kind.String())
		return diagnostic
	}
	diagnostic.Help = "remove it unless the file is for several clients"
	return diagnostic
}

// stray reports any other key.
func (k keys) stray(m *analysis.Member) analysis.Diagnostic {
	severity, help := analysis.Info, "remove it"
	if k.Pinned {
		severity = analysis.Warning
	}
	if home := rulesOf(k.Document).Home; home != "" {
		help += ", or move it under " + quote.Text(home)
	}
	return k.unknown(m, severity, help)
}

// unknown reports a key that the client does not read. It is an error if the client, or a target,
// rejects unknown fields.
func (k keys) unknown(m *analysis.Member, severity analysis.Severity, help string) analysis.Diagnostic {
	effect := k.Dialect.Title + " ignores it"
	clients := k.rejecters[m.KeyRange]
	switch {
	case rejects(k.Document):
		severity, effect = analysis.Error, k.Dialect.Title+" rejects the file"
	case len(clients) > 0:
		severity, effect = analysis.Error, loader.Sentence(clients, "rejects the skill")
	case passes(k.Document):
		effect = k.Dialect.Title + " passes it to the model's provider as an option"
	case k.Dialect.Name == "agentskills":
		effect = "clients ignore it"
	}
	return analysis.Diagnostic{Range: m.KeyRange, Severity: severity, Message: "unknown field " + quote.Text(m.Key), Effect: effect, Help: help}
}
