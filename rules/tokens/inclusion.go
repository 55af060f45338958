package tokens

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// inclusions are the files that inline one another.
type inclusions struct {
	pass  *analysis.Pass
	find  *registry.Finder
	files []*analysis.File // those that inline something, and what they inline
	index map[file]int
	edges [][]inclusion // by file, in the order of its text

	matched int // how many names were compared with patterns
}

// An inclusion is a file that a reference brings in.
type inclusion struct {
	to int
	at analysis.Location
}

func newInclusions(pass *analysis.Pass) *inclusions {
	return &inclusions{pass: pass, find: registry.NewFinder(pass.Workspace), index: map[file]int{}}
}

// folder returns the directory of the skill that a file belongs to, else its own.
func (c *inclusions) folder(f *analysis.File) string {
	if owner := c.find.Owner(f); owner != nil {
		return path.Dir(owner.Rel)
	}
	return path.Dir(f.Rel)
}

// target returns the files of the tree that a reference names.
func (c *inclusions) target(f *analysis.File, p *link.PlacedReference) []string {
	isFile := func(to string) bool { return f.Tree.Exists(to) && !f.Tree.IsDir(to) }
	for _, to := range p.Candidates(c.folder(f)) {
		if !p.Glob && isFile(to) {
			return []string{to}
		}
		if p.Glob {
			if found := link.Glob(to, c.namesIn(f.Tree), isFile); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

const maxMatched = 5_000_000 // names that are compared with patterns; then nothing is said of further ones

// namesIn returns what tells the names in a folder of a tree.
func (c *inclusions) namesIn(tree *analysis.Tree) func(string) []string {
	return func(dir string) []string {
		names := tree.Entries(dir)
		if c.matched += len(names); c.matched > maxMatched {
			return nil
		}
		return names
	}
}

const maxTargets = 100 // files of one pattern that are looked at

// add remembers what a reference brings in.
func (c *inclusions) add(f *analysis.File, p *link.PlacedReference, targets []string) {
	from := c.node(file{f.Tree, f.Rel})
	for _, to := range targets[:min(len(targets), maxTargets)] {
		n := c.node(file{f.Tree, to})
		c.edges[from] = append(c.edges[from], inclusion{n, p.At})
	}
}

func (c *inclusions) node(f file) int {
	n, ok := c.index[f]
	if !ok {
		n = len(c.edges)
		c.index[f] = n
		c.edges = append(c.edges, nil)
		c.files = append(c.files, &analysis.File{Tree: f.tree, Rel: f.rel, Path: f.tree.Prefix + f.rel})
	}
	return n
}

const maxChain = 10 // files of a circle that a message names

// cycles reports files that inline themselves, each circle once.
func (c *inclusions) cycles() {
	next := make([][]int, len(c.edges))
	for i, edges := range c.edges {
		for _, e := range edges {
			next[i] = append(next[i], e.to)
		}
		slices.Sort(next[i])
		next[i] = slices.Compact(next[i])
	}
	for _, component := range graph.Components(next) {
		nodes := graph.Shortest(component, next)
		d := analysis.Diagnostic{Flow: true}
		var chain []string
		for i, from := range nodes {
			to := nodes[(i+1)%len(nodes)]
			if i < maxChain {
				chain = append(chain, quote.Text(c.files[from].Path))
				at := c.edges[from][slices.IndexFunc(c.edges[from], func(e inclusion) bool { return e.to == to })].at
				d.Related = append(d.Related, analysis.Related{Location: at,
					Message: fmt.Sprintf("%s inlines %s", quote.Text(c.files[from].Path), quote.Text(c.files[to].Path))})
			}
		}
		if rest := len(nodes) - maxChain; rest > 0 {
			chain = append(chain, fmt.Sprintf("%d more", rest))
		}
		chain = append(chain, chain[0])
		d.Location = &d.Related[0].Location
		d.Message = fmt.Sprintf("these files inline one another (%s), so the text never ends and the orchestrator leaves a path in it; take one reference out", strings.Join(chain, " → "))
		if len(nodes) == 1 {
			d.Message = fmt.Sprintf("%s inlines itself, so the text never ends and the orchestrator leaves the path in it; take the reference out", chain[0])
		}
		c.pass.Report(d)
	}
}
