package fence

import (
	"fmt"
	"os"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

func TestExplain(t *testing.T) {
	path := os.Getenv("EXPLAIN")
	if path == "" {
		t.Skip()
	}
	source, _ := os.ReadFile(path)
	d := load.Document(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, source, false)
	for _, g := range groups(d) {
		fmt.Println("suspect", g.isSuspect(), len(g.marks))
		if os.Getenv("EXPLAIN_ALL") == "" && !g.isSuspect() {
			continue
		}
		s := &search{evidence: weighAll(g), prev: g.first - 1}
		nodes := []*node{{}}
		for i := range g.marks {
			m := &g.marks[i]
			nodes = s.step(nodes, m)
			fmt.Printf("%d %q parse %d form %d indent %d item %d html %v open %d close %d best %d\n", m.line, d.Text(m.text), m.parse, m.form, m.indent, m.item, m.html, s.opening(m), s.closing(m), nodes[0].cost)
		}
		nodes = s.step(nodes, nil)
		for i, n := range nodes {
			if i > 4 {
				break
			}
			fmt.Print(n.cost, ":")
			for e := n.edits; e != nil; e = e.prev {
				fmt.Printf(" [kind %d at %d open %d line %d sure %d]", e.kind, e.at.line, e.open.line, e.line, e.sure)
			}
			fmt.Println()
		}
		nodes[0].setMargins()
		for e := nodes[0].edits; e != nil; e = e.prev {
			fmt.Println("margin", e.kind, e.at.line, e.margin)
		}
		for n := nodes[0]; n != nil; n = n.prev {
			fmt.Printf("  cost %d outer %v inner %v nested %d left %d\n", n.cost, n.outer != nil, n.inner != nil, n.nested, n.left)
		}
	}
}
