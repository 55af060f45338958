package registry

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// Tokens of a spawn in addition to its skills.
const (
	protocolTokens = 2_000
	taskTokens     = 2_000
)

// compatibility compares subagents with the entries of the skills that they preload.
type compatibility struct {
	pass   *analysis.Pass
	listed registry.Listed
	types  map[*analysis.File]map[string]bool // types of subagents in a registry
	byName map[*analysis.File]map[string]*registry.Entry
}

func newCompatibility(pass *analysis.Pass) *compatibility {
	c := &compatibility{pass: pass, listed: registry.ListedFact.Of(pass),
		types: map[*analysis.File]map[string]bool{}, byName: map[*analysis.File]map[string]*registry.Entry{}}
	for file, r := range registry.Fact.All(pass.Store) {
		c.types[file], c.byName[file] = map[string]bool{}, map[string]*registry.Entry{}
		for i := range r.Entries {
			e := &r.Entries[i]
			c.byName[file][e.Name.Value] = e
			for _, t := range e.Agents {
				c.types[file][t.Value] = true
			}
		}
	}
	return c
}

// cost returns the tokens of a skill.
func (c *compatibility) cost(skill *analysis.File) int {
	cost, _ := budget.CostFact.At(c.pass.Store, skill)
	return cost.Tokens
}

// listing returns the registry entry of a required skill.
func (c *compatibility) listing(n graph.Node) (registry.Listing, bool) {
	if n.File.Kind == analysis.Registry {
		e := c.byName[n.File][n.Entry.Name]
		return registry.Listing{Registry: n.File, Entry: e}, e != nil && !n.File.Dialect.IsLater()
	}
	l, ok := c.listed[n.File]
	return l, ok && !l.Registry.Dialect.IsLater()
}

// agent compares a subagent with all skills that it preloads.
func (c *compatibility) agent(g *graph.Graph, preloads []graph.Edge) {
	total := taskTokens
	counted := map[int]bool{}
	for _, p := range preloads {
		if !counted[p.To] {
			counted[p.To] = true
			total += c.cost(g.Nodes[p.To].File)
		}
	}
	reported := map[int]bool{}
	for _, p := range preloads {
		l, ok := c.listing(g.Nodes[p.To])
		if !ok || reported[p.To] {
			continue
		}
		reported[p.To] = true
		file := g.Nodes[p.From].File
		header, _ := registry.HeaderFact.At(c.pass.Store, file)
		c.model(file, p, header, l)
		c.kind(file, p, header.Name.Value, l)
		spawn := total + c.protocol(l.Registry)
		if most := l.Entry.MaxContext; most.Value > 0 && spawn > most.Value && len(counted) > 1 && !c.isTooLarge(g.Nodes[p.To].File, l) {
			c.report(p, l.Registry.At(most.Range), "the limit is set here", analysis.Diagnostic{Severity: analysis.Warning, Measured: spawn,
				Message: "preloaded skills need about " + quote.Count(spawn) + " tokens, but " + quote.Text(p.Need.Name) + " allows " + quote.Count(most.Value),
				Help:    "preload fewer skills, or raise max_context_tokens"})
		}
	}
}

// report reports a preload. The label of the related place distinguishes findings in baselines.
func (c *compatibility) report(p graph.Edge, there analysis.Location, label string, d analysis.Diagnostic) {
	at := p.Need.At
	d.Location, d.About, d.Related = &at, label, []analysis.Related{{Location: there, Message: label}}
	c.pass.Report(d)
}

// model compares the models. For clients that do not refuse to spawn, it is a warning.
func (c *compatibility) model(file *analysis.File, p graph.Edge, h registry.Header, l registry.Listing) {
	skill, agent := family(l.Entry.Model.Value), family(h.Model)
	if skill == "" || agent == "" || skill == agent || skill == "sonnet" && agent == "opus" {
		return
	}
	severity := analysis.Error
	if file.Dialect != l.Registry.Dialect {
		severity = analysis.Warning
	}
	c.report(p, l.Entry.Model.Location, "the registry names the model here", analysis.Diagnostic{Severity: severity,
		Message: "skill " + quote.Text(p.Need.Name) + " requires " + skill + ", but the subagent uses " + quote.Text(h.Model),
		Effect:  "CLEO refuses to spawn the subagent", Help: "use " + skill + " for the subagent, or preload another skill"})
}

// family returns the model family with its name in registries, or "".
func family(model string) string {
	for _, family := range []string{"opus", "sonnet", "haiku"} {
		if strings.Contains(strings.ToLower(model), family) {
			return family
		}
	}
	return ""
}

// anySubagent is the type in registries that means all subagents.
const anySubagent = "general-purpose"

// kind compares the name of the subagent, which is its type in CLEO, with the types that the skill allows. Names of other
// clients' subagents are types only if the registry has them.
func (c *compatibility) kind(file *analysis.File, p graph.Edge, kind string, l registry.Listing) {
	isType := file.Dialect == l.Registry.Dialect || c.types[l.Registry][kind]
	if kind == "" || !isType || len(l.Entry.Agents) == 0 ||
		slices.ContainsFunc(l.Entry.Agents, func(t registry.Text) bool {
			return t.Value == kind || t.Value == anySubagent && !c.types[l.Registry][kind]
		}) {
		return
	}
	var all []string
	for _, t := range l.Entry.Agents {
		all = append(all, t.Value)
	}
	c.report(p, l.Entry.Agents[0].Location, "the registry names the types here", analysis.Diagnostic{Severity: analysis.Warning,
		Message: "skill " + quote.Text(p.Need.Name) + " is not compatible with the subagent type " + quote.Text(kind),
		Effect:  "the registry lists it for " + quote.List(all, "and"),
		Help:    "preload another skill, or add the type to compatible_subagent_types"})
}

// protocol returns the tokens of the protocol. It returns 0 if the repository has its own protocol, whose length is unknown.
func (c *compatibility) protocol(r *analysis.File) int {
	if r.Tree.Exists(path.Join(path.Dir(r.Rel), "_shared", "subagent-protocol-base.md")) {
		return 0
	}
	return protocolTokens
}

// isTooLarge reports whether a skill alone exceeds the limit of its entry.
func (c *compatibility) isTooLarge(skill *analysis.File, l registry.Listing) bool {
	most := l.Entry.MaxContext.Value
	return most > 0 && c.cost(skill)+taskTokens+c.protocol(l.Registry) > most
}

// alone reports a skill that exceeds the limit of its entry in every spawn.
func (c *compatibility) alone(file *analysis.File, e *registry.Entry) {
	l := c.listed[file]
	if !c.isTooLarge(file, l) {
		return
	}
	at := l.Registry.At(e.MaxContext.Range)
	spawn := c.cost(file) + taskTokens + c.protocol(l.Registry)
	c.pass.Report(analysis.Diagnostic{Location: &at, Measured: spawn, Severity: analysis.Warning,
		Message: "a spawn with " + quote.Text(e.Name.Value) + " needs about " + quote.Count(spawn) + " tokens (max_context_tokens: " + quote.Count(e.MaxContext.Value) + ")",
		Help:    "raise max_context_tokens, or shorten the skill"})
}
