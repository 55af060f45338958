package budget

import (
	"cmp"
	"crypto/sha256"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A skill is the cost of one skill.
type skill struct {
	file *analysis.File
	name string
	weight
	method          string // its tokenizer
	metadata        int    // its entry in the skill list
	references      []reference
	limit           budget.Limit // for Tokens
	referencesLimit budget.Limit // for the skill with its references; zero if unlimited
}

// A reference is a Markdown file of a skill, or one that the registry specifies for it.
type reference struct {
	Path   string `json:"path"`
	Tokens int    `json:"tokens"`
	rel    string // relative to the root
	hash   [sha256.Size]byte
}

// referenceTokens returns the tokens of all references.
func (s *skill) referenceTokens() int {
	sum := 0
	for _, r := range s.references {
		sum += r.Tokens
	}
	return sum
}

func (s *skill) total() int { return s.Tokens + s.referenceTokens() }

// An agent is the cost of a subagent or persona at start-up.
type agent struct {
	file          *analysis.File
	name          string
	own           int      // its own text
	preloads      []string // its preloaded skills, in order
	missing       []string // preloaded skills that do not exist
	skills        int      // tokens of the preloaded skills
	protocol      int      // for CLEO's subagents; otherwise 0
	task          int      // for CLEO's subagents; otherwise 0
	limit         budget.Limit
	preloadsLimit budget.Limit // for the preloaded skills
}

// total returns the cost of spawning the agent. It excludes the agent's own text, its system prompt, as CLEO's design does.
func (a *agent) total() int { return a.protocol + a.task + a.skills }

// A startup is the cost of a skill list compared with loading all of its skills.
type startup struct {
	Kind       string `json:"kind"` // "root" or "persona"
	Path       string `json:"path"`
	Name       string `json:"name"`
	Skills     int    `json:"skills"`
	Subagents  int    `json:"subagents"`
	Tokens     int    `json:"tokens"`   // actual cost
	Estimate   int    `json:"estimate"` // from the figures of the designs
	Everything int    `json:"everything"`
}

// Tokens per item as estimated in the designs of clients: for a skill in a list with paths, unless its dialect defines another
// number; for a skill in the table of a persona; for a subagent.
const (
	perSkill        = 80
	perPersonaSkill = 50
	perSubagent     = 30
)

// estimateOf returns the tokens of a skill's list entry as estimated by the design of its dialect.
func estimateOf(f *analysis.File) int {
	if d := f.Dialect; d != nil && d.Budget != nil && d.Budget.Metadata > 0 {
		return d.Budget.Metadata
	}
	return perSkill
}

// savedShare returns the share of tokens that are not loaded at start-up.
func (s *startup) savedShare() float64 {
	if s.Everything == 0 || s.Tokens > s.Everything {
		return 0
	}
	return 1 - float64(s.Tokens)/float64(s.Everything)
}

// add adds the skills, agents and skill lists of a workspace.
func (b *Budget) add(w *analysis.Workspace, weights map[*analysis.File]weight, g *graph.Graph, skills registry.Listed) {
	names := map[*analysis.File]string{}
	for _, n := range g.Nodes {
		if n.File.Kind == n.Kind {
			names[n.File] = n.Entry.Name
		}
	}
	b.listed = skills
	refs := b.references(w, weights, skills)
	for _, f := range w.Files {
		wt, ok := weights[f]
		if f.Kind != analysis.Skill || !ok {
			continue
		}
		l, isListed := skills[f]
		method, count := b.tokenizerOf(f)
		if method == "chars4" { // chars4 may apply only because of the registry
			wt.Tokens, wt.Body = wt.Estimates[0], wt.Estimates[1]
			weights[f] = wt
		}
		b.skills = append(b.skills, skill{
			file: f, name: names[f], weight: wt, method: method, references: refs[f],
			metadata:        count([]byte(wt.listEntry(f, l, isListed))),
			referencesLimit: budget.OfReferences(f, skills, 0),
		})
	}
	b.addRoots()
	a := newAdder(b, w, weights, g)
	for i, n := range g.Nodes {
		switch {
		case n.File.Kind != n.Kind:
		case n.Kind == analysis.Agent:
			a.agent(i)
		case n.Kind == analysis.Persona:
			a.persona(i)
		}
	}
}

// SetLimits sets the budget of each skill. option returns the limit in the options of budget/skill, or 0.
func (b *Budget) SetLimits(option func(*analysis.File) int) {
	for i := range b.skills {
		s := &b.skills[i]
		s.limit = budget.OfSkill(s.file, b.listed, option(s.file))
	}
}

// references returns the references of each skill: the Markdown files below its directory that its client
// loads, and those in its registry entry.
func (b *Budget) references(w *analysis.Workspace, weights map[*analysis.File]weight, skills registry.Listed) map[*analysis.File][]reference {
	find := registry.NewFinder(w)
	refs := map[*analysis.File][]reference{}
	for _, f := range w.Files {
		if wt, ok := weights[f]; ok && f.Kind == analysis.Reference {
			if skill := find.Owner(f); skill != nil && isReference(budget.OfReferences(skill, skills, 0).In, skill.Rel, f.Rel) {
				refs[skill] = append(refs[skill], reference{f.Path, wt.Tokens, f.Rel, f.Hash})
			}
		}
	}
	for skill, l := range skills {
		for _, to := range l.Entry.References {
			r, ok := b.registryReference(l.Registry, to.Value)
			if ok && r.rel != skill.Rel && !slices.ContainsFunc(refs[skill], func(have reference) bool { return have.rel == r.rel }) {
				refs[skill] = append(refs[skill], r)
			}
		}
	}
	for _, all := range refs {
		sorting.By(all, func(a, b reference) int { return strings.Compare(a.Path, b.Path) })
	}
	return refs
}

// isReference reports whether a client loads a file of a skill as a reference: it is in the client's directory for references, or
// the client does not define one.
func isReference(folder, skill, file string) bool {
	return folder == "" || path.Dir(file) == path.Join(path.Dir(skill), folder)
}

// maxNamed limits the bytes of a file that a registry specifies.
const maxNamed = 8 << 20

// registryReference weighs a file that a registry specifies, relative to the directory of the registry or to a parent directory within
// the root.
func (b *Budget) registryReference(registry *analysis.File, to string) (reference, bool) {
	root := b.Root(registry.Tree)
	if root == nil || to == "" || len(to) > 4096 || path.IsAbs(to) {
		return reference{}, false
	}
	for dir := path.Dir(registry.Rel); ; dir = path.Dir(dir) {
		rel := path.Join(dir, to)
		if content, ok := readRegular(root, rel); ok {
			_, count := b.tokenizerOf(registry)
			shown := strings.TrimSuffix(registry.Path, registry.Rel) + rel
			return reference{shown, count(content), rel, sha256.Sum256(content)}, true
		}
		if dir == "." || dir == "/" {
			return reference{}, false
		}
	}
}

// readRegular reads a file below a root if it is regular and within the limit.
func readRegular(root *os.Root, rel string) ([]byte, bool) {
	name := filepath.FromSlash(rel)
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > maxNamed {
		return nil, false
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, false
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxNamed))
	return content, err == nil
}

// addRoots adds the skill lists of each tree at start-up. They exclude skills of personas.
func (b *Budget) addRoots() {
	type key struct {
		tree   *analysis.Tree
		folder string
	}
	roots := map[key]*startup{}
	var order []*startup
	for i := range b.skills {
		s := &b.skills[i]
		if s.file.Dialect != nil && s.file.Dialect.Name == "triagent" {
			continue
		}
		k := key{s.file.Tree, agentFolder(s.file.Rel)}
		root := roots[k]
		if root == nil {
			at := path.Join(strings.TrimSuffix(s.file.Path, s.file.Rel), k.folder)
			if at == "" {
				at = "."
			}
			root = &startup{Kind: "root", Path: at, Name: at}
			roots[k] = root
			order = append(order, root)
		}
		root.Skills++
		root.Tokens += s.metadata
		root.Estimate += estimateOf(s.file)
		root.Everything += s.Tokens
	}
	sorting.By(order, func(x, y *startup) int { return strings.Compare(x.Path, y.Path) })
	for _, root := range order {
		b.startups = append(b.startups, *root)
	}
}

// agentFolder returns the skill directory that a client searches, such as .claude/skills, or "" for skills elsewhere.
func agentFolder(rel string) string {
	parts := strings.Split(rel, "/")
	for i := 1; i < len(parts)-1; i++ {
		if strings.HasPrefix(parts[i-1], ".") && (parts[i] == "skills" || parts[i] == "skill") {
			return path.Join(parts[:i+1]...)
		}
	}
	return ""
}

// An adder adds agents and personas.
type adder struct {
	*Budget
	weights   map[*analysis.File]weight
	nodes     []graph.Node
	edges     map[int][]graph.Edge    // by source
	missing   map[int][]graph.Missing // by source
	protocols map[*analysis.Tree]int  // tokens of the base protocol
	metadata  map[*analysis.File]int  // tokens of the entry in the skill list
}

func newAdder(b *Budget, w *analysis.Workspace, weights map[*analysis.File]weight, g *graph.Graph) *adder {
	a := &adder{b, weights, g.Nodes, map[int][]graph.Edge{}, map[int][]graph.Missing{}, map[*analysis.Tree]int{}, map[*analysis.File]int{}}
	for _, e := range g.Edges {
		a.edges[e.From] = append(a.edges[e.From], e)
	}
	for _, m := range g.Missing {
		a.missing[m.From] = append(a.missing[m.From], m)
	}
	for _, f := range w.Files {
		if wt, ok := weights[f]; ok && f.Kind == analysis.BaseProtocol {
			a.protocols[f.Tree] = wt.Tokens
		}
	}
	for _, s := range b.skills {
		a.metadata[s.file] = s.metadata
	}
	return a
}

// skillsOf returns the skills that a subagent or persona lists in the given fields, or in any field, without duplicates.
func (a *adder) skillsOf(node int, fields ...string) []graph.Node {
	var skills []graph.Node
	seen := map[int]bool{}
	for _, e := range a.edges[node] {
		listed := len(fields) == 0 || slices.Contains(fields, e.Need.Field)
		if listed && a.nodes[e.To].Kind == analysis.Skill && !seen[e.To] {
			seen[e.To] = true
			skills = append(skills, a.nodes[e.To])
		}
	}
	return skills
}

// spawnDialect returns the dialect whose orchestrator starts a subagent, derived from its skills, or nil if unknown.
func (a *adder) spawnDialect(node int) *schema.Dialect {
	for _, skill := range a.skillsOf(node, "skills") {
		if d := skill.Dialect; d != nil && d.Budget != nil && d.Budget.Spawn > 0 {
			return d
		}
	}
	return nil
}

func (a *adder) agent(node int) {
	n := a.nodes[node]
	one := agent{file: n.File, name: n.Entry.Name, own: a.weights[n.File].Tokens}
	for _, skill := range a.skillsOf(node, "skills") {
		one.preloads = append(one.preloads, skill.Entry.Name)
		if skill.File.Kind == analysis.Skill {
			one.skills += a.weights[skill.File].Tokens
		}
	}
	for _, m := range a.missing[node] {
		if m.Need.Field == "skills" && !slices.Contains(one.missing, m.Need.Name) {
			one.missing = append(one.missing, m.Need.Name)
		}
	}
	by := cmp.Or(a.spawnDialect(node), n.Dialect)
	one.limit, one.preloadsLimit = budget.OfSpawn(n.File, by, 0), budget.OfPreloads(n.File, by, 0)
	if one.limit.Tokens > 0 {
		one.task, one.protocol = budget.DefaultTask, budget.DefaultProtocol
		if tokens, ok := a.protocols[n.File.Tree]; ok {
			one.protocol = tokens
		}
	}
	a.agents = append(a.agents, one)
}
