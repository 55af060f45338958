package deps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// SimilarDescription reports a skill whose description says nearly the same as that of another one.
//
// A model chooses among skills by their descriptions alone. Where two say the same, it takes either,
// or one and never the other. Say in each what only it does, and when it is the one to take.
//
// Compared are the words that carry meaning, at least eight of them: eight of ten must be the same.
//
// Left alone: descriptions that differ in a word of the skill's own name, as "quarkus" in
// quarkus-tests; one that names the other skill, as in "not for X"; skills that no model chooses, as
// they are deprecated or only users call them; copies of one skill for several agents; skills of one
// name.
var SimilarDescription = &analysis.Analyzer{
	Name:     "deps/similar-description",
	Doc:      "description that says nearly the same as another one",
	Severity: analysis.Info,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's skills page: descriptions decide which skill is taken"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, wordingFact.Analyzer},
	Run:      similarDescription,
}

const (
	fewestWords = 8
	alike       = 0.8 // share of the words of both that both have
)

func similarDescription(pass *analysis.Pass) error {
	var all []described
	names := namesOf(pass)
	for file, w := range wordingFact.All(pass.Store) {
		if len(w.Words) >= fewestWords {
			all = append(all, described{file, names[file], w})
		}
	}
	for _, pair := range alikes(all) {
		first, second := &all[pair.first], &all[pair.second]
		pass.Report(analysis.Diagnostic{Location: &second.At,
			Message: fmt.Sprintf("the description says nearly the same as that of %s (%d of %d words), so a model cannot tell which of the two to take; say in each what only it does",
				quote.Text(first.name), pair.shared, pair.words),
			Related: []analysis.Related{{Location: first.At, Message: "the description of " + quote.Text(first.name)}}})
	}
	return nil
}

// A described is a skill with its name and description.
type described struct {
	file *analysis.File
	name string
	wording
}

// isRival reports whether a model may have to choose between two skills.
func (d *described) isRival(o *described) bool {
	return d.file.Tree == o.file.Tree && !strings.EqualFold(d.name, o.name) && homeOf(d.file.Rel) == homeOf(o.file.Rel) &&
		!d.Names(o.name) && !o.Names(d.name) && !d.isTold(o) && !o.isTold(d)
}

// isTold reports whether a description has a word of the skill's name that another one lacks.
func (d *described) isTold(o *described) bool {
	for _, part := range strings.FieldsFunc(strings.ToLower(d.name), func(r rune) bool { return r == '-' || r == '_' || r == ':' || r == ' ' }) {
		h := hashWord(part)
		_, mine := slices.BinarySearch(d.Words, h)
		if _, theirs := slices.BinarySearch(o.Words, h); mine && !theirs {
			return true
		}
	}
	return false
}

// homeOf returns the folder of an agent that a skill stands in; "" when it is in none. Copies in
// those of several agents are for different models.
func homeOf(rel string) string {
	for i := range len(rel) {
		if rel[i] == '.' && (i == 0 || rel[i-1] == '/') {
			end := strings.IndexByte(rel[i:], '/')
			return rel[:i+max(end, 0)]
		}
	}
	return ""
}

// shared returns how many words two descriptions have in common, and how many they have in all.
func shared(a, b []uint32) (both, all int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			both++
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
		all++
	}
	return both, all + len(a) + len(b)
}
