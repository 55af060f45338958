package registry

import (
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

const (
	longestPhrase = 200       // bytes of a keyword in which other keywords are searched
	mostLookups   = 5_000_000 // searches for all keywords of a registry; later keywords are not searched
)

// A trigger is a label, type or keyword of an entry.
type trigger struct {
	entry *registry.Entry
	text  registry.Text
	index int // index of the entry
}

// triggers holds the triggers of the entries that have been checked.
type triggers struct {
	pass    *analysis.Pass
	matrix  map[string]bool // entries in the dispatch matrix
	others  bool            // an entry has triggers
	count   int
	by      map[registry.MatchKind]map[string]trigger // first trigger with each text; keywords in lower case
	lengths map[int]bool                              // lengths of the keywords
	lookups int
}

// hasTriggers reports whether an entry of a registry has triggers. Registries of other projects have at most tags.
func hasTriggers(r *registry.Registry) bool {
	return slices.ContainsFunc(r.Entries, func(e registry.Entry) bool { return e.OwnLabels || len(e.Types)+len(e.Keywords) > 0 })
}

func newTriggers(pass *analysis.Pass, r *registry.Registry) *triggers {
	t := &triggers{pass: pass, matrix: map[string]bool{}, lengths: map[int]bool{}, lookups: mostLookups,
		by: map[registry.MatchKind]map[string]trigger{registry.ByLabel: {}, registry.ByType: {}, registry.ByKeyword: {}}}
	for _, name := range r.Matrix {
		t.matrix[name.Value] = true
	}
	t.others = slices.ContainsFunc(r.Entries, func(e registry.Entry) bool { return len(e.Labels)+len(e.Types)+len(e.Keywords) > 0 })
	return t
}

// empty reports entries whose dispatch_triggers are empty, if nothing else dispatches tasks to them.
func (t *triggers) empty(r *registry.Registry) {
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Empty.Value != "" && e.Active() && len(e.Labels)+len(e.Types)+len(e.Keywords) == 0 && e.Name.Value != registry.FallbackSkill && !t.matrix[e.Name.Value] {
			t.report(e.Empty, analysis.Diagnostic{Severity: analysis.Warning, Message: "empty dispatch_triggers of " + quote.Text(e.Name.Value),
				Effect: "CLEO dispatches no tasks to it", Help: "add phrases that occur in its tasks"})
		}
	}
}

// minOwn is the number of CLEO's skills from which a registry is expected to have all that CLEO needs.
const minOwn = 3

// fallback reports a registry of several of CLEO's skills, whose names start with "ct-", without the one for all other tasks.
func (t *triggers) fallback(r *registry.Registry) {
	own := 0
	for i := range r.Entries {
		if strings.HasPrefix(r.Entries[i].Name.Value, "ct-") {
			own++
		}
	}
	if own < minOwn {
		return
	}
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Name.Value == registry.FallbackSkill && e.Active() {
			return
		}
	}
	t.report(registry.Text{Location: r.List}, analysis.Diagnostic{Severity: analysis.Warning, Message: "missing fallback skill " + quote.Text(registry.FallbackSkill),
		Effect: "CLEO has no skill for tasks that match no trigger", Help: "add the skill to the registry"})
}

// add adds the triggers of an entry.
func (t *triggers) add(e *registry.Entry) {
	add := func(way registry.MatchKind, key string, text registry.Text) {
		if _, known := t.by[way][key]; !known && strings.TrimSpace(key) != "" {
			t.by[way][key] = trigger{e, text, t.count}
		}
	}
	for _, l := range e.Labels {
		add(registry.ByLabel, l.Value, l)
	}
	for _, k := range e.Types {
		add(registry.ByType, k.Value, k)
	}
	for _, k := range e.Keywords {
		key := strings.ToLower(k.Value)
		add(registry.ByKeyword, key, k)
		t.lengths[len(key)] = true
	}
	t.count++
}

// A takenTrigger is a trigger with which an earlier entry gets the task.
type takenTrigger struct {
	way   registry.MatchKind
	text  registry.Text
	first trigger
	equal bool // equal to the earlier trigger; otherwise, it contains that trigger
	tag   bool
}

func (h takenTrigger) related() analysis.Related {
	return analysis.Related{Location: h.first.text.Location,
		Message: quote.Text(h.first.entry.Name.Value) + " has the " + string(h.way) + " " + quote.Text(h.first.text.Value)}
}

// taken returns the triggers of an entry that earlier entries have, and the number of other triggers.
func (t *triggers) taken(e *registry.Entry) (taken []takenTrigger, free int) {
	ask := func(way registry.MatchKind, texts []registry.Text) {
		for _, text := range texts {
			key := text.Value
			if way == registry.ByKeyword {
				key = strings.ToLower(key)
			}
			if strings.TrimSpace(key) == "" {
				continue
			}
			first, equal := t.by[way][key]
			part := false
			if way == registry.ByKeyword && !equal {
				first, part = t.part(key)
			}
			if !equal && !part {
				free++
				continue
			}
			taken = append(taken, takenTrigger{way, text, first, equal, way == registry.ByLabel && !e.OwnLabels})
		}
	}
	ask(registry.ByLabel, e.Labels)
	ask(registry.ByType, e.Types)
	ask(registry.ByKeyword, e.Keywords)
	return taken, free
}

// part returns the keyword of the earliest entry that a phrase contains.
func (t *triggers) part(phrase string) (trigger, bool) {
	var best trigger
	found := false
	if len(phrase) > longestPhrase {
		return best, false
	}
	for _, n := range slices.Sorted(maps.Keys(t.lengths)) {
		for i := 0; i+n <= len(phrase) && n > 0; i++ {
			if t.lookups--; t.lookups < 0 {
				return best, found
			}
			if k, ok := t.by[registry.ByKeyword][phrase[i:i+n]]; ok && (!found || k.index < best.index) {
				best, found = k, true
			}
		}
	}
	return best, found
}

// reportTaken reports a trigger with which an earlier entry gets the task.
func (t *triggers) reportTaken(h takenTrigger) {
	name, related := quote.Text(h.first.entry.Name.Value), []analysis.Related{h.related()}
	switch {
	case h.tag: // used as a label, which several entries may have
	case h.equal:
		t.report(h.text, analysis.Diagnostic{Severity: analysis.Warning, Message: "duplicate " + string(h.way) + " " + quote.Text(h.text.Value), Related: related,
			Effect: "CLEO dispatches these tasks to " + name + ", which comes first", Help: "remove it from one of the entries"})
	default:
		t.report(h.text, analysis.Diagnostic{Severity: analysis.Info, Related: related,
			Message: "keyword " + quote.Text(h.text.Value) + " contains the earlier keyword " + quote.Text(h.first.text.Value),
			Effect:  "CLEO dispatches these tasks to " + name + ", which comes first", Help: "move this entry up, or use another phrase"})
	}
}

func (t *triggers) report(at registry.Text, d analysis.Diagnostic) {
	location := at.Location
	d.Location = &location
	t.pass.Report(d)
}

// isShort reports whether a keyword is so short that many words contain it.
func isShort(keyword string) bool {
	return len(keyword) > 0 && len(keyword) < 4 && strings.Trim(strings.ToLower(keyword), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
