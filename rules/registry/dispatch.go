package registry

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/dispatch"
)

// Dispatch reports triggers of a registry by which tasks go to another skill than was meant.
//
// CLEO's orchestrator goes through the active entries in the order of the registry and takes the
// first whose label a task has; then the first whose type it has; then the first of whose keywords
// one stands in the task's title and description, be it inside of another word: "pr" is in
// "improve". So a trigger that an earlier entry has is never asked, nor is a keyword that contains
// an earlier one; and an entry all of whose triggers are such gets no task at all.
//
// Remove a trigger from one of the entries, write a longer one, or put the entry with the longer
// phrase first. "skilllint manifest dispatch" shows where a task goes. A keyword that contains an
// earlier one is advice, and so is an entry without any trigger, where others have some.
//
// Left alone: tags that several entries have, which is what tags are for; phrases of one entry that
// contain each other; a longer phrase that stands before a shorter one, and so gets its tasks; entries
// that are not active; the fallback, which gets what is left, and what the dispatch matrix names.
var Dispatch = &analysis.Analyzer{
	Name:     "registry/dispatch",
	Doc:      "triggers of a registry by which tasks go to another skill than was meant",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-08-31",
		Name: "CLEO's dispatch library, January 2026, and 16 versions of its registry"},
	Requires: []*analysis.Analyzer{registry.Fact.Analyzer},
	Run:      checkDispatch,
}

func checkDispatch(pass *analysis.Pass) error {
	for _, r := range registry.Fact.All(pass.Store) {
		t := newTriggers(pass, &r)
		for i := range r.Entries {
			if e := &r.Entries[i]; e.Active() {
				t.check(e)
				t.learn(e)
			}
		}
	}
	return nil
}

// check reports what is wrong with the triggers of an entry, given those before it.
func (t *triggers) check(e *registry.Entry) {
	for _, k := range e.Keywords {
		if isShort(k.Value) {
			t.report(k, analysis.Warning, quote.Text(k.Value)+" stands inside of many words, and tasks with any of them go to "+quote.Text(e.Name.Value)+"; write a longer phrase", nil)
		}
	}
	taken, free := t.taken(e)
	exempt := e.Name.Value == dispatch.Fallback || t.matrix[e.Name.Value]
	switch {
	case len(taken) == 0 && free == 0 && !exempt && t.others:
		t.report(e.Name, analysis.Info, quote.Text(e.Name.Value)+" has no labels, types or keywords, so no task is dispatched to it; add some", nil)
	case free == 0 && len(taken) > 0 && !exempt:
		var related []analysis.Related
		for _, hit := range taken[:min(len(taken), 10)] {
			related = append(related, hit.related())
		}
		t.report(e.Name, analysis.Warning, "no task is dispatched to "+quote.Text(e.Name.Value)+", as entries before it have all its labels, types and keywords; give it some of its own, or put it before them", related)
	default:
		for _, hit := range taken {
			t.hit(hit)
		}
	}
}
