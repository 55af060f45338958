package security

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
)

// A suspect is text that is not rendered, with its order to a model.
type suspect struct {
	at    analysis.Range
	what  string
	order order
}

// reportUnrendered reports instructions in text that is not rendered.
func reportUnrendered(pass *analysis.Pass) {
	for _, s := range suspects(pass.Document) {
		found := analysis.Diagnostic{Range: s.at, Severity: s.order.severity(),
			Message: s.what + " tells the model " + s.order.String(), Effect: "people who read the rendered file do not see it",
			Help: "delete it, or write it in the text"}
		text := pass.Document.Source[s.at.Start:s.at.End]
		switch {
		case pass.Document.Part:
		case bytes.HasPrefix(text, []byte("<!--")) && !bytes.HasSuffix(text, []byte("-->")): // the comment hides the rest of the file
			found.Help = "close the comment, and delete it or write it in the text"
			found.Supersedes = []analysis.Superseded{{Rule: "markdown/unclosed-comment"}}
		default:
			found.SuggestedFixes = []analysis.SuggestedFix{{Title: "delete it", Edits: []analysis.Edit{{Range: s.at}}}}
		}
		pass.Report(found)
	}
}

// suspects returns the instructions in text that is not rendered. It reads the bytes, so it also works if the Markdown was not
// parsed.
func suspects(d *analysis.Document) []suspect {
	if d.Kind&(analysis.Markdown|analysis.BaseProtocol) == 0 && !(d.Kind&analysis.Raw != 0 && d.IsMarkdown()) {
		return nil
	}
	var found []suspect
	look := func(what string, at analysis.Range, text []byte) {
		if order := orderIn(text); order != none {
			found = append(found, suspect{at, what, order})
		}
	}
	comments(d, func(at analysis.Range) { look("hidden comment", at, d.Source[at.Start:at.End]) })
	definitions(d, func(at analysis.Range, title int) {
		label, _, _ := bytes.Cut(d.Source[at.Start:at.End], []byte("]:"))
		look("hidden link definition", at, slices.Concat(label, []byte(": "), d.Source[title:at.End-1]))
	})
	isCode := inCode(d, len(found), func(i int) analysis.Range { return found[i].at })
	kept := found[:0]
	for i, s := range found {
		if !isCode(i) {
			kept = append(kept, s)
		}
	}
	return kept
}

// comments calls see for HTML comments. An unclosed comment must be at the start of a line.
func comments(d *analysis.Document, see func(analysis.Range)) {
	src := d.Source
	for at := d.BodyStart(); ; {
		n := bytes.Index(src[at:], []byte("<!--"))
		if n < 0 {
			return
		}
		start := at + n
		end := bytes.Index(src[start+4:], []byte("-->"))
		at = len(src)
		if end >= 0 {
			at = start + 4 + end + 3
		} else if !opensLine(src, start) && !d.Part {
			return // it is text, and later comments are also unclosed
		}
		if start == 0 || src[start-1] != '\\' {
			see(analysis.Range{Start: start, End: at})
		}
	}
}

// opensLine reports whether only white space and container markers precede an offset on its line.
func opensLine(src []byte, at int) bool {
	start := 1 + bytes.LastIndexByte(src[:at], '\n')
	return len(bytes.Trim(src[start:at], " \t>*+-")) == 0
}

// definitions calls see for link reference definitions with a title, and the offset of the title. Within a
// paragraph, they are text.
func definitions(d *analysis.Document, see func(at analysis.Range, title int)) {
	src := d.Source
	ends := finder{src: src}
	for at := d.BodyStart(); ; {
		n := bytes.Index(src[at:], []byte("]:"))
		if n < 0 {
			return
		}
		mark := at + n
		start := 1 + bytes.LastIndexByte(src[:mark], '\n')
		label := bytes.TrimLeft(src[start:mark], " \t>")
		if title := titleOf(src, mark+2, &ends); title.End > 0 && isLabel(label) && !continues(src, start) {
			see(analysis.Range{Start: mark - len(label), End: title.End}, title.Start)
			at = title.End
			continue
		}
		if n = bytes.IndexByte(src[mark:], '\n'); n < 0 {
			return
		}
		at = mark + n
	}
}

func isLabel(text []byte) bool {
	return len(text) > 1 && text[0] == '[' && text[1] != '^' && bytes.IndexByte(text[1:], '[') < 0
}

// continues reports whether a line continues the paragraph of the previous one.
func continues(src []byte, start int) bool {
	if start == 0 {
		return false
	}
	before := src[:start-1]
	before = bytes.Trim(before[1+bytes.LastIndexByte(before, '\n'):], " \t\r>")
	return len(before) > 0 && !bytes.HasPrefix(before, []byte("[")) && !bytes.HasPrefix(before, []byte("#")) &&
		!bytes.HasSuffix(before, []byte("-->")) && !bytes.HasPrefix(before, []byte("---")) && !bytes.HasPrefix(before, []byte("```"))
}

// titleOf returns the title of a definition, including its quotation marks, or a zero range. The address starts at or after an
// offset.
func titleOf(src []byte, at int, ends *finder) analysis.Range {
	rest := src[at:]
	text := bytes.TrimLeft(rest, " \t")
	address := bytes.IndexAny(text, " \t\r\n")
	if address > 0 && text[0] == '<' {
		address = 1 + bytes.IndexByte(text[:address], '>')
	}
	if address <= 0 {
		return analysis.Range{}
	}
	title := bytes.TrimLeft(text[address:], " \t\r\n")
	if len(title) == 0 {
		return analysis.Range{}
	}
	closing, line := title[0], title
	switch closing {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return analysis.Range{}
	}
	if n := bytes.IndexByte(title, '\n'); n >= 0 {
		line = title[:n]
	}
	start := at + len(rest) - len(title)
	end := start + bytes.LastIndexByte(line, closing) // the title may contain the character
	if end <= start {
		end = ends.next(string(closing), start+1)
	}
	if end < 0 {
		return analysis.Range{}
	}
	return analysis.Range{Start: start, End: end + 1}
}

// A finder finds texts from growing offsets. All searches together take linear time, also if a text occurs nowhere.
type finder struct {
	src   []byte
	found map[string]int // offsets of the last results; len(src): none
}

// next returns the offset of the first occurrence at or after an offset, or -1.
func (f *finder) next(text string, from int) int {
	at, known := f.found[text]
	if !known || at < from {
		if at = bytes.Index(f.src[from:], []byte(text)); at < 0 {
			at = len(f.src)
		} else {
			at += from
		}
		if f.found == nil {
			f.found = map[string]int{}
		}
		f.found[text] = at
	}
	if at == len(f.src) {
		return -1
	}
	return at
}
