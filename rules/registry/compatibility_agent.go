package registry

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/registry"
)

// What a spawn takes beside its skills, in tokens.
const (
	protocolTokens = 2_000
	taskTokens     = 2_000
)

// compatibility compares agents with the entries of what they preload.
type compatibility struct {
	pass    *analysis.Pass
	listed  registry.Listed
	headers map[*analysis.File]registry.Header
	costs   map[*analysis.File]int
	types   map[*analysis.File]map[string]bool // of agents that a registry knows
	byName  map[*analysis.File]map[string]*registry.Entry
}

func newCompatibility(pass *analysis.Pass) *compatibility {
	c := &compatibility{pass: pass, listed: registry.ListedFact.Of(pass), headers: map[*analysis.File]registry.Header{}, costs: map[*analysis.File]int{},
		types: map[*analysis.File]map[string]bool{}, byName: map[*analysis.File]map[string]*registry.Entry{}}
	for file, h := range registry.HeaderFact.All(pass.Store) {
		c.headers[file] = h
	}
	for file, cost := range budget.CostFact.All(pass.Store) {
		c.costs[file] = cost.Tokens
	}
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

// listing returns the entry of a skill that something needs.
func (c *compatibility) listing(n graph.Node) (registry.Listing, bool) {
	if n.File.Kind == analysis.Registry {
		e := c.byName[n.File][n.Entry.Name]
		return registry.Listing{Registry: n.File, Entry: e}, e != nil
	}
	l, ok := c.listed[n.File]
	return l, ok
}

// agent compares an agent with all that it preloads.
func (c *compatibility) agent(g *graph.Graph, preloads []graph.Edge) {
	total := taskTokens
	counted := map[int]bool{}
	for _, p := range preloads {
		if !counted[p.To] {
			counted[p.To] = true
			total += c.costs[g.Nodes[p.To].File]
		}
	}
	told := map[int]bool{}
	for _, p := range preloads {
		l, ok := c.listing(g.Nodes[p.To])
		if !ok || told[p.To] {
			continue
		}
		told[p.To] = true
		file := g.Nodes[p.From].File
		header := c.headers[file]
		c.model(file, p, header, l)
		c.kind(p, header, l)
		spawn := total + c.protocol(l.Registry)
		if most := l.Entry.MaxContext; most.Value > 0 && spawn > most.Value && len(counted) > 1 && !c.isTooLarge(g.Nodes[p.To].File, l) {
			c.report(p, analysis.Warning, "a spawn with all that this agent preloads begins with about "+tokens(spawn)+" tokens, and "+quote.Text(p.Need.Name)+
				" can bear "+tokens(most.Value)+"; preload less, or raise max_context_tokens", most.Location, "the limit is set here", spawn)
		}
	}
}

func tokens(n int) string { return quote.Number(strconv.Itoa(n)) }

func (c *compatibility) report(p graph.Edge, severity analysis.Severity, message string, there analysis.Location, what string, measured int) {
	at := p.Need.At
	c.pass.Report(analysis.Diagnostic{Location: &at, About: what, Measured: measured, Severity: severity, Message: message, Related: []analysis.Related{{Location: there, Message: what}}})
}

// model compares the models. A loader of another agent's does not refuse, but CLEO's spawn would.
func (c *compatibility) model(file *analysis.File, p graph.Edge, h registry.Header, l registry.Listing) {
	skill, agent := family(l.Entry.Model.Value), family(h.Model.Value)
	if skill == "" || agent == "" || skill == agent || skill == "sonnet" && agent == "opus" {
		return
	}
	severity := analysis.Error
	if file.Dialect != l.Registry.Dialect {
		severity = analysis.Warning
	}
	c.report(p, severity, quote.Text(p.Need.Name)+" is for "+skill+" by the registry, and this agent runs with "+quote.Text(h.Model.Value)+
		", so the orchestrator refuses the spawn; give the agent "+skill+", or preload another skill", l.Entry.Model.Location, "the registry names the model here", 0)
}

// family returns which of the models that a registry knows one belongs to, or "".
func family(model string) string {
	for _, family := range []string{"opus", "sonnet", "haiku"} {
		if strings.Contains(strings.ToLower(model), family) {
			return family
		}
	}
	return ""
}

// kind compares the agent's type with those that the skill is for.
func (c *compatibility) kind(p graph.Edge, h registry.Header, l registry.Listing) {
	kind := h.Type.Value
	if kind == "" && c.types[l.Registry][h.Name.Value] {
		kind = h.Name.Value
	}
	if kind == "" || len(l.Entry.Agents) == 0 || slices.ContainsFunc(l.Entry.Agents, func(t registry.Text) bool { return t.Value == kind }) {
		return
	}
	var all []string
	for _, t := range l.Entry.Agents {
		all = append(all, t.Value)
	}
	c.report(p, analysis.Warning, quote.Text(p.Need.Name)+" is for agents of type "+quote.List(all, "or")+", and this one is "+quote.Text(kind)+
		"; preload another skill, or add the type to compatible_subagent_types", l.Entry.Agents[0].Location, "the registry names the types here", 0)
}

// protocol returns what the protocol takes: nothing is counted where the tree has one of its own, as
// its length is not known.
func (c *compatibility) protocol(r *analysis.File) int {
	if r.Tree.Exists(path.Join(path.Dir(r.Rel), "_shared", "subagent-protocol-base.md")) {
		return 0
	}
	return protocolTokens
}

// isTooLarge reports whether a skill alone is more than its entry lets it be.
func (c *compatibility) isTooLarge(skill *analysis.File, l registry.Listing) bool {
	most := l.Entry.MaxContext.Value
	return most > 0 && c.costs[skill]+taskTokens+c.protocol(l.Registry) > most
}

// alone reports a skill of which each spawn is larger than its entry lets it be.
func (c *compatibility) alone(file *analysis.File, e *registry.Entry) {
	l := c.listed[file]
	if !c.isTooLarge(file, l) {
		return
	}
	at := e.MaxContext.Location
	spawn := c.costs[file] + taskTokens + c.protocol(l.Registry)
	c.pass.Report(analysis.Diagnostic{Location: &at, Measured: spawn, Severity: analysis.Warning,
		Message: "each spawn with " + quote.Text(e.Name.Value) + " begins with about " + tokens(spawn) + " tokens, over the " + tokens(e.MaxContext.Value) +
			" that max_context_tokens allows; raise it, or shorten the skill"})
}
