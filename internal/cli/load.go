package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/triage"
	"github.com/spf13/cobra"
)

func (p *program) loadCommand() *cobra.Command {
	f := newLoadFlags()
	cmd := &cobra.Command{
		Use:   "load [flags] NAME[,NAME ...]",
		Short: "print what a loader puts into an agent's context: strategy, truncation, tokens resolved",
		Long: "NAME is a skill's or agent's name, directory or file; of several the first is the primary skill, and the rest\n" +
			"support it. Of an agent that is what it preloads. Standard output is the payload and nothing else, standard error\n" +
			"says what was done so that it fits, and what is left to resolve. Commands in a skill are never run.\n\n" +
			"cleo's payload is limited to 15,000 tokens of skills and 70,000 in all. Over that go the references, then supporting\n" +
			"skills but for their headers, the primary's sections, its lines; then the lowest strategy is tried. triagent's is the\n" +
			"answer of its load_skill, and progressive's the file.\n\n" +
			"With --check the exit code is 1 when a token is left, or the spawn would fail: with 4 for a task without id, 6 for a\n" +
			"skill that is missing or for another model, 10 over the budget. `load --check FILE` judges a payload, or the spawn\n" +
			"JSON of an orchestrator; - is standard input.",
		Example: "  skilllint load ct-research-agent --set TASK_ID=T1 --set TOPIC_SLUG=auth\n" +
			"  skilllint load ct-spec-writer,ct-docs-write --strategy auto --task task.json --format json\n" +
			"  cleo orchestrator spawn T1 | skilllint load --check -\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.load(cmd, f, args)
		},
	}
	f.register(cmd)
	return cmd
}

// load is the command load.
func (p *program) load(cmd *cobra.Command, f *loadFlags, args []string) error {
	names, err := namesOf(args, f.check)
	if err != nil {
		return err
	}
	maybe := false
	if f.check && len(names) == 1 {
		var is bool
		if is, maybe = isPayload(names[0]); is {
			return p.judge(cmd, f, names[0])
		}
		f.allowEmpty = f.allowEmpty || maybe
	}
	l, err := p.library(cmd.Context(), f, names)
	if err != nil {
		return err
	}
	if maybe && l.isOther(names[0]) {
		return p.judge(cmd, f, names[0])
	}
	var nodes []int
	for _, name := range names {
		node, err := l.find(name)
		if err != nil {
			return err
		}
		if slices.Contains(nodes, node) {
			return usagef("%s is named twice; name each skill once", quote.Text(l.graph.Label(node)))
		}
		nodes = append(nodes, node)
	}
	agent := f.agent.value
	if agent == "" {
		agent = l.loaderOf(nodes)
	}
	if err := f.fits(cmd, agent); err != nil {
		return err
	}
	if err := report.Notices(p.err, l.report, report.Options{CI: p.ci()}); err != nil {
		return err
	}
	if agent != "cleo" {
		return p.loadOther(l, f, agent, nodes)
	}
	return p.loadCleo(cmd, l, f, nodes)
}

// namesOf takes the argument apart.
func namesOf(args []string, check bool) ([]string, error) {
	const how = "as in: skilllint load ct-research-agent,ct-docs-write"
	switch {
	case len(args) == 0 && check:
		return nil, usagef("name what is checked: a skill or an agent, a file with a payload or spawn JSON, or - for standard input")
	case len(args) == 0:
		return nil, usagef("name a skill or an agent, %s", how)
	case len(args) > 1:
		return nil, usagef("write several names with commas between, as one argument: skilllint load %s", strings.Join(args, ","))
	}
	if args[0] == "-" && !check {
		return nil, usagef("- is no skill or agent; load --check - judges standard input as a payload")
	}
	names := strings.Split(args[0], ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if names[i] == "" {
			return nil, usagef("%s has an empty name; write NAME[,NAME], %s", quote.Text(args[0]), how)
		}
	}
	return names, nil
}

// loaderOf returns whose loader the skills are for by their dialect.
func (l *library) loaderOf(nodes []int) string {
	for _, i := range nodes {
		if d := l.graph.Nodes[i].Dialect; d != nil && (d.Name == "triagent" || d.Name == "progressive") {
			return d.Name
		}
	}
	return "cleo"
}

// A spawn is what the command found out: the payload and what becomes of its spawn.
type spawn struct {
	*payload.Payload
	request    *request
	resolution resolve.Resolution
	findings   []finding.Finding
	code       int
	why        string // of a code that is not 0
}

// The codes that the orchestrator's spawn returns.
const (
	spawned    = 0
	noTask     = 4
	unfit      = 6 // a skill that is missing, has no SKILL.md or is for another model
	overBudget = 10
)

// loadCleo assembles the payload of CLEO's orchestrator.
func (p *program) loadCleo(cmd *cobra.Command, l *library, f *loadFlags, nodes []int) error {
	r, err := p.loadRequest(cmd, l, f, nodes)
	if err != nil {
		return err
	}
	resolver := resolve.New(resolve.Options{Files: r.shelf.root.FS(), Dialect: r.dialect, Values: r.values, Env: r.env, Conventions: r.allows})
	s := &spawn{Payload: payload.New(r.options, resolver), request: r}
	r.notes = append(r.notes, f.idle(cmd)...)
	r.notes = append(r.notes, r.unused(f.set.names, resolver.Steps())...)
	s.Steps = append(r.steps, s.Steps...)
	judged := resolve.Judge([]byte(s.Prompt), "payload", r.dialect, r.allows)
	s.resolution = judged.Resolution
	s.findings = r.findings
	for _, found := range resolver.Findings() {
		r.shelf.showPlaces(&found)
		if !s.Leaves(found.Place.Path, found.Place.Range.Start) {
			s.findings = append(s.findings, found)
		}
	}
	s.findings = decide(s.findings, r.dialect.Name)
	s.code, s.why = s.verdict(f)
	if f.format.value == "json" {
		err = p.json(s.json())
	} else {
		err = p.loadText(s, resolver.Steps())
	}
	if err == nil && f.check && (s.code != spawned || !s.resolution.FullyResolved) {
		return &foundError{}
	}
	return err
}

// decide sorts findings, and names them by fingerprints.
func decide(found []finding.Finding, dialect string) []finding.Finding {
	for i := range found {
		f := &found[i]
		f.Anchor, f.Dialect = f.Message, dialect
	}
	return triage.Decide(found, func(*analysis.Analyzer, *analysis.File) (analysis.Severity, bool) { return 0, false })
}

// verdict returns the code that the spawn would give, and why. A task that is not there is noticed
// first, then the skills, then the budget.
func (s *spawn) verdict(f *loadFlags) (int, string) {
	switch {
	case s.request.task != nil && s.request.taskID() == "":
		return noTask, fmt.Sprintf("%s has no id", quote.Text(f.task))
	case s.request.unfit != "":
		return unfit, s.request.unfit
	case !s.Fits:
		return overBudget, fmt.Sprintf("%s tokens of skills, of %s; %s in all, of %s", quote.Count(s.Tokens.Skills), quote.Count(s.Tokens.SkillsLimit),
			quote.Count(s.Tokens.Total), quote.Count(s.Tokens.Limit))
	}
	return spawned, ""
}

// loadText writes the payload, and what was done on standard error.
func (p *program) loadText(s *spawn, resolved []resolve.Step) error {
	if err := p.payloadText(s.Prompt); err != nil {
		return err
	}
	p.note("strategy: %s", strings.Join(append([]string{string(s.Selection.Chosen)}, s.Selection.Reasons...), "; "))
	for _, step := range s.Steps {
		sizes := ""
		if step.Before != step.After {
			sizes = fmt.Sprintf(" (%s → %s tokens of skills)", quote.Count(step.Before), quote.Count(step.After))
		}
		p.note("%s: %s%s", step.Kind, step.Message, sizes)
	}
	for _, part := range s.Parts {
		for _, n := range part.Notes {
			p.note("note: %s: %s", part.File.Path, n)
		}
	}
	for _, step := range resolved {
		times := ""
		if step.Count > 1 {
			times = fmt.Sprintf(" (%d times)", step.Count)
		}
		p.note("%s: %s %s%s", step.Kind, step.Token, step.Message, times)
	}
	for _, n := range s.request.notes {
		p.note("note: %s", n)
	}
	for _, found := range s.findings {
		p.note("%s:%d:%d: %s: %s (%s)", found.Place.Path, found.Place.Start.Line, found.Place.Start.Column, found.Severity, found.Message, found.Rule)
	}
	c := s.Tokens
	p.note("tokens: skills %s of %s; with protocol %s, agent %s and task %s in all %s of %s", quote.Count(c.Skills), quote.Count(c.SkillsLimit),
		quote.Count(c.Protocol), quote.Count(c.Agent), quote.Count(c.Task), quote.Count(c.Total), quote.Count(c.Limit))
	p.tellLeft(s.resolution)
	if s.code != spawned {
		p.note("the spawn fails with %d: %s", s.code, s.why)
	}
	return nil
}

// tellLeft says which tokens are left.
func (p *program) tellLeft(r resolve.Resolution) {
	if !r.FullyResolved {
		p.note("unresolved: %s", quote.List(r.UnresolvedTokens, "and"))
	}
}

// payloadText writes a payload and one line feed.
func (p *program) payloadText(text string) error {
	if text == "" {
		return nil
	}
	return p.exactText(text + "\n")
}
