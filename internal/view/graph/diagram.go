package graph

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/escape"
)

// fills are the colors of kinds of nodes on a white background; all others are gray.
var fills = map[string]string{"skill": "#dbeafe", "agent": "#dcfce7", "persona": "#d1fae5", "command": "#fef9c3", "registry": "#ede9fe",
	"plugin": "#fae8ff", "marketplace": "#fce7f3", "manifest": "#e0e7ff", "missing": "#fee2e2"}

func fill(kind string) string {
	if colour, ok := fills[kind]; ok {
		return colour
	}
	return "#f1f5f9"
}

const errorColor = "#dc2626" // the color of cycles and missing nodes

// isLight reports whether an edge of a kind is drawn lighter because it loads nothing.
func isLight(k graph.RelationKind) bool {
	return k == graph.References || k == graph.Related || k == graph.ChainsTo
}

// DOT writes the graph for Graphviz. Nodes are numbered, so untrusted text occurs in labels only.
func (g *Graph) DOT(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, "digraph skills {\n  rankdir=LR;\n  nodesep=0.15;\n  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, margin=\"0.12,0.06\", color=\"#94a3b8\"];\n"+
		"  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7, color=\"#64748b\"];\n")
	nodes, arrows := g.drawing()
	for i := range nodes {
		n := &nodes[i]
		extra := ""
		switch {
		case n.missing:
			extra = ", style=\"rounded,filled,dashed\", color=\"" + errorColor + "\""
		case n.InCycle:
			extra = ", penwidth=2, color=\"" + errorColor + "\""
		}
		fmt.Fprintf(w, "  n%d [label=%s, tooltip=%s, fillcolor=\"%s\"%s];\n", i, dotText(n.title(), n.note()), dotText(n.where()), fill(n.kind()), extra)
	}
	for _, a := range arrows {
		extra := ""
		if isLight(a.kind) {
			extra += ", style=dashed"
		}
		if a.inCycle {
			extra += ", penwidth=2, color=\"" + errorColor + "\", fontcolor=\"" + errorColor + "\""
		}
		fmt.Fprintf(w, "  n%d -> n%d [label=\"%s\", tooltip=%s%s];\n", a.from, a.to, a.kind, dotText(a.where()), extra)
	}
	fmt.Fprint(w, "}\n")
	return w.Flush()
}

// note returns the text below the name of a node, or "" for a skill with a file.
func (n *node) note() string {
	switch {
	case n.unseen:
		return "not checked"
	case n.Kind.String() == "skill" && n.Unfiled:
		return "no file"
	case n.kind() == "skill":
		return ""
	}
	return n.kind()
}

// where returns the places that declare the edges of an arrow.
func (a *arrow) where() string {
	at := fmt.Sprintf("%s:%d", a.places[0].Path, a.places[0].Start.Line)
	if more := len(a.places) - 1; more > 0 {
		at += fmt.Sprintf(" and %d more", more)
	}
	return at
}

// dotText returns lines of text as a DOT string, in which "&" starts an HTML entity and "\" an escape.
func dotText(lines ...string) string {
	var shown []string
	for _, line := range lines {
		if line != "" {
			shown = append(shown, strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`).Replace(escape.String(line)))
		}
	}
	return `"` + strings.Join(shown, `\n`) + `"`
}

// Mermaid writes the graph for Mermaid, which GitHub renders in Markdown.
func (g *Graph) Mermaid(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprint(w, "flowchart LR\n")
	nodes, arrows := g.drawing()
	used := map[string]bool{}
	for i := range nodes {
		n := &nodes[i]
		class := n.kind()
		if _, own := fills[class]; !own {
			class = "other"
		}
		used[class] = true
		label := mermaidText(n.title())
		if note := n.note(); note != "" {
			label += "<br/>" + mermaidText(note)
		}
		fmt.Fprintf(w, "  n%d[\"%s\"]:::k_%s\n", i, label, class)
	}
	var inCycle []string
	for i, a := range arrows {
		line := "-->"
		if isLight(a.kind) {
			line = "-.->"
		}
		fmt.Fprintf(w, "  n%d %s|%s| n%d\n", a.from, line, a.kind, a.to)
		if a.inCycle {
			inCycle = append(inCycle, fmt.Sprint(i))
		}
	}
	for _, kind := range append(NodeKinds(), "missing", "other") {
		if used[kind] {
			border := "#94a3b8"
			if kind == "missing" {
				border = errorColor + ",stroke-dasharray:4"
			}
			fmt.Fprintf(w, "  classDef k_%s fill:%s,stroke:%s,color:#0f172a\n", kind, fill(kind), border)
		}
	}
	if len(inCycle) > 0 {
		fmt.Fprintf(w, "  linkStyle %s stroke:%s,stroke-width:2px\n", strings.Join(inCycle, ","), errorColor)
	}
	return w.Flush()
}

// mermaidText returns text for a Mermaid label. It replaces characters with a meaning in Mermaid or HTML by numeric entities.
func mermaidText(text string) string {
	if text = escape.String(text); strings.TrimSpace(text) == "" {
		return "#160;" // labels must not be empty
	}
	var b strings.Builder
	before := ' '
	for i, r := range text {
		after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		if isWordRune(r) || r == ' ' || strings.ContainsRune("-_./", r) && isWordRune(before) && isWordRune(after) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
		before = r
	}
	return b.String()
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
