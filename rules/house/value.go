package house

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// valueText returns the text of a scalar, and where it stands as far as that can be told.
func valueText(d *analysis.Document, v *analysis.Value) passage {
	p := passage{text: []byte(v.Text), whole: v.Range, data: true}
	source := d.Source[v.Range.Start:v.Range.End]
	at := 0
	switch v.Style {
	case analysis.SingleQuoted, analysis.DoubleQuoted:
		if at = 1; blanks(p.text) > 0 { // align passes over the blanks that a block begins with
			return p
		}
	case analysis.Literal, analysis.Folded:
		if at = strings.IndexByte(string(source), '\n'); at < 0 {
			return p
		}
	}
	p.align(source, at)
	return p
}

// align finds where the text stands in the source of its value, of which so many bytes come before
// it: there are other blanks than in the text, where lines are folded or indented. With escapes
// nothing is found.
func (p *passage) align(source []byte, at int) {
	var runs []run
	add := func(i, size int) {
		runs = append(runs, run{i, p.whole.Start + at, size})
	}
	at += blanks(source[at:]) // the first line of a block is indented
	for i := 0; i < len(p.text); {
		n, m := blanks(p.text[i:]), blanks(source[at:])
		switch {
		case n > 0 && i+n == len(p.text) && m == 0: // the line end of a block
			i += n
			continue
		case n > 0 && m == 0 || n > m || n == 0 && m > 0:
			return
		case n > 0:
			add(i, n)
			i, at = i+n, at+m
			continue
		}
		same := 0
		for i+same < len(p.text) && at+same < len(source) && p.text[i+same] == source[at+same] && blanks(source[at+same:]) == 0 {
			same++
		}
		if same == 0 {
			return
		}
		add(i, same)
		i, at = i+same, at+same
	}
	p.runs = joined(runs)
}

// joined joins runs that stand behind one another in the text and in the file.
func joined(runs []run) []run {
	out := runs[:0]
	for _, r := range runs {
		if n := len(out); n > 0 && out[n-1].offset+out[n-1].size == r.offset {
			out[n-1].size += r.size
			continue
		}
		out = append(out, r)
	}
	return out
}

// blanks returns how many blanks and line ends a text begins with.
func blanks(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t' || text[n] == '\n' || text[n] == '\r') {
		n++
	}
	return n
}

// stringsIn calls see for every string of a header or document, in the order of the file.
func stringsIn(source []byte, v *analysis.Value, see func(*analysis.Value)) {
	switch {
	case v == nil:
	case v.Kind == analysis.List:
		for _, item := range v.Items {
			stringsIn(source, item, see)
		}
	case v.Kind == analysis.Map:
		for i := range v.Members {
			if !v.Members[i].Merged {
				stringsIn(source, v.Members[i].Value, see)
			}
		}
	case v.Kind == analysis.String && (v.Note&analysis.Anchored == 0 || source[v.Range.Start] != '*'): // an alias is looked at once
		see(v)
	}
}
