package graph

import (
	"fmt"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/view/viewtest"
)

var drawnNode = regexp.MustCompile(`<g class="n [^"]*" transform="translate\(([-0-9.e]+) ([-0-9.e]+)\)"><rect width="([0-9.]+)" height="([0-9.]+)"`)

// TestGraphPage opens pages in a browser: all nodes and arrows are drawn, nodes do not overlap, and untrusted content is text.
func TestGraphPage(t *testing.T) {
	maps := map[string]*graph.Map{"hostile": hostileMap(), "one": sampleMap([]string{"one"}), "none": {}}
	for seed := range int64(2) {
		maps[fmt.Sprint("random ", seed)] = randomMap(rand.New(rand.NewSource(seed)))
	}
	for name, m := range maps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dom := viewtest.Render(t, formatsOf(t, m, Options{})["html"])
			type box struct{ x, y, w, h float64 }
			var boxes []box
			for _, found := range drawnNode.FindAllStringSubmatch(dom, -1) {
				var b box
				for i, v := range []*float64{&b.x, &b.y, &b.w, &b.h} {
					*v, _ = strconv.ParseFloat(found[i+1], 64)
				}
				for _, other := range boxes {
					if b.x < other.x+other.w && other.x < b.x+b.w && b.y < other.y+other.h && other.y < b.y+b.h {
						t.Errorf("%v overlaps %v", b, other)
					}
				}
				boxes = append(boxes, b)
			}
			pairs := map[[2]int]bool{}
			for _, e := range m.Edges {
				pairs[[2]int{e.From, e.To}] = true
			}
			missing := map[string]bool{}
			for _, n := range m.Missing {
				missing[n.Name] = true
			}
			if got, want := len(boxes), len(m.Nodes)+len(missing); got != want {
				t.Errorf("%d nodes are drawn, want %d", got, want)
			}
			if got, want := strings.Count(dom, `<path class="e `)-strings.Count(dom, `class="swatch"`), len(pairs)+len(m.Missing); got != want {
				t.Errorf("%d arrows are drawn, want %d", got, want)
			}
			if !strings.Contains(dom, `<body class="js">`) || strings.Contains(dom, "<img") || strings.Contains(dom, "NaN") {
				t.Error("the script did not run, or the page contains an untrusted element or invalid number")
			}
		})
	}
}
