package graph

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// TestLookup compares with a search through all nodes.
func TestLookup(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tree, words := analysis.NewTree(""), []string{"a", "b", "ab", "a-b", "p"}
	dir := func() string {
		at := ""
		for range random.IntN(5) {
			at += words[random.IntN(len(words))] + "/"
		}
		return at
	}
	for range 300 {
		var rels []string
		for range random.IntN(30) {
			rels = append(rels, dir()+words[random.IntN(len(words))]+".md")
		}
		slices.Sort(rels)
		var nodes []Node
		for _, kind := range []analysis.Kind{analysis.Skill, analysis.Registry} {
			for _, rel := range rels {
				nodes = append(nodes, Node{File: &analysis.File{Rel: rel, Tree: tree, Kind: kind}, Kind: analysis.Skill,
					Entry: Entry{Names: words[:1+random.IntN(3)]}})
			}
		}
		n := newNames(nodes)
		for range 50 {
			in := &analysis.File{Rel: dir() + "_persona_p.yaml", Tree: tree}
			rule := &schema.Dependency{Targets: "skill", In: [][]string{nil, {"{persona}", "."}}[random.IntN(2)]}
			called := []string{"", "", "p:", "a:", "a-b:", "none:", ":"}[random.IntN(7)] + words[random.IntN(4)]
			want, found := lookupAll(nodes, in, called, rule)
			if got, ok := n.lookup(in, called, rule); ok != found || ok && got != want {
				t.Fatalf("%s in %s (%v): node %d, %v, want %d, %v", called, in.Rel, rule.In, got, ok, want, found)
			}
		}
	}
}

// lookupAll looks at every node.
func lookupAll(nodes []Node, in *analysis.File, called string, rule *schema.Dependency) (int, bool) {
	plugin, last, ok := strings.Cut(called, ":")
	if !ok {
		plugin, last = "", called
	}
	best, most := 0, -1
	for i, node := range nodes {
		dir := path.Dir(node.File.Rel)
		if !slices.Contains(node.Entry.Names, last) || ok && plugin == "" || plugin != "" && !slices.Contains(strings.Split(dir, "/"), plugin) ||
			len(rule.In) > 0 && !slices.Contains(folders(in, rule), dir) {
			continue
		}
		if shared := sharedFolders(in.Rel, node.File.Rel); shared > most {
			best, most = i, shared
		}
	}
	return best, most >= 0
}

// TestManyNames gives a skill many names. What the file itself says stays as it was.
func TestManyNames(t *testing.T) {
	own := []string{"own"}
	b := builder{graph: &Graph{Nodes: []Node{{Entry: Entry{Names: own[:1:1]}}}}, named: map[int]map[string]bool{}}
	for i := range 100 {
		b.name(0, fmt.Sprint("n", i/2))
		b.name(0, "own")
	}
	if names := b.graph.Nodes[0].Entry.Names; len(names) != 51 || names[0] != "own" || names[50] != "n49" || len(own) != 1 {
		t.Errorf("the names are %q", names)
	}
}
