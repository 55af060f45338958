package deps

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// SimilarDescription reports skills whose descriptions are nearly identical.
//
// A model chooses skills by their descriptions alone. If two are alike, it may choose either, or never
// choose one of them. State in each description what only that skill does, and when to use it.
//
// Two descriptions are compared by their meaningful words. Each must have at least eight, and they must
// share 80 %.
//
// Not reported:
//   - descriptions that differ in a word of the skill's own name, such as "quarkus" in quarkus-tests and "drive" in googledrive
//   - a description that names the other skill, as in "not for X"
//   - deprecated skills, and those that only users call
//   - copies of a skill for several clients, translations (deploy-ja), and skills with the same name or the same
//     name of their directory
var SimilarDescription = &analysis.Analyzer{
	Name:     "deps/similar-description",
	Doc:      "description that is nearly identical to another one",
	Severity: analysis.Info,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's skills page: descriptions decide which skill is used"},
	Requires: []*analysis.Analyzer{graph.EntryFact.Analyzer, wordingFact.Analyzer},
	Run:      similarDescription,
}

const (
	fewestWords = 8
	minShared   = 0.8 // share of common words
)

func similarDescription(pass *analysis.Pass) error {
	var all []describedSkill
	names := namesOf(pass)
	for file, w := range wordingFact.All(pass.Store) {
		if len(w.Words) >= fewestWords {
			all = append(all, describedSkill{file, names[file], w})
		}
	}
	for _, pair := range findLikenesses(all) {
		first, second := &all[pair.first], &all[pair.second]
		pass.Report(analysis.Diagnostic{Location: &second.At,
			Message: fmt.Sprintf("description is nearly identical to that of %s (%d of %d words)", quote.Text(first.name), pair.shared, pair.words),
			Effect:  "the model cannot tell which skill to use",
			Help:    "state in each description what only that skill does",
			Related: []analysis.Related{{Location: first.At, Message: "description of " + quote.Text(first.name)}}})
	}
	return nil
}

// A describedSkill is a skill with its name and description.
type describedSkill struct {
	file *analysis.File
	name string
	wording
}

// isRival reports whether a model may have to choose between two skills.
func (d *describedSkill) isRival(o *describedSkill) bool {
	return d.file.Tree == o.file.Tree && !strings.EqualFold(d.name, o.name) && !isCopy(d, o) && homeOf(d.file.Rel) == homeOf(o.file.Rel) &&
		!d.Names(o.name) && !o.Names(d.name) && !d.isDistinct(o) && !o.isDistinct(d)
}

// isCopy reports whether two skills are versions of one skill, such as translations: their directories have the same
// name, or a name ends with a language, such as "deploy-ja" or "deploy-zh-cn".
func isCopy(d, o *describedSkill) bool {
	if path.Dir(d.file.Rel) != path.Dir(o.file.Rel) && path.Base(path.Dir(d.file.Rel)) == path.Base(path.Dir(o.file.Rel)) {
		return true
	}
	return withoutLanguage(d.name) == withoutLanguage(o.name)
}

// withoutLanguage returns a name without a language at its end.
func withoutLanguage(name string) string {
	for _, size := range []int{len("-zh-cn"), len("-ja")} {
		if at := len(name) - size; at > 0 && name[at] == '-' && slices.Contains(languages, name[at+1:at+3]) && (size == 3 || name[at+3] == '-') {
			return name[:at]
		}
	}
	return name
}

// languages are the codes of common languages of translated skills.
var languages = []string{"cn", "de", "en", "es", "fr", "hi", "id", "it", "ja", "jp", "ko", "kr", "pl", "pt", "ru", "th", "tr", "tw", "uk", "vi", "zh"}

// isDistinct reports whether a description has a word of the skill's name that the other one lacks.
func (d *describedSkill) isDistinct(o *describedSkill) bool {
	return slices.ContainsFunc(d.Own, func(word uint32) bool {
		_, theirs := slices.BinarySearch(o.Words, word)
		return !theirs
	})
}

// homeOf returns the client directory that contains a skill, or "". Copies in directories of several clients are for
// different models.
func homeOf(rel string) string {
	for i := range len(rel) {
		if rel[i] == '.' && (i == 0 || rel[i-1] == '/') {
			end := strings.IndexByte(rel[i:], '/')
			return rel[:i+max(end, 0)]
		}
	}
	return ""
}
