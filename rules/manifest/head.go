package manifest

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/yuin/goldmark/ast"
)

// A head is the beginning of an output file: the title and the bold lines below it.
type head struct {
	At     analysis.Location // location of findings on missing fields: the title or the first line
	Fields map[string]field  // "title", "task", "epic", "date" and "status", as in the schema cleo/output

	Summary   analysis.Location // heading of the summary
	Sentences int               // estimated sentences of the summary; 0 if unknown
	Leftovers []analysis.Location
}

// A field is a value in a head.
type field struct {
	Text  string
	Where analysis.Location
}

// headFact computes the head of a Markdown file below a manifest.
var headFact = analysis.NewFact("output-head", "title and fields of an output file",
	analysis.PerDocument, analysis.Output, readHead, markdown.SectionFact.Analyzer)

func readHead(pass *analysis.Pass) (head, error) {
	d := pass.Document
	if d.Body == nil || d.Encoding != analysis.UTF8 || len(d.Limits) > 0 {
		return head{}, analysis.ErrNoFact
	}
	h := head{Fields: map[string]field{}, Leftovers: leftovers(d)}
	sections := markdown.SectionFact.Of(pass)
	end := len(d.Source)
	first := true
	for _, s := range sections {
		switch {
		case s.Level == 1 && first:
			h.Fields["title"] = field{strings.Clone(s.Title), d.At(s.Heading)}
			first = false
			continue
		case strings.EqualFold(s.Name, "Summary") || strings.EqualFold(s.Name, "Executive Summary"):
			if h.Summary.Path == "" {
				h.Summary, h.Sentences = d.At(s.Heading), sentences(paragraphs(d, s.Extent))
			}
		}
		end = min(end, s.Extent.Start)
	}
	h.At = h.Fields["title"].Where
	if first {
		h.At = d.At(firstLine(d))
	}
	_ = ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case !entering || n.Type() == ast.TypeInline || n.Kind() == ast.KindFencedCodeBlock || n.Kind() == ast.KindHTMLBlock:
			return ast.WalkSkipChildren, nil
		case n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock:
			for i := range n.Lines().Len() {
				if l := n.Lines().At(i); l.Start < end {
					h.readLine(d, l.Start, l.Stop)
				}
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return h, nil
}

// firstLine returns the first line that is not empty.
func firstLine(d *analysis.Document) analysis.Range {
	for n := 1; n <= d.LineCount(); n++ {
		if r := d.TrimLine(d.LineRange(n)); r.Len() > 0 {
			return r
		}
	}
	return analysis.Range{}
}

// readLine parses one or more fields of a line: "**Task**: T2402" or "**Task:** T2402".
func (h *head) readLine(d *analysis.Document, start, stop int) {
	for start < stop {
		r := d.TrimLine(analysis.Range{Start: start, End: stop})
		name, at, ok := label(d.Source[r.Start:r.End])
		if !ok {
			return
		}
		value := analysis.Range{Start: r.Start + at, End: r.End}
		start = stop
		if next := nextLabel(d.Source[value.Start:value.End]); next > 0 {
			start = value.Start + next
			value.End = start
		}
		value = trimValue(d.Source, value)
		if _, known := h.Fields[name]; name == "" || known {
			continue
		}
		where := value
		if where.Len() == 0 {
			where = r
		}
		h.Fields[name] = field{plainText(string(d.Source[value.Start:value.End])), d.At(where)}
	}
}

// label parses "**Name**:" at the start of a text, and returns the offset of the value. name is "" for unknown fields.
func label(text []byte) (name string, at int, ok bool) {
	for _, mark := range []string{"**", "__"} {
		rest, bold := bytes.CutPrefix(text, []byte(mark))
		n := bytes.Index(rest, []byte(mark))
		if !bold || n < 0 {
			continue
		}
		inner, value := rest[:n], rest[n+len(mark):]
		afterColon := bytes.TrimLeft(value, " \t")
		switch {
		case bytes.HasSuffix(inner, []byte(":")):
			inner = inner[:n-1]
		case bytes.HasPrefix(afterColon, []byte(":")):
			value = afterColon[1:]
		default:
			return "", 0, false
		}
		return fieldNamed(string(inner)), len(text) - len(value), true
	}
	return "", 0, false
}

func fieldNamed(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	switch name = strings.TrimSuffix(name, " id"); name {
	case "task", "epic", "date", "status":
		return name
	}
	return ""
}

// nextLabel returns the offset of the next field on the line, or -1.
func nextLabel(text []byte) int {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("**"))
		if n < 0 {
			return -1
		}
		at += n
		if name, _, ok := label(text[at:]); ok && name != "" {
			return at
		}
		at += len("**")
	}
}

// trimValue removes field separators and line breaks.
func trimValue(source []byte, r analysis.Range) analysis.Range {
	text := source[r.Start:r.End]
	left := len(text) - len(bytes.TrimLeft(text, " \t"))
	r.Start, r.End = r.Start+left, r.Start+len(bytes.TrimRight(text, " \t\r\n|,;\\"))
	r.End = max(r.Start, r.End)
	return r
}

// plainText returns a value without enclosing markup: code, emphasis and links.
func plainText(text string) string {
	if rest, ok := strings.CutPrefix(text, "["); ok {
		if inner, _, closed := strings.Cut(rest, "]"); closed {
			text = inner
		}
	}
	return strings.TrimSpace(strings.Trim(text, "`*_"))
}

// paragraphs returns the text of the paragraphs of a section.
func paragraphs(d *analysis.Document, within analysis.Range) string {
	var b strings.Builder
	for n := d.Body.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindParagraph || n.Lines().Len() == 0 || !within.Contains(analysis.Range{Start: n.Lines().At(0).Start, End: n.Lines().At(0).Start}) {
			continue
		}
		b.Write(n.Lines().Value(d.Source))
		b.WriteString("\n")
	}
	return b.String()
}
