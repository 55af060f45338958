package registry

import (
	"strings"
)

// A protocol is one of the conditional protocols, with its words.
type protocol struct {
	name   string
	skills []string // parts of the names of its skills
	words  []string // words in the protocol's document; they do not affect the selection
}

// protocols are in the order of precedence.
func protocols() []protocol {
	return []protocol{
		{"research", []string{"research"}, []string{"research", "investigate", "explore"}},
		{"consensus", []string{"ct-validator", "consensus", "vote"}, []string{"vote", "validate", "decide"}},
		{"specification", []string{"specification", "spec"}, []string{"spec", "rfc", "design"}},
		{"decomposition", []string{"decomposition", "architect"}, []string{"epic", "plan", "decompose"}},
		{"implementation", []string{"executor", "implementation"}, []string{"implement", "build", "create"}},
		{"testing", []string{"test-writer"}, nil},
		{"contribution", []string{"contribution", "merge"}, []string{"PR", "merge", "shared"}},
		{"release", []string{"release"}, []string{"release", "version", "publish"}},
	}
}

// Protocols returns the names of the conditional protocols.
func Protocols() []string {
	var names []string
	for _, p := range protocols() {
		names = append(names, p.name)
	}
	return names
}

// Protocol returns the name of the conditional protocol of an entry: its own, otherwise that for its name,
// otherwise implementation.
func Protocol(e *Entry) string {
	if e.Protocol != "" {
		return e.Protocol
	}
	for _, p := range protocols() {
		for _, part := range p.skills {
			if strings.Contains(e.Name.Value, part) {
				return p.name
			}
		}
	}
	return "implementation"
}

// A Keyword is a word of a title that refers to a conditional protocol.
type Keyword struct {
	Text     string
	Protocol string
	Inside   bool // occurs only inside of other words
}

// Keywords returns the words of a task that refer to conditional protocols. They do not affect the
// selection.
func Keywords(t Task) []Keyword {
	text := strings.ToLower(t.Title)
	var words []Keyword
	for _, p := range protocols() {
		for _, w := range p.words {
			if found, whole := FindKeyword(text, w); found {
				words = append(words, Keyword{w, p.name, !whole})
			}
		}
	}
	return words
}
