package cluster

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
)

// Only names of these lengths, in characters, are compared. Many shorter names are one edit apart.
const (
	minName = 4
	maxName = 64
)

// minSourceRatio is the minimum ratio of the numbers of sources that use the other name and the name.
const minSourceRatio = 10

// neighborhood yields a name, and the name without each of its characters. Names that are one edit apart have at least one
// of these in common, so only such names have to be compared.
func neighborhood(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if n := utf8.RuneCountInString(name); n < minName || n > maxName || !yield(name) {
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

// Popular has the popular names by neighborhood.
type Popular map[string][]Use

// NewPopular returns the neighborhoods of popular names.
func NewPopular(names iter.Seq[Use]) Popular {
	p := Popular{}
	for u := range names {
		for key := range neighborhood(u.Name) {
			p[key] = append(p[key], u)
		}
	}
	return p
}

// Lookalikes yields a row for each popular name that is one edit away from a less used name.
func (p Popular) Lookalikes(u Use) iter.Seq[table.Lookalike] {
	return func(yield func(table.Lookalike) bool) {
		seen := map[string]bool{}
		for key := range neighborhood(u.Name) {
			for _, o := range p[key] {
				if u.Sources*minSourceRatio > o.Sources || seen[o.Name] || !isLookalike(u.Name, o.Name) {
					continue
				}
				seen[o.Name] = true
				if !yield(table.Lookalike{Name: u.Name, Sources: u.Sources, Source: u.Source, Path: u.Path, Other: o.Name, OtherSources: o.Sources}) {
					return
				}
			}
		}
	}
}

// isLookalike reports whether names are one edit apart. Names that differ only in digits are versions or a series.
func isLookalike(a, b string) bool {
	withoutDigits := func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}
	return suggest.Distance(a, b, 1) == 1 && strings.Map(withoutDigits, a) != strings.Map(withoutDigits, b)
}
