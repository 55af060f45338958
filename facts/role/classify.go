package role

import (
	"bytes"
	"math/bits"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/phrase"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// A lead is a text that may explain the blocks after it: a heading, the sentence before a block, the header of a table.
type lead struct {
	words string // in lower case between single spaces; empty: none
	has   phrase.Set
	at    analysis.Range
	colon bool // it ends with a colon, or is a label in bold
}

func newLead(text []byte, at analysis.Range) lead {
	words := wordsOf(text)
	return lead{words: words, has: phrases.In(words), at: at}
}

// is reports whether the lead contains a phrase of one of the groups.
func (l lead) is(groups phrase.Set) bool { return l.has&groups != 0 }

// A level is a heading or an open tag such as <example> that applies to blocks, in a list from the nearest one.
type level struct {
	lead
	depth int // of a heading: 1 to 6; of a tag: the number of open tags
	above *level
}

// surroundings are what applies to a block.
type surroundings struct {
	d       *analysis.Document
	title   *level // the nearest heading
	tag     *level // the nearest open tag
	isGuide bool   // the file instructs the agent; otherwise it is a reference
}

// A walker classifies the blocks of a document in order.
type walker struct {
	surroundings
	found []Passage
}

func classify(d *analysis.Document) []Passage {
	w := &walker{surroundings: surroundings{d: d, isGuide: d.Kind&(analysis.Skill|analysis.Command|analysis.Agent|analysis.Instructions|analysis.Prompt|analysis.CursorRule) != 0}}
	w.blocks(d.Body, lead{}, nil)
	return w.found
}

// blocks classifies the children of a container. before is the text that introduces the container, and table its header
// if it is a table.
func (w *walker) blocks(parent ast.Node, before lead, list *lead) {
	previous := before
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			w.heading(n)
			previous = lead{}
		case *ast.FencedCodeBlock:
			w.code(n, string(n.Language(w.d.Source)), previous)
		case *ast.CodeBlock:
			w.code(n, "", previous)
		case *ast.List:
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				w.blocks(item, previous, &previous)
			}
			previous = lead{}
		case *ast.Blockquote:
			w.blocks(n, previous, list)
			previous = lead{}
		case *east.Table:
			w.table(n, previous)
			previous = lead{}
		case *ast.HTMLBlock:
			w.html(n)
		case *ast.Paragraph, *ast.TextBlock:
			previous = w.text(n, list)
		default:
			if n.Type() == ast.TypeBlock && n.Lines().Len() == 0 {
				w.blocks(n, previous, list)
			}
		}
	}
}

func (w *walker) add(at analysis.Range, v verdict) {
	if at.End > at.Start {
		w.found = append(w.found, Passage{Range: at, Role: v.role, Negated: v.negated, Client: w.client(), Reason: v.reason, Evidence: v.at})
	}
}

func extent(n ast.Node) analysis.Range {
	lines := n.Lines()
	if lines.Len() == 0 {
		return analysis.Range{}
	}
	return analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
}

func (w *walker) heading(n *ast.Heading) {
	at := extent(n)
	title := newLead(w.d.Source[at.Start:at.End], at)
	for w.title != nil && w.title.depth >= n.Level {
		w.title = w.title.above
	}
	w.title, w.tag = &level{title, n.Level, w.title}, nil
	w.add(at, verdict{role: Documentation, negated: title.is(wrong) || title.is(detect)})
}

// leads calls f with the texts above a block, from the nearest, until it returns true.
func (w *surroundings) leads(f func(lead, Reason) bool) {
	for l := w.tag; l != nil; l = l.above {
		if f(l.lead, ByHeading) {
			return
		}
	}
	for l := w.title; l != nil; l = l.above {
		if l.words != "" && f(l.lead, ByHeading) {
			return
		}
	}
}

// text classifies a paragraph and returns it as the lead of the next block.
func (w *walker) text(n ast.Node, list *lead) lead {
	at := extent(n)
	source := w.d.Source[at.Start:at.End]
	before := lead{}
	if list != nil && n.PreviousSibling() == nil {
		before = *list
	}
	if next := n.NextSibling(); next != nil && next.Kind() == ast.KindFencedCodeBlock && isCaption(source) {
		w.add(at, verdict{role: Template, reason: ByContent})
	} else if at.End > at.Start {
		w.found = append(w.found, Passage{Range: at, Client: w.client(), text: &prose{w.surroundings, at, before, list != nil}})
	}
	switch n.NextSibling().(type) {
	case nil, *ast.Heading, *ast.Paragraph, *ast.TextBlock:
		return lead{} // it introduces none of them
	}
	return leadOf(source, at)
}

// isCaption reports whether a text is the name of the file whose content follows: "File: `a.py`".
func isCaption(text []byte) bool {
	label, name, ok := bytes.Cut(bytes.Trim(text, "*_ \t\r\n:"), []byte(":"))
	name = bytes.Trim(name, "* ")
	return ok && bytes.EqualFold(bytes.Trim(label, "* "), []byte("file")) && len(name) > 2 && name[0] == '`' && bytes.IndexByte(name[1:], '`') == len(name)-2
}

// maxLead is the number of bytes at the end of a paragraph that may introduce the next block.
const maxLead = 300

// leadOf returns the last sentence of a paragraph as a lead.
func leadOf(source []byte, at analysis.Range) lead {
	text := bytes.TrimRight(source, " \t\r\n")
	start := max(0, len(text)-maxLead)
	if i := bytes.LastIndex(bytes.TrimRight(text[start:], ".:!?*_ "), []byte(". ")); i >= 0 {
		start += i + 2
	}
	l := newLead(text[start:], analysis.Range{Start: at.Start + start, End: at.Start + len(text)})
	bare := bytes.TrimRight(text, "*_ ")
	isBold := bytes.HasPrefix(text, []byte("**")) && bytes.HasSuffix(text, []byte("**")) && bytes.Count(text, []byte("**")) == 2
	l.colon = isBold || bytes.HasSuffix(bare, []byte(":")) || bytes.HasSuffix(bare, []byte("："))
	return l
}

func (w *walker) table(n *east.Table, before lead) {
	var header lead
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		at := rowExtent(row)
		if row.Kind() == east.KindTableHeader {
			header = newLead(w.d.Source[at.Start:at.End], at)
			w.add(at, verdict{role: Documentation})
			continue
		}
		w.add(at, w.rowRole(w.d.Source[at.Start:at.End], header, before))
	}
}

// rowExtent returns the range of the cells of a table row.
func rowExtent(row ast.Node) (at analysis.Range) {
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		if r := extent(cell); r.End > 0 {
			if at.End == 0 {
				at.Start = r.Start
			}
			at.End = r.End
		}
	}
	return at
}

// html opens and closes tags that enclose blocks.
func (w *walker) html(n *ast.HTMLBlock) {
	at := extent(n)
	w.add(at, verdict{role: Unknown})
	rest := w.d.Source[at.Start:at.End]
	for {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			return
		}
		rest = rest[i+1:]
		end := bytes.IndexAny(rest, "> \t\r\n")
		if end < 0 {
			return
		}
		name := rest[:end]
		if bytes.HasPrefix(name, []byte("/")) {
			if w.tag != nil {
				w.tag = w.tag.above
			}
		} else if len(name) > 0 && isLetter(name[0]) && !bytes.Contains(rest, append([]byte("</"), name...)) && (w.tag == nil || w.tag.depth < maxTags) {
			depth := 1
			if w.tag != nil {
				depth += w.tag.depth
			}
			w.tag = &level{newLead(bytes.ReplaceAll(bytes.ReplaceAll(name, []byte("-"), []byte(" ")), []byte("_"), []byte(" ")), at), depth, w.tag}
		}
	}
}

const maxTags = 16

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// client returns the only client that the section is for.
func (w *surroundings) client() string {
	for l := w.title; l != nil; l = l.above {
		if in := l.has / firstClient; bits.OnesCount64(uint64(in)) == 1 {
			return clients[bits.TrailingZeros64(uint64(in))]
		}
	}
	return ""
}
