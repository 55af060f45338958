package deps

import (
	"bytes"
	"sort"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// checkPages reports names in the lists of READMEs and guides, which are no documents of a client.
func checkPages(pass *analysis.Pass, g *graph.Graph, known map[*analysis.Tree]*knownNames) {
	for _, p := range registry.Pages(pass) {
		text := p.Text()
		if !p.Tree.Walked(".") || !mayName(text) {
			continue
		}
		starts, code := readmeLines(text)
		line := func(at int) int { return sort.SearchInts(starts, at+1) - 1 }
		position := func(at int) analysis.Position {
			return analysis.Position{Line: line(at) + 1, Column: at - starts[line(at)] + 1}
		}
		r := listReader{source: text, isCode: func(at int) bool { return code[line(at)] }, isShown: func(int) bool { return false },
			at: func(of analysis.Range) analysis.Location {
				return analysis.Location{Path: p.Tree.Prefix + p.Rel, Start: position(of.Start), End: position(of.End)}
			}}
		r.read(0)
		if known[p.Tree] == nil {
			known[p.Tree] = newKnownNames(g, p.Tree)
		}
		for _, list := range r.found {
			known[p.Tree].check(pass, p.Rel, list)
		}
	}
}

// readmeLines returns the offsets of the lines of a text, and which lines are in blocks of code.
func readmeLines(text []byte) (starts []int, code []bool) {
	at, inCode := 0, false
	for line := range bytes.Lines(text) {
		isFence := bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("```"))
		starts, code = append(starts, at), append(code, inCode || isFence)
		inCode = inCode != isFence
		at += len(line)
	}
	return starts, code
}
