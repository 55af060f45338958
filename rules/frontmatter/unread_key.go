package frontmatter

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// keys words findings on the keys of a document.
type keys struct {
	*analysis.Document
	rejecters map[analysis.Range][]string // what the function returned; nil until a key is told of
}

// rejecters returns which of the agents that a skill must work on reject it for a key, by the
// place of the key.
func rejecters(d *analysis.Document) map[analysis.Range][]string {
	by := map[analysis.Range][]string{}
	if d.Kind != analysis.Skill {
		return by
	}
	for _, reading := range loader.Read(d, d.Targets) {
		for _, r := range reading.Reasons {
			if r.Cause == "unknown-field" {
				by[r.Range] = append(by[r.Range], reading.Agent.ID)
			}
		}
	}
	return by
}

// mostKeys are the keys of one header that are told of each by itself.
const mostKeys = 100

// more counts the keys behind those.
type more struct {
	first    *analysis.Member
	count    int
	severity analysis.Severity
}

func (r *more) add(k keys, m *analysis.Member) {
	severity := analysis.Warning // one of them may be nearly a field
	if rejects(k.Document) || len(k.rejecters[m.KeyRange]) > 0 {
		severity = analysis.Error
	}
	if r.count++; r.first == nil {
		r.first = m
	}
	r.severity = max(r.severity, severity)
}

// told returns the finding that counts them, if there are any.
func (r *more) told(k keys) []analysis.Diagnostic {
	if r.count == 0 {
		return nil
	}
	return []analysis.Diagnostic{{Range: r.first.KeyRange, Severity: r.severity, About: analysis.Rest, Anywhere: true, Measured: r.count,
		Message: fmt.Sprintf("%d more keys are no fields of %s in %s, and are not listed", r.count, plural(k.Kind.String()), k.Dialect.Name)}}
}

func (k keys) nearMiss(m *analysis.Member, field string) analysis.Diagnostic {
	diagnostic := k.unread(m, analysis.Warning, "write "+quote.Text(field))
	if !fits(k.Document, field, m.Value) {
		return diagnostic // a loader may mind that more than an unknown key
	}
	diagnostic.SuggestedFixes = []analysis.SuggestedFix{{
		Title: "rename it to " + field,
		Edits: []analysis.Edit{{Range: m.KeyRange, Text: field}},
	}}
	return diagnostic
}

func (k keys) own(m *analysis.Member) analysis.Diagnostic {
	advice := "leave it out"
	if home := rulesOf(k.Document).Home; home != "" {
		advice = "put it under " + quote.Text(home)
		if m.Value.Kind == analysis.List || m.Value.Kind == analysis.Map {
			advice += ", as one text"
		}
	}
	return k.unread(m, analysis.Info, advice)
}

func (k keys) foreign(m *analysis.Member, readers string) analysis.Diagnostic {
	diagnostic := k.unread(m, analysis.Info, "leave it out")
	switch {
	case rejects(k.Document), passes(k.Document), len(k.rejecters[m.KeyRange]) > 0:
	case strings.HasPrefix(readers, k.Dialect.Name+" in "):
		diagnostic.Message = quote.Text(m.Key) + " is read by " + readers + ", not here; leave it out"
	default:
		diagnostic.Message = quote.Text(m.Key) + " is read by " + readers + ", and " + k.Dialect.Name +
			" ignores it; leave it out unless the file is for both"
	}
	return diagnostic
}

func (k keys) stray(m *analysis.Member) analysis.Diagnostic {
	severity, advice := analysis.Info, "leave it out"
	if k.Pinned {
		severity = analysis.Warning
	}
	if home := rulesOf(k.Document).Home; home != "" {
		advice += " or put it under " + quote.Text(home)
	}
	return k.unread(m, severity, advice)
}

// unread tells of a key that the dialect does not read. Where its loader, or that of an agent that
// the file must work on, rejects such keys that is an error, whatever the key.
func (k keys) unread(m *analysis.Member, severity analysis.Severity, advice string) analysis.Diagnostic {
	effect := "it has no effect"
	agents := k.rejecters[m.KeyRange]
	switch {
	case rejects(k.Document):
		severity, effect = analysis.Error, "the loader rejects the file"
	case len(agents) == 1:
		severity, effect = analysis.Error, agents[0]+" rejects the file"
	case len(agents) > 1:
		severity, effect = analysis.Error, enumerated(agents)+" reject the file"
	case passes(k.Document):
		effect = "the model's provider gets it as an option"
	}
	what := quote.Text(m.Key) + " is no field of " + plural(k.Kind.String()) + " in " + k.Dialect.Name
	return analysis.Diagnostic{Range: m.KeyRange, Severity: severity, Message: what, Effect: effect, Help: advice}
}
