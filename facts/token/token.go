// Package token knows the {{NAME}} tokens of a Markdown file: what a protocol's orchestrator
// replaces before a model reads the text.
//
// A token is "{{", capitals, digits and "_", "}}", with nothing between. Everything that looks
// like it and belongs to somebody else is left alone: template languages ({{ x }}, {{x}}, {{#if}},
// {{.X}}, {{{X}}}), ${{ }} of workflows, arguments of LaTeX commands.
package token

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
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
	read)

func read(pass *analysis.Pass) (Tokens, error) {
	d := pass.Document
	places := Scan(d.Source)
	if len(places) == 0 {
		return Tokens{}, analysis.ErrNoFact
	}
	kinds := markdown.ContextsOf(d, places)
	type key struct {
		name string
		code bool
	}
	var tokens Tokens
	index := map[key]int{}
	for i, r := range places {
		k := key{d.Text(analysis.Range{Start: r.Start + 2, End: r.End - 2}), kinds[i].IsCode()}
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
