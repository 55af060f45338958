package yamltree

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// colonFix adds the fix for an unquoted colon in the plain value at an offset: quotes, or the missing line break
// before a field that follows a sentence, as in "Reviews code. license: MIT".
func (d diagnosis) colonFix(p *problem, start int) *problem {
	end, ok := d.plainEnd(start)
	if !ok {
		return p
	}
	word, sure, open := d.fieldAfterSentence(start, end)
	if word.Len() == 0 {
		return d.quoteFix(p, start, !open)
	}
	name := quote.Text(string(d.Src[word.Start:word.End]))
	p.Help = "quote the value, or start a new line before " + name
	if !sure {
		return p
	}
	p.Cause, p.Message = lostBreak, "missing line break before the field "+name
	p.Range.Start, p.Range.End = word.Start, d.afterColon(word.End)
	p.Help = "start a new line before " + name
	before := len(bytes.TrimRight(d.Src[:word.Start], " \t"))
	lineBreak := "\n"
	if at := d.lineEnd(start); bytes.HasPrefix(d.Src[at:], []byte("\r\n")) {
		lineBreak = "\r\n"
	}
	if f := d.enclosing(start); f != nil {
		lineBreak += strings.Repeat(" ", d.indentOf(f.Start))
	}
	return d.withFix(p, p.Help, false, edit{before, word.Start, lineBreak})
}

// fieldAfterSentence returns the first field that follows the end of a sentence. sure means that it caused the error;
// open, that another word directly after a sentence may be a field.
func (d diagnosis) fieldAfterSentence(start, end int) (word analysis.Range, sure, open bool) {
	first := true
	for at := start; at < end; at++ {
		if d.Src[at] != ':' || at+1 < len(d.Src) && !libyaml.IsBlank(d.Src[at+1]) && libyaml.LineBreak(d.Src, at+1) == 0 {
			continue
		}
		before := bytes.TrimRight(d.Src[start:at], "abcdefghijklmnopqrstuvwxyz-_")
		w := analysis.Range{Start: start + len(before), End: at}
		if w.Len() > 0 && endsSentence(before) {
			r, _ := utf8.DecodeLastRune(before)
			switch known := isCommonField(string(d.Src[w.Start:w.End])); {
			case known: // "package.license: …" may be text
				return w, first && (r == ' ' || r >= utf8.RuneSelf), open
			case r >= utf8.RuneSelf:
				open = true
			}
		}
		first = false
	}
	return analysis.Range{}, false, open
}

// endsSentence reports whether a text ends with a sentence; "e.g." does not.
func endsSentence(text []byte) bool {
	trimmed := bytes.TrimRight(text, " ")
	r, n := utf8.DecodeLastRune(trimmed)
	switch {
	case r >= utf8.RuneSelf:
		return len(trimmed) == len(text) && unicode.IsPunct(r)
	case r != '.' && r != '!' && r != '?':
		return false
	}
	rest := trimmed[:len(trimmed)-n]
	return len(rest) > 1 && rest[len(rest)-2] != '.' && rest[len(rest)-2] != ' '
}

// isCommonField reports whether a word is the name of a common field.
func isCommonField(name string) bool {
	switch name {
	case "allowed-tools", "author", "category", "color", "compatibility", "homepage", "keywords", "license", "metadata", "model", "name", "origin",
		"tags", "tools", "triggers", "version":
		return true
	}
	return false
}
