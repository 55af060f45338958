// Package dispatch selects the entry of a skill registry to which CLEO's orchestrator sends a task. It searches the
// active entries three times in the order of the registry: by a label of the task, by its type, and by a keyword in
// its title and description, also inside of words. The result is the first match, or the fallback.
package dispatch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/facts/registry"
)

// Fallback is the name of the skill for tasks that match no entry.
const Fallback = "ct-task-executor"

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

// A Hit is an entry that matches a task.
type Hit struct {
	Entry  *registry.Entry // nil: nothing matches, and the fallback is not in the registry
	By     MatchKind
	Text   registry.Text // the label, type or keyword; empty for the fallback
	Inside bool          // the keyword occurs only inside of other words
}

// A Result is the entry for a task.
type Result struct {
	Chosen Hit
	Others []Hit // other matches in their order, one for each entry
	Inside []Hit // keywords of any entry that occur only inside of other words
}

// Dispatch returns the entry for a task.
func Dispatch(entries []registry.Entry, t Task) Result {
	var r Result
	var all []Hit
	text := strings.ToLower(t.Title + " " + t.Description)
	for _, way := range []MatchKind{ByLabel, ByType, ByKeyword} {
		for i := range entries {
			if !entries[i].Active() {
				continue
			}
			hits := hits(&entries[i], way, t, text)
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
		r.Chosen = fallback(entries)
		return r
	}
	r.Chosen = all[0]
	told := map[*registry.Entry]bool{r.Chosen.Entry: true}
	for _, h := range all {
		if !told[h.Entry] {
			told[h.Entry] = true
			r.Others = append(r.Others, h)
		}
	}
	return r
}

// hits returns the matches of an entry by label, type or keyword.
func hits(e *registry.Entry, way MatchKind, t Task, text string) []Hit {
	var hits []Hit
	switch way {
	case ByLabel:
		for _, label := range e.Labels {
			if slices.Contains(t.Labels, label.Value) {
				hits = append(hits, Hit{e, way, label, false})
			}
		}
	case ByType:
		for _, kind := range e.Types {
			if kind.Value == t.Type && t.Type != "" {
				hits = append(hits, Hit{e, way, kind, false})
			}
		}
	case ByKeyword:
		for _, keyword := range e.Keywords {
			if found, word := Find(text, keyword.Value); found {
				hits = append(hits, Hit{e, way, keyword, !word})
			}
		}
	}
	return hits
}

func fallback(entries []registry.Entry) Hit {
	for i := range entries {
		if entries[i].Name.Value == Fallback {
			return Hit{Entry: &entries[i], By: ByFallback}
		}
	}
	return Hit{By: ByFallback}
}

// Find reports whether a keyword occurs in a lower-case text, and whether at least once as separate words.
func Find(text, keyword string) (found, word bool) {
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
