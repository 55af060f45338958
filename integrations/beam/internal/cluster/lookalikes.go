package cluster

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// Names of these lengths, in characters, are compared: many shorter ones are one edit apart.
const (
	shortestName = 4
	longestName  = 64
)

// rarer is how many times as many sources must use the other name.
const rarer = 10

// Neighborhood yields a name, and the name without each of its characters. Names that are one edit apart share one of
// these, so no two names have to be compared otherwise.
func Neighborhood(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if n := utf8.RuneCountInString(name); n < shortestName || n > longestName || !yield(name) {
			return
		}
		last := ""
		for i, r := range name {
			key := name[:i] + name[i+utf8.RuneLen(r):]
			if key != last && !yield(key) {
				return
			}
			last = key
		}
	}
}

// Lookalikes yields the names of a neighborhood that few sources use, and that are one edit away from one that at
// least popular sources use. Of the neighborhoods that two names share, one yields them.
func Lookalikes(key string, uses iter.Seq[Use], popular int64, yield func(table.Lookalike)) {
	var much, all []Use
	for u := range uses {
		if all = append(all, u); u.Sources >= popular {
			much = append(much, u)
		}
	}
	for _, p := range much {
		for _, u := range all {
			if u.Sources*rarer <= p.Sources && isLookalike(u.Name, p.Name) && firstShared(u.Name, p.Name) == key {
				yield(table.Lookalike{Name: u.Name, Sources: u.Sources, Source: u.Source, Path: u.Path, Other: p.Name, OtherSources: p.Sources})
			}
		}
	}
}

// isLookalike reports whether names are one edit apart. Those that differ in digits are versions, or a series.
func isLookalike(a, b string) bool {
	withoutDigits := func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}
	return suggest.Distance(a, b, 1) == 1 && strings.Map(withoutDigits, a) != strings.Map(withoutDigits, b)
}

// firstShared returns the first neighborhood of a name that another one also has.
func firstShared(a, b string) string {
	theirs := map[string]bool{}
	for key := range Neighborhood(b) {
		theirs[key] = true
	}
	for key := range Neighborhood(a) {
		if theirs[key] {
			return key
		}
	}
	return ""
}
