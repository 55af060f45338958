package graph

import (
	_ "embed"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/escape"
)

//go:embed graph.css
var style string

//go:embed layout.js
var layout string

//go:embed graph.js
var script string

// A page shows a graph.
type page struct {
	escape.Page
	*Graph
}

// HTML writes the graph as a self-contained page: a list, and a diagram that a script draws. The content security policy allows only
// this script and style, by their hashes.
func (g *Graph) HTML(to io.Writer) error {
	p := page{escape.NewPage(to), g}
	frame := escape.Frame{Title: "Dependency graph", Style: style, Script: layout + script}
	p.Open(frame)
	p.Put(`<header><h1>Dependency graph</h1>
<p class="dim">%s.</p></header>
<div id="tools"><input id="search" type="search" placeholder="Search" aria-label="Search names and paths"><span id="filters" role="group" aria-label="Kinds"></span><span><button id="in" type="button" aria-label="Zoom in">+</button><button id="out" type="button" aria-label="Zoom out">−</button><button id="fit" type="button">Fit</button><button id="which" type="button">List</button></span></div>
<div id="stage"><svg id="map" tabindex="0" role="group" aria-label="Graph; arrow keys select the next node"></svg><aside id="info" aria-live="polite"></aside></div>
<main id="list">
`, g.conclusion())
	p.list()
	p.Put("</main>\n<script type=\"application/json\" id=\"data\">")
	if err := p.data(); err != nil {
		return err
	}
	p.Put("</script>\n")
	p.Close(frame)
	return p.Flush()
}

// maxDrawn limits the nodes that the script draws at a time.
const maxDrawn = 2000

// list writes the cycles, then the trees of the text format as nested lists.
func (p page) list() {
	if len(p.cycles) > 0 {
		p.Put("<h2 class=\"bad\">Cycles</h2>\n<ul>\n")
		for _, c := range p.cycles {
			p.Put("<li>%s<ul>", strings.Join(p.cycleNames(c), " → "))
			for _, e := range c.Edges {
				edge := &p.edges[e]
				p.Put("<li>%s needs %s <span class=\"dim\">%s:%d</span></li>", p.nodes[edge.From].Name, p.nodes[edge.To].Name, edge.At.Path, edge.At.Start.Line)
			}
			p.Put("</ul></li>\n")
		}
		p.Put("</ul>\n")
	}
	lines, alone := p.trees()
	if len(p.nodes) > maxDrawn {
		p.Put("<p>%s are too many to draw: search for one or filter by kind.</p>\n", quote.Plural(len(p.nodes), "node"))
	}
	p.Put("<h2>Dependencies</h2>\n")
	depth, met := -1, make([]bool, len(p.nodes))
	for i := range lines {
		b := &lines[i]
		for ; depth > b.depth; depth-- {
			p.Put("</li></ul>")
		}
		p.WriteString(choose(depth == b.depth, "</li>\n", "\n<ul>"))
		depth = b.depth
		p.branch(b, met)
	}
	for ; depth >= 0; depth-- {
		p.Put("</li></ul>")
	}
	if len(alone) > 0 {
		p.Put("\n<h2>Unconnected</h2>\n<ul>\n")
		for _, i := range alone {
			p.node(i, true, true)
			p.Put("</li>\n")
		}
		p.Put("</ul>\n")
	}
}

// branch writes the start of an item. Nodes in met were written before and are links.
func (p page) branch(b *branch, met []bool) {
	switch {
	case b.node < 0:
		p.Put(`<li><span class="k missing">%s</span> %s`, choose(b.missing.Unseen, "not checked", "missing"), escape.String(b.missing.Name))
	case b.omission != none:
		n := &p.nodes[b.node]
		p.Put(`<li><span class="k %s">%s</span> <a href="#n%d">%s</a>`, n.kind(), n.kind(), b.node, n.title())
	default:
		p.node(b.node, b.depth == 0, !met[b.node])
		met[b.node] = true
	}
	if b.depth > 0 {
		p.Put(` <span class="dim">%s, %s</span>`, string(b.arrow.kind), b.arrow.where())
	}
	if b.arrow.inCycle {
		p.Put(` <span class="bad">cycle</span>`)
	}
}

// node writes the start of an item for a node. The first item is a link target.
func (p page) node(i int, withPath, first bool) {
	n := &p.nodes[i]
	if p.Put("<li"); first {
		p.Put(` id="n%d"`, i)
	}
	p.Put(`><span class="k %s">%s</span> %s`, n.kind(), n.kind(), n.title())
	if withPath {
		p.Put(` <span class="dim">%s</span>`, n.where())
	}
}

// Flags of a node in the data of the page.
const (
	flagCycle = 1 << iota
	flagMissing
	flagUnseen
	flagUnfiled
)

// data writes the input of the script. encoding/json escapes characters that could end the element.
func (p page) data() error {
	nodes, arrows := p.drawing()
	data := struct {
		Kinds     []string `json:"kinds"`
		EdgeKinds []string `json:"edgeKinds"`
		Nodes     [][]any  `json:"nodes"`
		Edges     [][]any  `json:"edges"`
		Cycles    [][]int  `json:"cycles"`
	}{Nodes: [][]any{}, Edges: [][]any{}, Cycles: [][]int{}}
	var kinds []string
	for i := range nodes {
		kinds = append(kinds, nodes[i].kind())
	}
	data.Kinds = inOrder(kinds, append(NodeKinds(), "missing"))
	kinds = nil
	for _, a := range arrows {
		kinds = append(kinds, string(a.kind))
	}
	data.EdgeKinds = inOrder(kinds, EdgeKinds())
	for i := range nodes {
		n := &nodes[i]
		flags := choose(n.InCycle, flagCycle, 0) | choose(n.missing, flagMissing, 0) | choose(n.unseen, flagUnseen, 0) | choose(n.Unfiled, flagUnfiled, 0)
		data.Nodes = append(data.Nodes, []any{n.title(), slices.Index(data.Kinds, n.kind()), escape.String(n.where()), n.Layer, flags})
	}
	for _, a := range arrows {
		data.Edges = append(data.Edges, []any{a.from, a.to, slices.Index(data.EdgeKinds, string(a.kind)), escape.String(a.where()), choose(a.inCycle, 1, 0)})
	}
	for _, c := range p.cycles {
		var around []int
		for _, e := range c.Edges {
			around = append(around, p.edges[e].From)
		}
		data.Cycles = append(data.Cycles, append(around, around[0]))
	}
	return json.NewEncoder(p.Writer).Encode(data)
}

// inOrder returns the unique words of a list in the given order, other words last.
func inOrder(words, order []string) []string {
	found := slices.DeleteFunc(order, func(w string) bool { return !slices.Contains(words, w) })
	for _, w := range words {
		if !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}
