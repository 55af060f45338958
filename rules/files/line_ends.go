package files

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A lineEnd is a line ending.
type lineEnd int

const (
	lf lineEnd = iota
	crlf
	cr
)

func (e lineEnd) String() string { return [...]string{"LF", "CRLF", "CR"}[e] }

func (e lineEnd) text() string { return [...]string{"\n", "\r\n", "\r"}[e] }

// effect describes how clients read lines with this ending in a text that mostly uses another one.
func (e lineEnd) effect(usual lineEnd) string {
	switch e {
	case cr:
		return "clients join each line that ends with CR with the next one"
	case crlf:
		return "clients that split at LF keep a CR at the end of each CRLF line"
	}
	return fmt.Sprintf("clients that split only at %s join each LF line with the next one", usual)
}

// maxEnds is the number of line endings that are fixed by individual edits. If there are more, one edit replaces the text
// between the first and the last.
const maxEnds = 1000

// reportLineEnds reports the first line whose ending differs from that of most lines.
func reportLineEnds(pass *analysis.Pass) {
	d := pass.Document
	if bytes.IndexByte(d.Source, '\r') < 0 {
		return
	}
	var count [3]int
	eachEnd(d.Source, func(_ analysis.Range, e lineEnd) { count[e]++ })
	usual := lf
	if count[crlf] > count[lf] && count[crlf] >= count[cr] {
		usual = crlf
	}
	if count[cr] == 0 && count[1-usual] == 0 {
		return
	}
	var odd []analysis.Range // line endings to fix
	var first lineEnd
	inHeader := false
	eachEnd(d.Source, func(r analysis.Range, e lineEnd) {
		if e == usual {
			return
		}
		if len(odd) == 0 {
			first = e
		}
		odd = append(odd, r)
		inHeader = inHeader || e == cr && isInHeader(d, r)
	})
	diagnostic := analysis.Diagnostic{Range: odd[0], Severity: analysis.Warning,
		Message: lineEndMessage(count, usual), Effect: first.effect(usual),
		SuggestedFixes: []analysis.SuggestedFix{fixEnds(d.Source, odd, usual, isMost(count, usual))}}
	if count[cr] == 0 {
		diagnostic.Severity = analysis.Info // no difference for models; only editors show it
	}
	if len(odd) == 1 && odd[0].End == len(d.Source) && first == cr {
		diagnostic.Severity, diagnostic.Effect = analysis.Info, "" // nothing follows
	}
	if inHeader {
		diagnostic.Severity, diagnostic.Effect = analysis.Error, "clients do not find the frontmatter"
	}
	pass.Report(diagnostic)
}

// eachEnd calls f for each line ending, in order.
func eachEnd(source []byte, f func(analysis.Range, lineEnd)) {
	for i := 0; i < len(source); i++ {
		n := bytes.IndexAny(source[i:], "\r\n")
		if n < 0 {
			return
		}
		i += n
		switch {
		case source[i] == '\n':
			f(analysis.Range{Start: i, End: i + 1}, lf)
		case i+1 < len(source) && source[i+1] == '\n':
			f(analysis.Range{Start: i, End: i + 2}, crlf)
			i++
		default:
			f(analysis.Range{Start: i, End: i + 1}, cr)
		}
	}
}

func isInHeader(d *analysis.Document, r analysis.Range) bool {
	return d.Header != nil && d.Header.State != analysis.HeaderNone && d.Header.Range.Contains(r)
}

func lineEndMessage(count [3]int, usual lineEnd) string {
	if count[lf]+count[crlf] == 0 {
		return "all lines end with a lone CR"
	}
	var odd []string
	for e, n := range count {
		if lineEnd(e) != usual && n > 0 {
			verb := "end"
			if n == 1 {
				verb = "ends"
			}
			odd = append(odd, fmt.Sprintf("%s %s with %s", quote.Plural(n, "line"), verb, lineEnd(e)))
		}
	}
	others := "most"
	if !isMost(count, usual) {
		others = "the others"
	}
	return fmt.Sprintf("mixed line endings: %s, %s with %s", strings.Join(odd, " and "), others, usual)
}

// isMost reports whether more than half of the lines have the ending.
func isMost(count [3]int, e lineEnd) bool { return 2*count[e] > count[lf]+count[crlf]+count[cr] }

// fixEnds returns a fix that gives every line the usual ending. most is set if most lines already have it.
func fixEnds(source []byte, odd []analysis.Range, usual lineEnd, most bool) analysis.SuggestedFix {
	fix := analysis.SuggestedFix{Title: "end every line with " + usual.String(), Safe: true, Uncovers: true}
	if most {
		fix.Title += ", as most lines do"
	}
	if len(odd) <= maxEnds {
		for _, r := range odd {
			fix.Edits = append(fix.Edits, analysis.Edit{Range: r, Text: usual.text()})
		}
		return fix
	}
	whole := analysis.Range{Start: odd[0].Start, End: odd[len(odd)-1].End}
	var text strings.Builder
	at := whole.Start
	eachEnd(source[:whole.End], func(r analysis.Range, _ lineEnd) {
		if r.Start < whole.Start {
			return
		}
		text.Write(source[at:r.Start])
		text.WriteString(usual.text())
		at = r.End
	})
	fix.Edits = []analysis.Edit{{Range: whole, Text: text.String()}}
	return fix
}
