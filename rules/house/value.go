package house

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// valueText returns the text of a scalar, with positions where they are known.
func valueText(d *analysis.Document, v *analysis.Value) passage {
	p := passage{text: []byte(v.Text), whole: v.Range, data: true}
	source := d.Source[v.Range.Start:v.Range.End]
	at := 0
	switch v.Style {
	case analysis.SingleQuoted, analysis.DoubleQuoted:
		if at = 1; leadingSpace(p.text) > 0 { // align skips leading white space
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

// align locates the text in the source of its value, starting at an offset. White space may differ because of folded or
// indented lines. It fails if the source contains escapes.
func (p *passage) align(source []byte, at int) {
	var runs []run
	add := func(i, size int) {
		runs = append(runs, run{i, p.whole.Start + at, size})
	}
	at += leadingSpace(source[at:]) // the first line of a block is indented
	for i := 0; i < len(p.text); {
		n, m := leadingSpace(p.text[i:]), leadingSpace(source[at:])
		switch {
		case n > 0 && i+n == len(p.text) && m == 0: // the line break at the end of a block
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
		for i+same < len(p.text) && at+same < len(source) && p.text[i+same] == source[at+same] && leadingSpace(source[at+same:]) == 0 {
			same++
		}
		if same == 0 {
			return
		}
		add(i, same)
		i, at = i+same, at+same
	}
	p.runs = joinRuns(runs)
}

// joinRuns joins runs that are contiguous in the text and in the file.
func joinRuns(runs []run) []run {
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

// leadingSpace returns the number of bytes of leading white space.
func leadingSpace(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t' || text[n] == '\n' || text[n] == '\r') {
		n++
	}
	return n
}

// stringsIn calls see for every string of frontmatter or data, in the order of the file.
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
	case v.Kind == analysis.String && (v.Note&analysis.Anchored == 0 || source[v.Range.Start] != '*'): // aliases are checked once
		see(v)
	}
}
