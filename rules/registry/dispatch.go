package registry

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// Dispatch reports dispatch triggers of a registry that send tasks to an unintended skill.
//
// CLEO goes through the active entries in the order of the registry. It takes the first entry with a
// label of the task, then the first with its type. Last, it takes the first entry with a keyword that
// occurs in the title or description of the task, even inside another word: "pr" is in "improve".
//
// A trigger that an earlier entry has, and a keyword that contains an earlier keyword, are therefore
// never used. An entry that has only such triggers gets no tasks.
//
// Remove a trigger from one of the entries, use a longer one, or move the entry with the longer phrase
// up. "skilllint manifest dispatch" shows where a task goes.
//
// All this is about CLEO's first edition, of January 2026. Its later packages look for each key of "by_keyword" in the dispatch
// matrix as it is written: "test|coverage" matches only a task that contains these words with the "|".
//
// CLEO dispatches tasks that match no trigger to ct-task-executor. Without it, these tasks have no skill.
//
// Severity:
//   - info for a keyword that contains an earlier one, and for an entry without triggers
//   - warning otherwise
//
// Not reported:
//   - tags that several entries have
//   - phrases of one entry that contain each other
//   - a longer phrase before a shorter one
//   - inactive entries, the fallback, and entries in the dispatch matrix
//   - registries whose entries have nothing but tags
var Dispatch = &analysis.Analyzer{
	Name:     "registry/dispatch",
	Doc:      "ineffective or ambiguous dispatch trigger",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "CLEO's dispatch library, January 2026, and 16 versions of its registry"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer},
	Run:      checkDispatch,
}

func checkDispatch(pass *analysis.Pass) error {
	for file, r := range registry.Fact.All(pass.Store) {
		if file.Dialect.IsLater() {
			alternatives(pass, r.Keywords)
			continue
		}
		t := newTriggers(pass, &r)
		t.empty(&r)
		if !hasTriggers(&r) {
			continue
		}
		t.fallback(&r)
		for i := range r.Entries {
			if e := &r.Entries[i]; e.Active() {
				t.check(e)
				t.add(e)
			}
		}
	}
	return nil
}

// alternatives reports keys of the dispatch matrix of CLEO's later packages that are several keywords.
func alternatives(pass *analysis.Pass, keywords []registry.Text) {
	var found []registry.Text
	for _, k := range keywords {
		if strings.Contains(k.Value, "|") {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		return
	}
	d := analysis.Diagnostic{Location: &found[0].Location, About: "alternatives", Measured: len(found), Message: "keyword " + quote.Text(found[0].Value) + " contains \"|\"",
		Effect: "CLEO looks for the whole text with the \"|\" in a task, so it never matches", Help: "write an entry for each word"}
	if len(found) > 1 {
		d.Message = fmt.Sprintf("%s keywords contain \"|\", such as %s", quote.Count(len(found)), quote.Text(found[0].Value))
	}
	pass.Report(d)
}

// check reports the triggers of an entry that conflict with earlier ones.
func (t *triggers) check(e *registry.Entry) {
	for _, k := range e.Keywords {
		if isShort(k.Value) {
			t.report(k, analysis.Diagnostic{Severity: analysis.Warning, Message: "keyword " + quote.Text(k.Value) + " is part of many words",
				Effect: "CLEO dispatches tasks with any of these words to " + quote.Text(e.Name.Value), Help: "use a longer phrase"})
		}
	}
	taken, free := t.taken(e)
	exempt := e.Name.Value == registry.FallbackSkill || t.matrix[e.Name.Value]
	switch {
	case len(taken) == 0 && free == 0 && !exempt && t.others && e.Empty.Value == "":
		t.report(e.Name, analysis.Diagnostic{Severity: analysis.Info, Message: quote.Text(e.Name.Value) + " has no labels, types or keywords",
			Effect: "CLEO dispatches no tasks to it", Help: "add dispatch triggers"})
	case free == 0 && len(taken) > 0 && !exempt:
		var related []analysis.Related
		for _, hit := range taken[:min(len(taken), 10)] {
			related = append(related, hit.related())
		}
		t.report(e.Name, analysis.Diagnostic{Severity: analysis.Warning, Message: "earlier entries have all triggers of " + quote.Text(e.Name.Value), Related: related,
			Effect: "CLEO dispatches no tasks to it", Help: "add triggers of its own, or move it before these entries"})
	default:
		for _, hit := range taken {
			t.reportTaken(hit)
		}
	}
}
