package security

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
)

// mostDeleted limits the places that a fix deletes. A file with more places needs several rounds.
const mostDeleted = 1000

// leftovers holds the places with a few invisible characters each.
type leftovers struct {
	places []analysis.Range
	first  []rune
}

func (l *leftovers) add(p passage) {
	l.places = append(l.places, analysis.Range{Start: p.Start, End: p.End})
	l.first = append(l.first, p.First)
}

// A leftover is a kind of character with its places in a file.
type leftover struct {
	r      rune
	count  int
	places []analysis.Range // the first mostDeleted
}

// report reports each kind of character once, at its first place outside of code.
func (l *leftovers) report(pass *analysis.Pass) {
	isCode := inCode(pass.Document, len(l.places), func(i int) analysis.Range { return l.places[i] })
	for _, k := range l.kinds(func(i int) bool { return isCode(i) || isBroken(pass.Document, l.places[i]) }) {
		pass.Report(k.finding(pass.Document))
	}
}

// kinds returns the kinds of characters in the order of their first places, without ignored places.
func (l *leftovers) kinds(ignored func(place int) bool) []leftover {
	var kinds []leftover
	index := map[rune]int{}
	for i, at := range l.places {
		if ignored(i) {
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

// kindOf returns the character that represents a kind. All direction controls are one kind, because they open and close each
// other. The thousands of code points that Unicode reserves are also one kind.
func kindOf(r rune) rune {
	switch {
	case unicode.Is(unicode.Bidi_Control, r):
		return '\u200e'
	case r >= 0xE0080 && r <= 0xE0FFF && !unicode.Is(unicode.Variation_Selector, r):
		return 0xE0080
	}
	return r
}

func (k leftover) finding(d *analysis.Document) analysis.Diagnostic {
	name := characterName(k.r)
	message, title := "invisible character "+name, "delete the invisible character"
	if k.count > 1 {
		message += fmt.Sprintf(" in %s places", quote.Count(k.count))
		title += "s"
	}
	found := analysis.Diagnostic{Range: k.places[0], Severity: analysis.Info, About: name, Anywhere: true, Measured: k.count,
		Message: message, Effect: "models read it and text searches fail on it, but people do not see it"}
	if k.r == '\u2028' || k.r == '\u2029' {
		found.Effect, found.Help = "it starts a new line in some programs only", "replace it with a line feed"
		return found
	}
	fix := analysis.SuggestedFix{Title: title, Safe: true, Uncovers: true}
	for _, at := range k.places {
		if separates(d, at) {
			return found // without it, the text would have another structure
		}
		fix.Safe = fix.Safe && !inQuotation(d, at)
		fix.Edits = append(fix.Edits, analysis.Edit{Range: at})
	}
	found.SuggestedFixes = []analysis.SuggestedFix{fix}
	return found
}

// separates reports whether characters are between two marks of Markdown, which would be one mark without them: two code
// spans that follow each other.
func separates(d *analysis.Document, at analysis.Range) bool {
	if at.Start == 0 || at.End >= len(d.Source) {
		return false
	}
	before, after := d.Source[at.Start-1], d.Source[at.End]
	return before == after && strings.IndexByte("`*_~", before) >= 0
}

// quotationReach is the number of bytes before and after a place that are searched for quotation marks.
const quotationReach = 400

// inQuotation reports whether a place is within quotation marks on its line of Markdown. The text may be about these
// characters.
func inQuotation(d *analysis.Document, at analysis.Range) bool {
	return d.Body != nil && at.Start >= d.BodyStart() && isEnclosedInQuotes(d, at)
}

func isEnclosedInQuotes(d *analysis.Document, at analysis.Range) bool {
	line := d.LineRange(d.LineOf(at.Start))
	before := d.Text(analysis.Range{Start: max(line.Start, at.Start-quotationReach), End: at.Start})
	after := d.Text(analysis.Range{Start: at.End, End: max(at.End, min(line.End, at.End+quotationReach))})
	switch {
	case strings.Count(before, `"`)%2 == 1 && strings.Contains(after, `"`),
		strings.HasSuffix(before, "'") && strings.HasPrefix(after, "'"):
		return true
	}
	for _, pair := range [][2]string{{"“", "”"}, {"«", "»"}, {"‘", "’"}, {"「", "」"}} {
		if strings.LastIndex(before, pair[0]) > strings.LastIndex(before, pair[1]) && strings.Contains(after, pair[1]) {
			return true
		}
	}
	return false
}

// isBroken reports whether a place prevents parsing of the frontmatter or the file, which another rule reports.
func isBroken(d *analysis.Document, at analysis.Range) bool {
	return d.Broken != nil && d.Broken.Range.Start < at.End && at.Start < d.Broken.Range.End
}

// inCode returns a function that reports whether a place is in code. It computes all results at once, because a lookup reads the
// whole file.
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
