package compat

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A component is a command, a subagent or a hooks file, and what the client of its dialect does with it.
type component struct {
	path    string
	kind    string
	client  string
	status  loader.Status
	message string // why it does not load as written; empty if it does
}

// componentKinds are the kinds of components, and their names in reports.
var componentKinds = map[analysis.Kind]string{analysis.Command: "command", analysis.Agent: "subagent", analysis.Hooks: "hooks"}

// A problem is why a component does not load as written, by its own text.
type problem struct {
	status  loader.Status
	message string
}

var problemFact = analysis.NewFact("component", "what is wrong with the frontmatter of a command or subagent, or with the JSON of hooks",
	analysis.PerDocument, analysis.Command|analysis.Agent|analysis.Hooks, readProblem).MarkShallow()

func readProblem(pass *analysis.Pass) (problem, error) {
	d := pass.Document
	rules := d.Rules()
	switch missing := d.Header == nil || d.Header.State == analysis.HeaderNone; {
	case rules == nil:
	case d.Broken != nil && d.Kind == analysis.Hooks:
		return problem{loader.Rejected, "invalid JSON"}, nil
	case d.Broken != nil && rules.Header.Requotes:
		return problem{loader.Unknown, "invalid YAML, which the client may repair"}, nil
	case d.Broken != nil && d.Kind == analysis.Command:
		return problem{loader.Partial, withEffect("invalid frontmatter", rules.Header.WhenBroken)}, nil
	case d.Broken != nil:
		return problem{loader.Rejected, withEffect("invalid frontmatter", rules.Header.WhenBroken)}, nil
	case missing && rules.Header.Need == "required" && d.Kind == analysis.Agent && strings.HasSuffix(d.Rel, ".md"):
		return problem{loader.Rejected, withEffect("missing frontmatter", rules.Header.WhenMissing)}, nil
	}
	return problem{}, analysis.ErrNoFact
}

func withEffect(message, effect string) string {
	if effect == "" {
		return message
	}
	return message + "; " + effect
}

// A Components collects the commands, subagents and hooks of a workspace.
type Components struct{ all []component }

// Collect returns an analyzer that collects all components. Those of a plugin need a place that its client searches.
func (c *Components) Collect() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "view/components", Doc: "collects commands, subagents and hooks", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{problemFact.Analyzer, registry.PluginFact.Analyzer}, Run: c.run}
}

func (c *Components) run(pass *analysis.Pass) error {
	type root struct {
		tree *analysis.Tree
		dir  string
	}
	plugins := map[root]registry.Plugin{}
	for file, p := range registry.PluginFact.All(pass.Store) {
		if path.Base(path.Dir(file.Rel)) == ".claude-plugin" {
			plugins[root{file.Tree, registry.Home(file)}] = p
		}
	}
	problems := map[*analysis.File]problem{}
	for file, p := range problemFact.All(pass.Store) {
		problems[file] = p
	}
	for _, f := range pass.Workspace.Files {
		kind := componentKinds[f.Kind]
		if kind == "" || f.Dialect == nil {
			continue
		}
		one := component{path: f.Path, kind: kind, client: f.Dialect.Name, status: loader.Loads}
		if p, wrong := problems[f]; wrong {
			one.status, one.message = p.status, p.message
		}
		if p, ok := plugins[root{f.Tree, f.PluginRoot}]; ok && f.Plugin && f.Dialect.Name == "claude-code" && !registry.IsHiddenIn(strings.TrimPrefix(f.Rel, f.PluginRoot)) {
			if message := unexposed(&p, f); message != "" {
				one.status, one.message = loader.Rejected, message
			}
		}
		c.all = append(c.all, one)
	}
	sorting.By(c.all, func(a, b component) int { return strings.Compare(a.path, b.path) })
	return nil
}

// unexposed returns why Claude Code does not load a component of a plugin, or "".
func unexposed(p *registry.Plugin, f *analysis.File) string {
	if f.Kind == analysis.Hooks {
		return ""
	}
	field := map[analysis.Kind]string{analysis.Command: "commands", analysis.Agent: "agents"}[f.Kind]
	listed := false
	for _, l := range p.Paths {
		at := path.Join(f.PluginRoot, l.Value)
		if l.Field != field || !f.Tree.Exists(at) {
			continue
		}
		if listed = true; f.Rel == at || strings.HasPrefix(f.Rel, at+"/") || at == "." {
			return ""
		}
	}
	switch inside := strings.HasPrefix(f.Rel, path.Join(f.PluginRoot, field)+"/"); {
	case inside && listed:
		return quote.Text(field) + " of plugin.json replaces the directory " + quote.Text(field)
	case !inside:
		return "outside the directories of the plugin that the client searches"
	}
	return ""
}

// AddComponents adds the components whose clients are among the columns.
func (c *Table) AddComponents(others *Components) {
	for _, one := range others.all {
		if slices.ContainsFunc(c.agents, func(a *loader.Client) bool { return a.ID == one.client }) {
			c.components = append(c.components, one)
		}
	}
}

// componentTable returns the number of components by kind and client, or nil if there are none.
func (c *Table) componentTable() [][]string {
	rows := [][]string{{"COMPONENTS", "CLIENT", "LOADS", "PARTIAL", "REJECTED", "UNKNOWN"}}
	for _, kind := range []string{"command", "subagent", "hooks"} {
		var order []string
		counts := map[string]map[loader.Status]int{}
		for _, one := range c.components {
			if one.kind != kind {
				continue
			}
			if counts[one.client] == nil {
				counts[one.client], order = map[loader.Status]int{}, append(order, one.client)
			}
			counts[one.client][one.status]++
		}
		sorting.By(order, strings.Compare)
		for _, client := range order {
			n := counts[client]
			rows = append(rows, []string{kind, client, fmt.Sprint(n[loader.Loads]), fmt.Sprint(n[loader.Partial]), fmt.Sprint(n[loader.Rejected]), fmt.Sprint(n[loader.Unknown])})
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return rows
}

// componentReasons returns a line for each reason why components do not load as written, with the first of them.
func (c *Table) componentReasons(m symbols) []string {
	type reason struct {
		status          loader.Status
		client, message string
	}
	var order []reason
	paths := map[reason][]string{}
	for _, one := range c.components {
		if r := (reason{one.status, one.client, one.message}); one.message != "" {
			if paths[r] == nil {
				order = append(order, r)
			}
			paths[r] = append(paths[r], one.path)
		}
	}
	var lines []string
	for _, r := range order {
		where := escape.String(paths[r][0])
		if n := len(paths[r]) - 1; n > 0 {
			where += " and " + quote.Plural(n, "more file")
		}
		lines = append(lines, fmt.Sprintf("%s: %s %s: %s", where, m[r.status], r.client, escape.String(r.message)))
	}
	return lines
}
