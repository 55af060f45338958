package cli

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// compatFlags are the flags of compat.
type compatFlags struct {
	sources
	format  choice
	targets []string
}

func (p *program) compatCommand() *cobra.Command {
	f := &compatFlags{format: choice{value: "text", what: "format of this command", words: []string{"text", "json", "markdown", "html"}}}
	cmd := &cobra.Command{
		Use:   "compat [flags] [path ...]",
		Short: "say which agents load each skill, with which name and description, and why others do not",
		Long: "Each agent is a model of how its program reads a SKILL.md. The models of " + strings.Join(measured(), ", ") +
			"\nare measured: they are compared with the program's own answers. The others say what is documented,\n" +
			"and unknown where nothing is. The verdict is on the file, as if its folder alone lay where the agent looks.\n\n" +
			"With --target, the exit code is 1 when one of these agents rejects a skill.",
		Example: "  skilllint compat\n  skilllint compat --target codex,gemini skills\n" +
			"  skilllint compat --format html > compat.html\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.compat(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(named{&f.format, "FMT"}, "format", strings.Join(f.format.words, ", "))
	set.Var(agents{&f.targets}, "target", "only these agents, with commas between: "+strings.Join(loader.IDs(), ", "))
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

func measured() []string {
	var ids []string
	for _, a := range loader.Agents() {
		if a.Grade == loader.Measured {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// compat is the command compat.
func (p *program) compat(ctx context.Context, f *compatFlags, paths []string) error {
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	read := map[*analysis.File]loader.Readings{}
	req, err := p.request(&f.sources, []*analysis.Analyzer{collector(read)}, paths)
	if err != nil {
		return err
	}
	if req.Targets = f.targets; len(req.Targets) == 0 {
		req.Targets = loader.IDs()
	}
	result, err := p.execute(ctx, req)
	if err != nil {
		return err
	}
	c := newCompat(req.Targets, result, read)
	if len(c.skills) == 0 && !f.allowEmpty {
		return usagef("no skill is among what was found (%s); --allow-empty makes this no error", quote.Plural(len(result.Files), "file"))
	}
	if err := p.showCompat(c, f); err != nil {
		return err
	}
	for _, broken := range result.Report.Findings {
		result.Report.Notices = append(result.Report.Notices, finding.Notice{Path: broken.Place.Path, Message: broken.Message})
	}
	if err := report.Notices(p.err, result.Report, report.Options{CI: p.ci()}); err != nil {
		return err
	}
	if len(f.targets) > 0 && c.has(loader.Rejected) {
		return &foundError{}
	}
	return nil
}

// collector returns an analyzer that puts the readings of all skills into a map.
func collector(read map[*analysis.File]loader.Readings) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "view/compat", Doc: "collects what agents make of skills", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{loader.Fact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for file, readings := range loader.Fact.All(pass.Store) {
				read[file] = readings
			}
			return nil
		},
	}
}

func (p *program) showCompat(c *compat, f *compatFlags) error {
	if f.format.value == "json" {
		return p.compatJSON(c)
	}
	if len(f.targets) == 0 {
		c.leaveOutHouses()
	}
	switch f.format.value {
	case "markdown":
		return c.markdown(p.forPeople())
	case "html":
		return c.html(p.forPeople())
	}
	return c.text(p.forPeople(), marksFor(p.getenv), width(p.outFile))
}

// A compat is what agents make of skills: the table that every format shows.
type compat struct {
	agents []*loader.Agent // the columns, in the order of the contract
	skills []compatSkill   // sorted by path
}

// A compatSkill is a row.
type compatSkill struct {
	path    string
	dialect string
	loader.Readings
}

func newCompat(targets []string, found *lint.Result, read map[*analysis.File]loader.Readings) *compat {
	c := &compat{}
	for _, a := range loader.Agents() {
		if slices.Contains(targets, a.ID) {
			c.agents = append(c.agents, a)
		}
	}
	for _, f := range found.Files {
		if f.Kind != analysis.Skill {
			continue
		}
		readings, ok := read[f]
		if !ok {
			readings = c.unread(f.Path, loader.NameByPath(f), loader.Unknown, "the file could not be read here")
		}
		c.skills = append(c.skills, compatSkill{f.Path, dialectOf(f), readings})
	}
	for _, l := range found.Links {
		if path.Base(l.Path) == "SKILL.md" {
			status, message := brokenLink(l)
			c.skills = append(c.skills, compatSkill{l.Path, "", c.unread(l.Path, path.Base(path.Dir(l.Path)), status, message)})
		}
	}
	sorting.By(c.skills, func(a, b compatSkill) int { return strings.Compare(a.path, b.path) })
	return c
}

// brokenLink says what becomes of a link that was not followed.
func brokenLink(l analysis.Link) (loader.Status, string) {
	what := "the link to " + quote.Text(l.Target) + " " + l.Problem
	if l.Problem == discover.Nowhere || l.Problem == discover.IsLoop {
		return loader.Rejected, what + ", so there is nothing to read"
	}
	return loader.Unknown, what + ", so it was not read here"
}

// unread is for a skill of which nothing is known but that it is there: its file cannot be opened,
// or a model broke on it.
func (c *compat) unread(file, name string, status loader.Status, message string) loader.Readings {
	start := analysis.Position{Line: 1, Column: 1}
	at := analysis.Location{Path: file, Start: start, End: start}
	r := loader.Readings{Name: name}
	for _, a := range c.agents {
		r.Verdicts = append(r.Verdicts, loader.Verdict{Agent: a.ID, Status: status,
			Grounds: []loader.Ground{{Message: message, Cause: "unread", At: at}}})
	}
	return r
}

// house are the agents that hardly anybody has but who wrote skills for them.
var house = []string{"cleo", "duyetbot", "progressive", "triagent"}

// notTheirs is the status of a skill with an agent that it was not written for: a house agent, or
// any other where the skill is a file that only its house agent looks for.
const notTheirs loader.Status = ""

// leaveOutHouses leaves out the columns of house agents of which the tree has no skill, and what
// agents make of skills that were not written for them.
func (c *compat) leaveOutHouses() {
	theirs := map[string]bool{}
	for _, s := range c.skills {
		theirs[s.dialect] = true
	}
	left := func(id string) bool { return slices.Contains(house, id) && !theirs[id] }
	c.agents = slices.DeleteFunc(c.agents, func(a *loader.Agent) bool { return left(a.ID) })
	for i := range c.skills {
		s := &c.skills[i]
		s.Verdicts = slices.DeleteFunc(s.Verdicts, func(v loader.Verdict) bool { return left(v.Agent) })
		own := slices.Contains(house, s.dialect) && path.Base(s.path) != "SKILL.md"
		for j, v := range s.Verdicts {
			if v.Agent != s.dialect && (own || slices.Contains(house, v.Agent)) {
				s.Verdicts[j] = loader.Verdict{Agent: v.Agent, Status: notTheirs}
			}
		}
	}
}

// isHealthy reports whether all agents that it concerns load a skill as it is.
func (s *compatSkill) isHealthy() bool {
	return !slices.ContainsFunc(s.Verdicts, func(v loader.Verdict) bool {
		return v.Status != loader.Loads && v.Status != notTheirs
	})
}

// has reports whether an agent has a skill with this status.
func (c *compat) has(status loader.Status) bool {
	return slices.ContainsFunc(c.skills, func(s compatSkill) bool {
		return slices.ContainsFunc(s.Verdicts, func(v loader.Verdict) bool { return v.Status == status })
	})
}

// counts returns how many skills have each status with an agent.
func (c *compat) counts(agent int) map[loader.Status]int {
	n := map[loader.Status]int{}
	for _, s := range c.skills {
		n[s.Verdicts[agent].Status]++
	}
	return n
}
