package graph

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/escape"
)

// treeSymbols are the characters that draw a tree.
type treeSymbols struct{ branch, last, bar, blank, to, fault string }

func symbolsFor(utf8 bool) treeSymbols {
	if utf8 {
		return treeSymbols{"├─ ", "└─ ", "│  ", "   ", " → ", "✗"}
	}
	return treeSymbols{"|- ", "`- ", "|  ", "   ", " -> ", "X"}
}

// maxNames limits the names in a line of a list.
const maxNames = 8

// Text writes the graph as trees for a terminal, then cycles, the load order and unconnected nodes.
func (g *Graph) Text(to io.Writer, utf8 bool) error {
	w, t := bufio.NewWriter(to), symbolsFor(utf8)
	lines, alone := g.trees()
	open := make([]bool, maxDepth+2) // by depth; whether more branches follow
	for i := range lines {
		b := &lines[i]
		if b.depth == 0 && i > 0 {
			fmt.Fprintln(w)
		}
		for d := 1; d < b.depth; d++ {
			fmt.Fprint(w, choose(open[d], t.bar, t.blank))
		}
		if b.depth > 0 {
			open[b.depth] = !b.last
			fmt.Fprint(w, choose(b.last, t.last, t.branch), b.arrow.kind, " ")
		}
		fmt.Fprintln(w, g.line(b, t))
	}
	g.textUnconnected(w, alone, len(lines) > 0)
	g.textLayers(w)
	for _, c := range g.cycles {
		var names []string
		for _, name := range g.cycleNames(c) {
			names = append(names, quote.Text(name))
		}
		fmt.Fprintf(w, "\n%s cycle: %s\n", t.fault, strings.Join(names, t.to))
		for _, e := range c.Edges {
			edge := &g.edges[e]
			fmt.Fprintf(w, "  %s:%d: %s needs %s\n", escape.String(edge.At.Path), edge.At.Start.Line,
				quote.Text(g.nodes[edge.From].Name), quote.Text(g.nodes[edge.To].Name))
		}
		if c.Size > len(c.Edges) {
			fmt.Fprintf(w, "  shortest cycle among %d connected nodes\n", c.Size)
		}
	}
	fmt.Fprintf(w, "\n%s\n", g.conclusion())
	return w.Flush()
}

func choose[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// line returns the text of a branch without its edge.
func (g *Graph) line(b *branch, t treeSymbols) string {
	if b.node < 0 {
		if b.missing.Unseen {
			return fmt.Sprintf("%s (%s) ? not checked", escape.String(b.missing.Name), g.relativePlace(b))
		}
		return fmt.Sprintf("%s (%s) %s missing", escape.String(b.missing.Name), g.relativePlace(b), t.fault)
	}
	n := &g.nodes[b.node]
	text := n.title()
	if kind := n.kind(); kind != "skill" || b.depth == 0 {
		text = kind + " " + text
	}
	if n.Unfiled {
		text += " (no file)"
	}
	if b.depth == 0 || g.ambiguous[n.Name] {
		text += "  " + escape.String(n.where())
	}
	if b.depth > 0 {
		text += " (" + g.relativePlace(b) + ")"
	}
	if b.arrow.inCycle {
		text += " " + t.fault + " cycle"
	}
	switch b.omission {
	case around:
		text += " … (cycle)"
	case above:
		text += " … (shown above)"
	case below:
		text += " … (shown below)"
	}
	return text
}

// relativePlace returns the place that declares an arrow, without the path if it is in the source of the arrow.
func (g *Graph) relativePlace(b *branch) string {
	a := &b.arrow
	if a.places[0].Path != g.nodes[a.from].File.Path {
		return escape.String(a.where())
	}
	text := fmt.Sprintf("line %d", a.places[0].Start.Line)
	if more := len(a.places) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// textUnconnected lists the unconnected nodes.
func (g *Graph) textUnconnected(w io.Writer, alone []int, more bool) {
	if len(alone) == 0 {
		return
	}
	if more {
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "unconnected:")
	for _, i := range alone {
		n := &g.nodes[i]
		fmt.Fprintf(w, "  %s %s  %s\n", n.kind(), n.title(), escape.String(n.where()))
	}
}

// textLayers lists the load order, then nodes without one.
func (g *Graph) textLayers(w io.Writer) {
	layers, unordered := g.layers()
	if len(layers) > 1 {
		fmt.Fprintln(w, "\nload order, one layer per line:")
		for layer, nodes := range layers {
			g.textNames(w, fmt.Sprint(layer), nodes)
		}
	}
	if len(unordered) > 0 {
		fmt.Fprintln(w, "\nno load order, because of a cycle:")
		g.textNames(w, "", unordered)
	}
}

// textNames writes names, several per line, after a label.
func (g *Graph) textNames(w io.Writer, word string, nodes []int) {
	for first := 0; first < len(nodes); first += maxNames {
		var names []string
		for _, i := range nodes[first:min(first+maxNames, len(nodes))] {
			name := g.nodes[i].title()
			if g.ambiguous[g.nodes[i].Name] {
				name += " in " + escape.String(g.nodes[i].where())
			}
			names = append(names, name)
		}
		fmt.Fprintf(w, "%4s  %s\n", choose(first == 0, word, ""), strings.Join(names, ", "))
	}
}

// conclusion counts nodes, edges, cycles and missing names.
func (g *Graph) conclusion() string {
	text := g.counts()
	missing, unseen := 0, 0
	for _, m := range g.missing {
		if m.Unseen {
			unseen++
		} else {
			missing++
		}
	}
	if n := len(g.cycles); n > 0 {
		text += "; " + quote.Plural(n, "cycle")
	}
	if missing > 0 {
		text += fmt.Sprintf("; %d missing", missing)
	}
	if unseen > 0 {
		text += fmt.Sprintf("; %d not checked", unseen)
	}
	if len(g.nodes) < g.total {
		text += fmt.Sprintf(" (of %s)", quote.Plural(g.total, "node"))
	}
	return text
}
