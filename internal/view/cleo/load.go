// Package cleo shows what CLEO does with files: audits of manifests, the skill that a registry dispatches a task to, and the
// payload of a subagent, assembled with strategy, truncation and resolved placeholders. It also checks existing payloads.
package cleo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/postprocess"
	"github.com/skilllint/skilllint/schema"
)

// Options are the flags of the command load.
type Options struct {
	Given func(flag string) bool // reports whether a flag was given

	Strategy  payload.Strategy
	Features  payload.Features // of the task; the task file provides those without a flag
	Task      string           // the task file, or ""
	Protocol  string
	Model     string
	Set       []string          // the names of Values, in order
	Values    map[string]string // of placeholders
	Env       []string          // environment variables to replace
	LookupEnv func(name string) (string, bool)
	Date      string // today

	Reason, Team, Persona string // for triagent
	Ceilings              string // directories at which the search for a repository stops
}

// Clients are the clients that this package models.
var Clients = []string{"cleo", "triagent", "progressive"}

// ClientOf returns the client for the dialect of the nodes. The default is CLEO.
func (l *Library) ClientOf(nodes []int) (string, error) {
	var other *schema.Dialect
	for _, i := range nodes {
		d := l.graph.Nodes[i].Dialect
		switch {
		case d == nil || d.Name == "agentskills":
		case slices.Contains(Clients, d.Name):
			return d.Name, nil
		case other == nil:
			other = d
		}
	}
	if other != nil {
		return "", fmt.Errorf("no loading model for %s, the client of %s; choose one with --client (available: %s)",
			other.Title, quote.Text(l.graph.Label(nodes[0])), strings.Join(Clients, ", "))
	}
	return "cleo", nil
}

// unusedFeatureFlags returns a note about flags that have no effect without --strategy auto.
func (o *Options) unusedFeatureFlags() []string {
	var given []string
	for _, name := range []string{"available", "context-used", "label", "type", "size", "complexity", "depends"} {
		if o.Given(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) == 0 || o.Strategy == payload.Auto {
		return nil
	}
	return []string{"without --strategy auto, these flags have no effect: " + strings.Join(given, ", ")}
}

// features returns the input of --strategy auto, from flags or else the task file.
func (o *Options) features(t *payload.Task) payload.Features {
	features := o.Features
	if t == nil {
		return features
	}
	if !o.Given("label") {
		features.Labels = t.Labels
	}
	if !o.Given("type") {
		features.Type = t.Type
	}
	if !o.Given("size") {
		features.Size = t.Size
	}
	if !o.Given("complexity") {
		features.Complexity = t.Complexity
	}
	if !o.Given("depends") {
		features.Depends = len(t.Depends)
	}
	return features
}

// A Spawn is a payload of CLEO's orchestrator and the result of its spawn.
type Spawn struct {
	*payload.Payload
	request    *request
	resolved   []resolve.Step
	resolution resolve.Resolution
	findings   []finding.Finding
	code       int
	reason     string // the reason for a non-zero code
}

// Exit codes of the orchestrator's spawn.
const (
	spawned    = 0
	noTask     = 4
	badSkill   = 6 // a skill is missing, has no SKILL.md or is for another model
	overBudget = 10
)

// Spawn assembles the payload of CLEO's orchestrator for nodes. Errors are about the command line.
func (l *Library) Spawn(o Options, nodes []int) (*Spawn, error) {
	r, err := l.request(o, nodes)
	if err != nil {
		return nil, err
	}
	resolver := resolve.New(resolve.Options{Files: r.files.root.FS(), Dialect: r.dialect, Values: r.values, Env: r.env, Conventions: r.allows})
	s := &Spawn{Payload: payload.New(r.options, resolver), request: r}
	r.notes = append(r.notes, o.unusedFeatureFlags()...)
	r.notes = append(r.notes, r.unusedValues(o.Set, resolver.Steps())...)
	s.Steps = append(r.steps, s.Steps...)
	s.resolved = resolver.Steps()
	check := resolve.CheckPayload([]byte(s.Prompt), "payload", r.dialect, r.allows)
	s.resolution = check.Resolution
	s.findings = r.findings
	for _, found := range resolver.Findings() {
		r.files.showPlaces(&found)
		if !s.Leaves(found.Place.Path, found.Place.Range.Start) {
			s.findings = append(s.findings, found)
		}
	}
	s.findings = finish(s.findings, r.dialect.Name)
	s.code, s.reason = s.verdict(o.Task)
	return s, nil
}

// Fails reports whether the spawn would fail or a placeholder is unresolved.
func (s *Spawn) Fails() bool { return s.code != spawned || !s.resolution.FullyResolved }

// finish sorts findings and sets their fingerprints.
func finish(found []finding.Finding, dialect string) []finding.Finding {
	for i := range found {
		f := &found[i]
		f.Anchor, f.Dialect = f.Message, dialect
	}
	return postprocess.Decide(found, func(*analysis.Analyzer, *analysis.File) (analysis.Severity, bool) { return 0, false })
}

// verdict returns the exit code of the spawn and the reason. It checks the task first, then the skills, then the budget.
func (s *Spawn) verdict(task string) (int, string) {
	switch {
	case s.request.task != nil && s.request.taskID() == "":
		return noTask, fmt.Sprintf("%s has no id", quote.Text(task))
	case s.request.failure != "":
		return badSkill, s.request.failure
	case !s.Fits:
		return overBudget, fmt.Sprintf("%s of %s tokens of skills; %s of %s tokens in total", quote.Count(s.Tokens.Skills), quote.Count(s.Tokens.SkillsLimit),
			quote.Count(s.Tokens.Total), quote.Count(s.Tokens.Limit))
	}
	return spawned, ""
}

// Remarks lists the steps, findings and unresolved placeholders.
func (s *Spawn) Remarks() []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add("strategy: %s", strings.Join(append([]string{string(s.Selection.Chosen)}, s.Selection.Reasons...), "; "))
	for _, step := range s.Steps {
		sizes := ""
		if step.Before != step.After {
			sizes = fmt.Sprintf(" (%s → %s tokens of skills)", quote.Count(step.Before), quote.Count(step.After))
		}
		add("%s: %s%s", step.Kind, step.Message, sizes)
	}
	for _, part := range s.Parts {
		for _, n := range part.Notes {
			add("note: %s: %s", part.File.Path, n)
		}
	}
	for _, step := range s.resolved {
		times := ""
		if step.Count > 1 {
			times = fmt.Sprintf(" (%d times)", step.Count)
		}
		add("%s: %s %s%s", step.Kind, step.Token, step.Message, times)
	}
	for _, n := range s.request.notes {
		add("note: %s", n)
	}
	for _, found := range s.findings {
		add("%s:%d:%d: %s: %s (%s)", found.Place.Path, found.Place.Start.Line, found.Place.Start.Column, found.Severity, found.Message, found.Rule)
	}
	c := s.Tokens
	add("tokens: skills %s of %s; protocol %s, subagent %s, task %s; total %s of %s", quote.Count(c.Skills), quote.Count(c.SkillsLimit),
		quote.Count(c.Protocol), quote.Count(c.Agent), quote.Count(c.Task), quote.Count(c.Total), quote.Count(c.Limit))
	if !s.resolution.FullyResolved {
		add("unresolved: %s", quote.List(s.resolution.UnresolvedTokens, "and"))
	}
	if s.code != spawned {
		add("the spawn fails with exit code %d: %s", s.code, s.reason)
	}
	return lines
}
