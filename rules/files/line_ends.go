package files

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A lineEnd is a way to end a line.
type lineEnd int

const (
	lf lineEnd = iota
	crlf
	cr
)

func (e lineEnd) String() string { return [...]string{"LF", "CRLF", "a lone CR"}[e] }

func (e lineEnd) text() string { return [...]string{"\n", "\r\n", "\r"}[e] }

// consequence says what happens to lines that end this way where a loader expects another.
func (e lineEnd) consequence(usual lineEnd) string {
	switch e {
	case cr:
		return "agents read such a line and the next one as one"
	case crlf:
		return "whoever splits at LF keeps a CR at the end of such a line"
	}
	return fmt.Sprintf("whoever splits at %s reads such a line and the next one as one", usual)
}

// maxEnds is how many line ends are mended one by one; of more, the text between the first and
// the last of them is replaced as a whole.
const maxEnds = 1000

// reportLineEnds reports the first line that ends otherwise than most. It needs no look at a text
// without CR.
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
	var odd []analysis.Range // its ends that are to be mended
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
		Message:        fmt.Sprintf("%s; %s; write %s", shares(count, usual), first.consequence(usual), usual),
		SuggestedFixes: []analysis.SuggestedFix{mendEnds(d.Source, odd, usual)}}
	if inHeader {
		diagnostic.Severity = analysis.Error
		diagnostic.Message = fmt.Sprintf("%s, in the header too, which agents then do not find; write %s", shares(count, usual), usual)
	}
	pass.Report(diagnostic)
}

// eachEnd calls f for each line end, in order.
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

// shares says how many lines end in which way.
func shares(count [3]int, usual lineEnd) string {
	total := count[lf] + count[crlf] + count[cr]
	if total == count[cr] {
		return fmt.Sprintf("every line (%d) ends with %s", total, cr)
	}
	var odd []string
	for e, n := range count {
		if lineEnd(e) != usual && n > 0 {
			odd = append(odd, fmt.Sprintf("%d with %s", n, lineEnd(e)))
		}
	}
	return fmt.Sprintf("most of the %d lines end with %s, but %s, this one first", total, usual, strings.Join(odd, " and "))
}

// mendEnds gives every line the usual end.
func mendEnds(source []byte, odd []analysis.Range, usual lineEnd) analysis.SuggestedFix {
	fix := analysis.SuggestedFix{Title: "end every line with " + usual.String(), Safe: true, Uncovers: true}
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
