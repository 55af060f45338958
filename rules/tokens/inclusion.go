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

// inclusions holds the inlined files and the references that inline them.
type inclusions struct {
	pass  *analysis.Pass
	find  *registry.Finder
	files []*analysis.File // that inline or are inlined
	index map[file]int
	edges [][]inclusion // by file, in the order of the text

	matched int // number of names that were compared with patterns

	known    map[*analysis.Tree]map[string]importDocument // all documents, computed on demand
	followed int                                          // number of imports
	reported map[[2]file]bool                             // broken imports, as pairs of importing and imported file
	read     map[file]bool                                // inlined files that are not documents
}

// An inclusion is a file that a reference inlines.
type inclusion struct {
	to int
	at analysis.Location
}

func newInclusions(pass *analysis.Pass) *inclusions {
	return &inclusions{pass: pass, find: registry.NewFinder(pass.Workspace), index: map[file]int{}, read: map[file]bool{}}
}

// folder returns the directory of the skill that a file belongs to, or the directory of the file.
func (c *inclusions) folder(f *analysis.File) string {
	if owner := c.find.Owner(f); owner != nil {
		return path.Dir(owner.Rel)
	}
	return path.Dir(f.Rel)
}

// target returns the files of the tree that a reference refers to.
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

const maxMatched = 5_000_000 // names that are compared with patterns; later patterns are not checked

// namesIn returns a function that lists a directory of a tree.
func (c *inclusions) namesIn(tree *analysis.Tree) func(string) []string {
	return func(dir string) []string {
		names := tree.Entries(dir)
		if c.matched += len(names); c.matched > maxMatched {
			return nil
		}
		return names
	}
}

const maxTargets = 100 // inlined files per pattern

// add records the targets of a reference.
func (c *inclusions) add(f *analysis.File, p *link.PlacedReference, targets []string) {
	c.addFrom(file{f.Tree, f.Rel}, p, targets)
}

func (c *inclusions) addFrom(including file, p *link.PlacedReference, targets []string) {
	from := c.node(including)
	for _, to := range targets[:min(len(targets), maxTargets)] {
		n := c.node(file{including.tree, to})
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

// Limits of a cycle: the files in related locations, and in the message.
const (
	maxChain = 10
	maxNamed = 3
)

// cycles reports files that inline themselves or each other, once per cycle.
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
		for i, from := range nodes[:min(len(nodes), maxChain)] {
			to := nodes[(i+1)%len(nodes)]
			at := c.edges[from][slices.IndexFunc(c.edges[from], func(e inclusion) bool { return e.to == to })].at
			d.Related = append(d.Related, analysis.Related{Location: at,
				Message: fmt.Sprintf("%s inlines %s", quote.Text(c.files[from].Path), quote.Text(c.files[to].Path))})
		}
		d.Location = &d.Related[0].Location
		d.Message, d.Help = c.chain(nodes), "remove one of the references"
		d.Effect = "the orchestrator stops inlining and leaves a path in the text"
		c.pass.Report(d)
	}
}

// chain returns the message about files that inline each other.
func (c *inclusions) chain(nodes []int) string {
	if len(nodes) == 1 {
		return "file references itself: " + quote.Text(c.files[nodes[0]].Path)
	}
	var names []string
	for _, n := range nodes[:min(len(nodes), maxNamed)] {
		names = append(names, quote.Text(c.files[n].Path))
	}
	if rest := len(nodes) - len(names); rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	return "circular file references: " + strings.Join(names, " → ")
}
