package registry

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fallback is the name of the skill for tasks that match no entry.
const FallbackSkill = "ct-task-executor"

// A Task is a task to dispatch. Labels and Type are compared verbatim.
type Task struct {
	Title, Description, Type string
	Labels                   []string
}

// A MatchKind is the way in which an entry matches a task.
type MatchKind string

// The ways, in the order in which they are tried.
const (
	ByLabel    MatchKind = "label"
	ByType     MatchKind = "type"
	ByKeyword  MatchKind = "keyword"
	ByFallback MatchKind = "fallback"
)

// A Match is an entry that matches a task.
type Match struct {
	Entry  *Entry // nil: nothing matches, and the fallback is not in the registry
	By     MatchKind
	Text   Text // the label, type or keyword; empty for the fallback
	Inside bool // the keyword occurs only inside of other words
}

// A Destination is the entry for a task.
type Destination struct {
	Chosen Match
	Others []Match // other matches in their order, one for each entry
	Inside []Match // keywords of any entry that occur only inside of other words
}

// Dispatch returns the entry to which CLEO's orchestrator sends a task. It searches the active entries three times in the
// order of the registry: by a label of the task, by its type, and by a keyword in its title and description, also inside
// of words. The result is the first match, or the fallback.
func Dispatch(entries []Entry, t Task) Destination {
	var r Destination
	var all []Match
	text := strings.ToLower(t.Title + " " + t.Description)
	for _, way := range []MatchKind{ByLabel, ByType, ByKeyword} {
		for i := range entries {
			if !entries[i].Active() {
				continue
			}
			hits := matches(&entries[i], way, t, text)
			for _, h := range hits {
				if h.Inside {
					r.Inside = append(r.Inside, h)
				}
			}
			if len(hits) > 0 {
				all = append(all, hits[0])
			}
		}
	}
	if len(all) == 0 {
		r.Chosen = fallbackMatch(entries)
		return r
	}
	r.Chosen = all[0]
	told := map[*Entry]bool{r.Chosen.Entry: true}
	for _, h := range all {
		if !told[h.Entry] {
			told[h.Entry] = true
			r.Others = append(r.Others, h)
		}
	}
	return r
}

// matches returns the matches of an entry by label, type or keyword.
func matches(e *Entry, way MatchKind, t Task, text string) []Match {
	var hits []Match
	switch way {
	case ByLabel:
		for _, label := range e.Labels {
			if slices.Contains(t.Labels, label.Value) {
				hits = append(hits, Match{e, way, label, false})
			}
		}
	case ByType:
		for _, kind := range e.Types {
			if kind.Value == t.Type && t.Type != "" {
				hits = append(hits, Match{e, way, kind, false})
			}
		}
	case ByKeyword:
		for _, keyword := range e.Keywords {
			if found, word := FindKeyword(text, keyword.Value); found {
				hits = append(hits, Match{e, way, keyword, !word})
			}
		}
	}
	return hits
}

func fallbackMatch(entries []Entry) Match {
	for i := range entries {
		if entries[i].Name.Value == FallbackSkill {
			return Match{Entry: &entries[i], By: ByFallback}
		}
	}
	return Match{By: ByFallback}
}

// FindKeyword reports whether a keyword occurs in a lower-case text, and whether at least once as separate words.
func FindKeyword(text, keyword string) (found, word bool) {
	keyword = strings.ToLower(keyword)
	if strings.TrimSpace(keyword) == "" {
		return false, false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], keyword)
		if i < 0 {
			return found, false
		}
		found = true
		start, end := at+i, at+i+len(keyword)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		first, size := utf8.DecodeRuneInString(keyword)
		last, _ := utf8.DecodeLastRuneInString(keyword)
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !(start > 0 && isLetter(before) && isLetter(first)) && !(end < len(text) && isLetter(last) && isLetter(after)) {
			return true, true
		}
		at = start + size
	}
}

// isLetter reports whether a character is part of a word. In scripts without spaces each character is a
// word.
func isLetter(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
