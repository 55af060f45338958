package cleo

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/registry"

	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/skilllint/skilllint/schema"
)

// A request is the input for a payload of CLEO.
type request struct {
	files    skillFiles
	dialect  *schema.Dialect
	allows   *analysis.Conventions // of the first node, including its configuration
	names    []string              // of the skills, in order
	primary  *registry.Entry       // nil if no registry lists it
	options  payload.Options
	task     *payload.Task // nil if not given
	values   *resolve.Values
	env      map[string]string
	steps    []payload.Step
	findings []finding.Finding
	notes    []string
	failure  string // why the spawn fails regardless of the budget, or ""
	model    string // of the subagent
}

// A skillToLoad is a skill to load.
type skillToLoad struct {
	node  int
	agent int // the subagent that preloads it; -1 if given on the command line
}

// request reads the input for nodes. Errors are about the command line.
func (l *Library) request(o Options, nodes []int) (*request, error) {
	first := l.graph.Nodes[nodes[0]].File
	for _, i := range nodes {
		if other := l.graph.Nodes[i].File; other.Tree != first.Tree {
			return nil, fmt.Errorf("%s and %s are in different repositories; load them separately", quote.Text(first.Path), quote.Text(other.Path))
		}
	}
	r := &request{files: l.files(first), dialect: schema.Lookup("cleo"), allows: first.Conventions, model: o.Model, env: map[string]string{}}
	var err error
	if r.task, err = readTask(o.Task); err != nil {
		return nil, err
	}
	skills := r.skillsToLoad(l, nodes)
	r.options = payload.Options{Strategy: o.Strategy, Features: o.features(r.task), Agent: r.options.Agent, Required: len(skills)}
	if !slices.ContainsFunc(nodes, func(i int) bool { return l.graph.Nodes[i].Kind == analysis.Agent }) {
		r.limits(first)
	}
	chosen := payload.Select(r.options.Strategy, r.options.Features, len(skills)).Chosen
	for _, w := range skills {
		r.skill(l, w, chosen == payload.Comprehensive)
	}
	if err := r.protocols(o.Protocol, path.Dir(first.Rel)); err != nil {
		return nil, err
	}
	return r, r.tokens(l, o, skills)
}

// limits sets the limits that apply to a file.
func (r *request) limits(f *analysis.File) {
	r.options.SkillsLimit, r.options.Limit = budget.OfPreloads(f, r.dialect, 0).Tokens, budget.OfSpawn(f, r.dialect, 0).Tokens
}

// skillsToLoad returns the skills to load: those given, and the preloaded skills of subagents. The text of a subagent itself is only
// counted.
func (r *request) skillsToLoad(l *Library, nodes []int) []skillToLoad {
	var all []skillToLoad
	for _, i := range nodes {
		n := l.graph.Nodes[i]
		if n.Kind != analysis.Agent {
			all = append(all, skillToLoad{i, -1})
			continue
		}
		if r.model == "" {
			r.model = l.headers[n.File].Model
		}
		r.limits(n.File)
		if source, err := r.files.read(n.File, load.MaxText); err == nil {
			file := *n.File
			d := load.Document(&file, source, false)
			r.options.Agent += tokenizer.Chars4(source[d.BodyStart():])
		}
		all = append(all, r.preloads(l, i)...)
	}
	return all
}

// preloads returns the preloaded skills of a subagent, in order.
func (r *request) preloads(l *Library, agent int) []skillToLoad {
	const field = "skills"
	type place struct {
		start int
		skillToLoad
	}
	var found []place
	for _, e := range l.graph.Edges {
		if e.From == agent && e.Need.Field == field {
			found = append(found, place{e.Need.At.Range.Start, skillToLoad{e.To, agent}})
		}
	}
	for _, m := range l.graph.Missing {
		if m.From == agent && m.Need.Field == field {
			r.missing(m.Need.Name, fmt.Sprintf("%s preloads %s, which does not exist", quote.Text(l.graph.Label(agent)), quote.Text(m.Need.Name)))
		}
	}
	sorting.By(found, func(a, b place) int { return a.start - b.start })
	var all []skillToLoad
	for _, f := range found {
		if !slices.Contains(all, f.skillToLoad) {
			all = append(all, f.skillToLoad)
		}
	}
	return all
}

// missing records a missing skill, which the orchestrator replaces by a fallback.
func (r *request) missing(name, message string) {
	if r.failure == "" {
		r.failure = message
	}
	r.steps = append(r.steps, payload.Step{Kind: payload.Fallback, Skill: name, Message: message + "; the orchestrator loads " + registry.FallbackSkill + " instead"})
}

// skill reads a skill, and records why a spawn with it would fail.
func (r *request) skill(l *Library, w skillToLoad, comprehensive bool) {
	n := l.graph.Nodes[w.node]
	name := l.graph.Label(w.node)
	entry := l.listed[n.File].Entry
	if n.File.Kind == analysis.Registry {
		r.missing(name, fmt.Sprintf("%s is listed in %s, but its SKILL.md does not exist", quote.Text(name), quote.Text(n.File.Path)))
		return
	}
	if entry != nil {
		name = entry.Name.Value
	}
	source, err := r.files.read(n.File, load.MaxText)
	if err != nil {
		r.findings = append(r.findings, unreadFinding(n.File.Path, fmt.Sprintf("cannot read this skill: %v", err)))
		r.missing(name, fmt.Sprintf("cannot read %s", quote.Text(n.File.Path)))
		return
	}
	if len(r.options.Loads) == 0 {
		r.primary = entry
	}
	skill := payload.Load{Text: payload.Text{Name: name, File: n.File, Source: source}}
	if comprehensive {
		var findings []finding.Finding
		skill.References, findings = r.files.references(n.File)
		r.findings = append(r.findings, findings...)
	}
	r.names = append(r.names, name)
	r.options.Loads = append(r.options.Loads, skill)
	model := l.headers[n.File].Model
	if entry != nil { // the registry takes precedence
		model = entry.Model.Value
	}
	if !acceptsModel(r.model, model) && r.failure == "" {
		r.failure = fmt.Sprintf("%s is for the model %s, but the subagent uses %s", quote.Text(name), quote.Text(model), quote.Text(r.model))
	}
	r.reportDuplicate(l, w, name)
}

// acceptsModel reports whether a subagent with one model accepts a skill for another. Subagents with opus accept skills for sonnet.
func acceptsModel(agent, skill string) bool {
	own, wants := shortModel(agent), shortModel(skill)
	return own == "" || wants == "" || own == wants || wants == "sonnet" && own == "opus"
}

// shortModel returns the short name of a model, or "" if any model is allowed.
func shortModel(model string) string {
	model = strings.ToLower(strings.TrimSpace(model))
	for _, short := range []string{"opus", "sonnet", "haiku"} {
		if strings.Contains(model, short) {
			return short
		}
	}
	if model == "inherit" || model == "auto" {
		return ""
	}
	return model
}

// reportDuplicate reports a skill that is in the payload twice because the subagent preloads it.
func (r *request) reportDuplicate(l *Library, w skillToLoad, name string) {
	if w.agent >= 0 || slices.Index(r.names, name) == len(r.names)-1 {
		return
	}
	for _, e := range l.graph.Edges {
		if e.To == w.node && l.graph.Nodes[e.From].Kind == analysis.Agent && e.Need.Field == "skills" {
			r.findings = append(r.findings, finding.Finding{Rule: "deps/mixed-injection", Severity: analysis.Error, Place: finding.Place{Location: e.Need.At},
				Message: "skill " + quote.Text(name) + " is preloaded and also in the prompt", Effect: "the subagent gets it twice"})
			return
		}
	}
}

// Files that CLEO's skills share, in the directory of the skills or a parent directory.
const (
	baseProtocolFile = "_shared/subagent-protocol-base.md"
	placeholderFile  = "_shared/placeholders.json"
)

// protocols reads the protocols that precede the skills.
func (r *request) protocols(requested, dir string) error {
	if requested == "none" {
		return nil
	}
	r.options.Protocol = budget.DefaultProtocol
	var err error
	if r.options.Base, err = r.files.nearest(dir, baseProtocolFile, "skills/"+baseProtocolFile); err != nil {
		r.notes = append(r.notes, "base protocol not loaded: "+err.Error())
	}
	if r.options.Base != nil {
		r.options.Base.Name = "base"
	}
	kind := requested
	switch {
	case requested == "base" || len(r.options.Loads) == 0:
		return nil
	case requested == "auto":
		entry := r.primary
		if entry == nil {
			entry = &registry.Entry{Name: registry.Text{Value: r.names[0]}}
		}
		kind = registry.Protocol(entry)
	}
	r.options.Stacked = true
	if strings.ContainsAny(kind, "/\\") {
		return r.noProtocol(requested, kind)
	}
	r.options.Conditional, err = r.files.nearest(dir, "protocols/"+kind+".md")
	switch {
	case err != nil:
		r.notes = append(r.notes, "conditional protocol not loaded: "+err.Error())
	case r.options.Conditional == nil:
		return r.noProtocol(requested, kind)
	default:
		r.options.Conditional.Name = kind
	}
	return nil
}

// noProtocol adds a note about a missing conditional protocol. Unknown names are an error.
func (r *request) noProtocol(requested, kind string) error {
	known := registry.Protocols()
	if requested != "auto" && !slices.Contains(known, kind) {
		return fmt.Errorf("--protocol: unknown protocol %s%s", quote.Text(kind), config.Hint(kind, append(known, "auto", "base", "none")))
	}
	r.notes = append(r.notes, fmt.Sprintf("no conditional protocol: protocols/%s.md does not exist", kind))
	return nil
}

// readTask reads the task file, if given.
func readTask(name string) (*payload.Task, error) {
	if name == "" {
		return nil, nil
	}
	source, err := readFile(name, nil)
	if err != nil {
		return nil, fmt.Errorf("--task %s: %w", name, err)
	}
	task, err := payload.ReadTask(source)
	if err != nil {
		return nil, fmt.Errorf("--task %s: %w", name, err)
	}
	return task, nil
}
