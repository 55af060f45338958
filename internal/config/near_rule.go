package config

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// NearRule returns a suggestion for an unknown rule, or "".
func NearRule(name string, analyzers []*analysis.Analyzer) string {
	return newRuleIndex(analyzers).near(name)
}

// near suggests a rule or group with a similar name, a rule with its words in another order, a rule of another group with a similar last
// part, or rules whose names and summaries have the words.
func (c ruleIndex) near(pattern string) string {
	if hint := Suggestion(pattern, c.names()); hint != "" {
		return hint
	}
	others := c.others()
	for _, other := range []struct {
		word  string
		names map[string]string
	}{{pattern, others.reversed}, {path.Base(pattern), others.ends}} {
		if name, ok := suggest.Best(other.word, slices.Sorted(maps.Keys(other.names))); ok {
			return fmt.Sprintf("; did you mean %q?", other.names[name])
		}
	}
	if named := others.described(pattern); len(named) > 0 {
		return "; did you mean " + quote.List(named, "or") + "?"
	}
	return ""
}

// ruleNames are the names under which users may know rules.
type ruleNames struct {
	ends, reversed map[string]string // rules by the last part of their names, and by names with the group last, such as broken-links
	words          []ruleWords
}

type ruleWords struct {
	rule             string
	named, described []string // words of the name and of the summary
}

func otherNames(rules []*analysis.Analyzer) ruleNames {
	n := ruleNames{map[string]string{}, map[string]string{}, nil}
	for _, a := range rules {
		n.ends[path.Base(a.Name)] = a.Name
		n.reversed[path.Base(a.Name)+"-"+path.Dir(a.Name)] = a.Name
		n.words = append(n.words, ruleWords{a.Name, wordsOf(a.Name), wordsOf(a.Doc)})
	}
	return n
}

// mostDescribed limits the rules that are suggested for their words.
const mostDescribed = 3

// described returns the rules that contain all words of a name, if there are few: those with the most words in their names. One of several
// words must be in the name.
func (n ruleNames) described(name string) []string {
	wanted := wordsOf(name)
	if len(wanted) == 0 {
		return nil
	}
	var found []string
	best := min(len(wanted)-1, 1) // one word may occur in a summary only
	for _, of := range n.words {
		score := 0
		for _, w := range wanted {
			switch {
			case slices.Contains(of.named, w):
				score++
			case !slices.Contains(of.described, w):
				score = -len(wanted)
			}
		}
		switch {
		case score < best:
		case score > best:
			found, best = []string{of.rule}, score
		default:
			found = append(found, of.rule)
		}
	}
	if len(found) > mostDescribed {
		return nil
	}
	return found
}

// wordsOf returns the words of a name or a text, in lower case and in the singular.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < '0' || r > '9' && r < 'a' || r > 'z' })
	for i, w := range words {
		if len(w) > 3 {
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return words
}
