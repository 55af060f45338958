package security

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
)

// keptWords are the variables and files that the documents of a skill set, by the first word of their names, and by name.
type keptWords map[string]map[string]keptValue

// mostKept is the number of names with the same first word, one more than a reading takes.
const mostKept = 201

// add adds the values of a document. Of several with one name, secrets precede values of SKILL.md.
func (w keptWords) add(list []keptValue) {
	for _, k := range list {
		words := identifiersIn(path.Base(k.Key()))
		if len(words) == 0 {
			continue
		}
		names := w[words[0]]
		if names == nil {
			names = map[string]keptValue{}
			w[words[0]] = names
		}
		if old, ok := names[k.Key()]; !ok && len(names) < mostKept || ok && k.rank() > old.rank() {
			names[k.Key()] = k
		}
	}
}

// rank orders values by their importance.
func (k keptValue) rank() int {
	switch {
	case k.IsSecret():
		return 2
	case path.Base(k.at.Path) == "SKILL.md":
		return 1
	}
	return 0
}

// usedIn returns the values of other files that a text may use, the most important ones last.
func (w keptWords) usedIn(f *analysis.File, text []byte) []keptValue {
	seen := map[string]bool{}
	var used []keptValue
	for _, word := range identifiersIn(string(text)) {
		if names := w[word]; names != nil && !seen[word] {
			seen[word] = true
			for _, k := range names {
				if k.at.Path != f.Path {
					used = append(used, k)
				}
			}
		}
	}
	slices.SortFunc(used, func(a, b keptValue) int { return cmp.Or(a.rank()-b.rank(), cmp.Compare(b.Key(), a.Key())) })
	return used
}

// identifiersIn returns the words of letters, digits and underscores in a text.
func identifiersIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
