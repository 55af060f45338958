package security

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// mostDeleted is how many places one fix deletes; a file with more is mended in several rounds.
const mostDeleted = 1000

// leftovers are the places of a few invisible characters each.
type leftovers struct {
	places []analysis.Range
	first  []rune
}

func (l *leftovers) add(p passage) {
	l.places = append(l.places, analysis.Range{Start: p.Start, End: p.End})
	l.first = append(l.first, p.First)
}

// A leftover is one kind of character, with its places in a file.
type leftover struct {
	r      rune
	count  int
	places []analysis.Range // not all, if they are very many
}

// report reports each kind of character once, at its first place outside of code.
func (l *leftovers) report(pass *analysis.Pass) {
	isCode := inCode(pass.Document, len(l.places), func(i int) analysis.Range { return l.places[i] })
	for _, k := range l.kinds(func(i int) bool { return isCode(i) || isBroken(pass.Document, l.places[i]) }) {
		pass.Report(k.finding())
	}
}

// kinds returns the kinds of character in the order of their first places, but for places that are left alone.
func (l *leftovers) kinds(leftAlone func(place int) bool) []leftover {
	var kinds []leftover
	index := map[rune]int{}
	for i, at := range l.places {
		if leftAlone(i) {
			continue
		}
		r := kindOf(l.first[i])
		k, known := index[r]
		if !known {
			k = len(kinds)
			index[r] = k
			kinds = append(kinds, leftover{r: l.first[i]})
		}
		if kinds[k].count++; kinds[k].count <= mostDeleted {
			kinds[k].places = append(kinds[k].places, at)
		}
	}
	return kinds
}

// kindOf returns the character that stands for all of a kind. Those of direction begin and end each other;
// those that Unicode keeps for later have no names, and there are thousands of them.
func kindOf(r rune) rune {
	switch {
	case unicode.Is(unicode.Bidi_Control, r):
		return '\u200e'
	case r >= 0xE0080 && r <= 0xE0FFF && !unicode.Is(unicode.Variation_Selector, r):
		return 0xE0080
	}
	return r
}

func (k leftover) finding() analysis.Diagnostic {
	name, others := characterName(k.r), ""
	if k.count > 1 {
		others = fmt.Sprintf(" (at %d places of the file)", k.count)
	}
	found := analysis.Diagnostic{Range: k.places[0], Severity: analysis.Info, About: name, Anywhere: true, Measured: k.count,
		Message: fmt.Sprintf("%s%s is not seen, but models and searches read it; delete it", name, others)}
	if k.r == '\u2028' || k.r == '\u2029' {
		found.Message = fmt.Sprintf("%s%s begins a line for some programs and none for others; write a line feed", name, others)
		return found
	}
	fix := analysis.SuggestedFix{Title: "delete the invisible characters", Safe: true, Uncovers: true}
	for _, at := range k.places {
		fix.Edits = append(fix.Edits, analysis.Edit{Range: at})
	}
	found.SuggestedFixes = []analysis.SuggestedFix{fix}
	return found
}

// isBroken reports whether a place is why the header or the file does not parse, which is the finding of
// another rule.
func isBroken(d *analysis.Document, at analysis.Range) bool {
	return d.Broken != nil && d.Broken.Range.Start < at.End && at.Start < d.Broken.Range.End
}

// inCode tells of places whether they are code. All are looked up at once: each look goes over the file.
func inCode(d *analysis.Document, count int, at func(int) analysis.Range) func(int) bool {
	order := make([]int, count)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return at(a).Start - at(b).Start })
	places := make([]analysis.Range, count)
	for n, i := range order {
		places[n] = at(i)
	}
	is := make([]bool, count)
	for n, k := range markdown.ContextsOf(d, places) {
		is[order[n]] = k.IsCode()
	}
	return func(i int) bool { return is[i] }
}
