// Package token knows the {{NAME}} tokens of a Markdown file: what a protocol's orchestrator
// replaces before a model reads the text.
//
// A token is "{{", capitals, digits and "_", "}}", with nothing between. Everything that looks
// like it and belongs to somebody else is left alone: template languages ({{ x }}, {{x}}, {{#if}},
// {{.X}}, {{{X}}}), ${{ }} of workflows, arguments of LaTeX commands.
package token

import (
	"bytes"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/fence"
	"github.com/yuin/goldmark/ast"
)

// What is kept of one file.
const (
	maxNames  = 1_000 // different names
	maxPlaces = 10    // of one name
)

// Tokens are the tokens of a file, in the order of their first places. A name that stands in code
// and outside of it is there twice.
type Tokens struct {
	Names   []Token
	Omitted int // places of names that were too many to keep
}

// A Token is a name and where it stands.
type Token struct {
	Name   string              // without braces
	Code   bool                // in a code span or code block
	Places []analysis.Location // with the braces; at most ten
	Count  int                 // of all its places
}

// Fact is the tokens of a file, its header included. There is none for a file without.
var Fact = analysis.NewFact("token", "the {{NAME}} tokens of a file, and whether they stand in code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Output|analysis.Reference,
	read, fence.Fact.Analyzer)

func read(pass *analysis.Pass) (Tokens, error) {
	d := pass.Document
	places := Scan(d.Source)
	if len(places) == 0 {
		return Tokens{}, analysis.ErrNoFact
	}
	code := inCode(d, fence.Fact.Of(pass), places)
	type key struct {
		name string
		code bool
	}
	var tokens Tokens
	index := map[key]int{}
	for i, r := range places {
		k := key{d.Text(analysis.Range{Start: r.Start + 2, End: r.End - 2}), code[i]}
		at, known := index[k]
		if !known && len(tokens.Names) == maxNames {
			tokens.Omitted++
			continue
		}
		if !known {
			at = len(tokens.Names)
			index[k] = at
			tokens.Names = append(tokens.Names, Token{Name: k.name, Code: k.code})
		}
		t := &tokens.Names[at]
		t.Count++
		if len(t.Places) < maxPlaces {
			t.Places = append(t.Places, d.At(r))
		}
	}
	return tokens, nil
}

// Scan returns the ranges of all tokens in a text, braces included.
func Scan(text []byte) []analysis.Range {
	var found []analysis.Range
	foreignEnd := -1 // where the last one of another language ends
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("{{"))
		if n < 0 {
			return found
		}
		start := at + n
		end := start + 2
		for end < len(text) && isName(text[end], end == start+2) {
			end++
		}
		if end == start+2 || !bytes.HasPrefix(text[end:], []byte("}}")) {
			at = start + 1
			continue
		}
		at = end + 2
		if start == foreignEnd || isForeign(text[:start], text[at:]) {
			foreignEnd = at
		} else {
			found = append(found, analysis.Range{Start: start, End: at})
		}
	}
}

func isName(c byte, first bool) bool {
	return c >= 'A' && c <= 'Z' || !first && (c == '_' || c >= '0' && c <= '9')
}

// isForeign reports whether what stands around a token makes it one of another language: a third
// brace, a dollar sign, or a LaTeX command of which it is the argument ("\n" before it is none).
func isForeign(before, after []byte) bool {
	if len(after) > 0 && after[0] == '}' {
		return true
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch command := bytes.TrimRight(before, letters); {
	case len(before) == 0:
		return false
	case len(command) < len(before):
		return len(before)-len(command) > 1 && bytes.HasSuffix(command, []byte{'\\'})
	}
	return bytes.IndexByte([]byte(`{$\`), before[len(before)-1]) >= 0
}

// inCode says for each place whether it stands in code. Places are in order.
func inCode(d *analysis.Document, fences fence.Blocks, places []analysis.Range) []bool {
	code := make([]bool, len(places))
	for i, r := range places {
		code[i] = fences.At(r.Start) != nil
	}
	if d.Body == nil {
		return code
	}
	_ = ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline || n.Kind() == ast.KindFencedCodeBlock {
			return ast.WalkSkipChildren, nil
		}
		if lines := n.Lines(); n.Type() == ast.TypeBlock && lines.Len() > 0 {
			markBlock(d, n, places, code)
		}
		return ast.WalkContinue, nil
	})
	return code
}

// markBlock marks the places that are code within one block.
func markBlock(d *analysis.Document, n ast.Node, places []analysis.Range, code []bool) {
	lines := n.Lines()
	block := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	first := sort.Search(len(places), func(i int) bool { return places[i].Start >= block.Start })
	last := sort.Search(len(places), func(i int) bool { return places[i].Start >= block.End })
	if first == last {
		return
	}
	if n.Kind() == ast.KindCodeBlock {
		for i := first; i < last; i++ {
			code[i] = true
		}
		return
	}
	if n.IsRaw() {
		return
	}
	for _, span := range d.CodeSpans(n) {
		i := first + sort.Search(last-first, func(i int) bool { return places[first+i].Start >= span.Start })
		for ; i < last && places[i].Start < span.End; i++ {
			code[i] = true
		}
	}
}
