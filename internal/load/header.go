package load

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
)

// maxSearch is the number of lines that are searched for late frontmatter or an invalid closing delimiter.
const maxSearch = 60

// findHeader finds the frontmatter. Its state is HeaderClosed if all clients accept it: "---" is the first line
// and a later line, optionally with trailing spaces. Other variants have other states.
func findHeader(source, clean []byte) analysis.Header {
	h := analysis.Header{BOM: bytes.HasPrefix(source, bom)}
	start := 0
	if h.BOM {
		start = len(bom)
	}
	first := lineAt(clean, start)
	h.Open = first.text
	switch {
	case isDashes(clean, first.text):
		closeHeader(&h, clean, first.next)
		if isRule(&h, clean) {
			h = analysis.Header{BOM: h.BOM, Open: h.Open}
		}
	case isDashes(clean, trimLeft(clean, first.text)):
		h.Open = trimLeft(clean, first.text)
		closeHeader(&h, clean, first.next)
		if h.State == analysis.HeaderClosed {
			h.State = analysis.HeaderIndented
		}
	default:
		findLate(&h, clean, start)
	}
	h.Range.Start = h.Open.Start
	if h.State == analysis.HeaderNone || h.State == analysis.HeaderUnclosed {
		h.Range.End = h.Open.End
	}
	return h
}

// closeHeader finds the end of the frontmatter whose content starts at an offset.
func closeHeader(h *analysis.Header, clean []byte, content int) {
	var indented, dots line
	number := 0
	for at := content; at < len(clean); number++ {
		l := lineAt(clean, at)
		if isDashes(clean, l.text) {
			setClosed(h, analysis.HeaderClosed, content, l)
			return
		}
		if number < maxSearch {
			if indented.next == 0 && isDashes(clean, trimLeft(clean, l.text)) {
				indented = l
			}
			if dots.next == 0 && string(bytes.TrimRight(clean[l.text.Start:l.text.End], " \t")) == "..." {
				dots = l
			}
		}
		at = l.next
	}
	switch {
	case indented.next != 0 && (dots.next == 0 || indented.next < dots.next):
		setClosed(h, analysis.HeaderIndented, content, indented)
		h.Close = trimLeft(clean, h.Close)
	case dots.next != 0:
		setClosed(h, analysis.HeaderDots, content, dots)
	default:
		h.State = analysis.HeaderUnclosed
		h.Content = analysis.Range{Start: content, End: len(clean)}
	}
}

// isRule reports whether "---" on the first line is a thematic break: an empty line and a heading follow it, and
// no key precedes the next "---".
func isRule(h *analysis.Header, clean []byte) bool {
	at := h.Content.Start
	if h.State != analysis.HeaderClosed || lineAt(clean, at).text.Len() > 0 || !bytes.HasPrefix(bytes.TrimLeft(clean[at:h.Content.End], " \t\r\n"), []byte("#")) {
		return false
	}
	for ; at < h.Content.End; at = lineAt(clean, at).next {
		if looksLikeKey(clean, at) {
			return false
		}
	}
	return true
}

// setClosed sets the state, content and end of frontmatter with a closing line.
func setClosed(h *analysis.Header, s analysis.HeaderState, content int, closing line) {
	h.State, h.Close, h.Range.End = s, closing.text, closing.next
	h.Content = analysis.Range{Start: content, End: closing.text.Start}
}

// findLate finds complete frontmatter after other content: empty lines, a comment, a heading. Frontmatter in a code
// block is an example.
func findLate(h *analysis.Header, clean []byte, start int) {
	at := start
	for number := 0; at < len(clean) && number < maxSearch; number++ {
		l := lineAt(clean, at)
		if text := clean[trimLeft(clean, l.text).Start:l.text.End]; bytes.HasPrefix(text, []byte("```")) || bytes.HasPrefix(text, []byte("~~~")) {
			return
		}
		if isDashes(clean, l.text) && looksLikeKey(clean, l.next) {
			late := analysis.Header{Open: l.text}
			closeHeader(&late, clean, l.next)
			if late.State == analysis.HeaderClosed {
				h.State, h.Open, h.Content, h.Close = analysis.HeaderLate, late.Open, late.Content, late.Close
				h.Range.End = late.Range.End
			}
			return
		}
		at = l.next
	}
}

// looksLikeKey reports whether a line starts like "name:".
func looksLikeKey(clean []byte, at int) bool {
	l := lineAt(clean, at)
	text := clean[l.text.Start:l.text.End]
	i := bytes.IndexByte(text, ':')
	if i <= 0 || i > 40 {
		return false
	}
	for _, c := range text[:i] {
		if !(c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return i+1 == len(text) || text[i+1] == ' '
}

// isDashes reports whether a line is "---", possibly with trailing spaces.
func isDashes(clean []byte, r analysis.Range) bool {
	text := clean[r.Start:r.End]
	return len(text) >= 3 && string(bytes.TrimRight(text, " \t")) == "---"
}

func trimLeft(clean []byte, r analysis.Range) analysis.Range {
	for r.Start < r.End && (clean[r.Start] == ' ' || clean[r.Start] == '\t') {
		r.Start++
	}
	return r
}

// A line is a line of cleaned text: its range without the line end, and the start of the next line.
type line struct {
	text analysis.Range
	next int
}

func lineAt(clean []byte, start int) line {
	n := bytes.IndexByte(clean[start:], '\n')
	if n < 0 {
		return line{analysis.Range{Start: start, End: len(clean)}, len(clean)}
	}
	end := start + n
	next := end + 1
	if end > start && clean[end-1] == '\r' {
		end--
	}
	return line{analysis.Range{Start: start, End: end}, next}
}
