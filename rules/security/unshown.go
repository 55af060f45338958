package security

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// hidingStyles are attributes of tags whose content is not rendered.
var hidingStyles = []string{"display:none", "display: none", "visibility:hidden", "visibility: hidden", "font-size:0", "font-size: 0", "font-size:1px", "font-size: 1px", "left:-9999", "left: -9999", "opacity:0;", "opacity:0\"", " hidden ", " hidden>"}

// unshownElements calls see for HTML elements outside of code that are not rendered and contain prose.
func unshownElements(d *analysis.Document, see func(at analysis.Range, text []byte)) {
	src := d.Source
	var found []analysis.Range
	ends := finder{src: src}
	for at := d.BodyStart(); ; {
		n := bytes.IndexByte(src[at:], '<')
		if n < 0 {
			break
		}
		start := at + n
		at = start + 1
		if start+1 >= len(src) || !isASCIILetter(rune(src[start+1])) {
			continue
		}
		close := bytes.IndexByte(src[start:min(len(src), start+400)], '>')
		if close < 0 || !hides(src[start:start+close+1]) {
			continue
		}
		at = start + close + 1
		if end := ends.next("</", at); end > at && hasWords(withoutTags(src[at:end]), 6) {
			found = append(found, analysis.Range{Start: start, End: end})
		}
	}
	isCode := inCode(d, len(found), func(i int) analysis.Range { return found[i] })
	for i, at := range found {
		if !isCode(i) {
			see(at, src[at.Start:at.End])
		}
	}
}

// withoutTags returns a text without the tags in it.
func withoutTags(text []byte) []byte {
	var kept []byte
	for {
		n := bytes.IndexByte(text, '<')
		end := bytes.IndexByte(text[max(n, 0):], '>')
		if n < 0 || end < 0 {
			return append(kept, text...)
		}
		kept, text = append(kept, text[:n]...), text[n+end+1:]
	}
}

// hasWords reports whether a text has at least n words.
func hasWords(text []byte, n int) bool {
	for range bytes.FieldsSeq(text) {
		if n--; n == 0 {
			return true
		}
	}
	return false
}

// hides reports whether the content of a tag is not rendered.
func hides(tag []byte) bool {
	lower := strings.ToLower(string(tag))
	for _, void := range []string{"<img", "<br", "<hr", "<input", "<link", "<meta"} { // without content
		if strings.HasPrefix(lower, void) {
			return false
		}
	}
	for _, style := range hidingStyles {
		if strings.Contains(lower, style) {
			return true
		}
	}
	return false
}

// withoutHidden drops the hits in text that security/hidden-text reports. It keeps a hit if orders reports that its visible part
// is an order.
func withoutHidden(d *analysis.Document, hits []hit, orders func(text []byte) bool) []hit {
	if len(hits) == 0 {
		return nil
	}
	hidden := suspects(d)
	if len(hidden) == 0 {
		return hits
	}
	shown := bytes.Clone(d.Source)
	for _, s := range hidden {
		for at := s.at.Start; at < s.at.End; at++ {
			shown[at] = ' '
		}
	}
	return slices.DeleteFunc(hits, func(h hit) bool {
		text := shown[h.at.Start:h.at.End]
		return !bytes.Equal(text, d.Source[h.at.Start:h.at.End]) && !orders(text)
	})
}
