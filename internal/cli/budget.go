package cli

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	cost "github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/tokenizer"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// budgetFlags are the flags of budget.
type budgetFlags struct {
	sources
	format    choice
	tokenizer choice
	compare   string
}

// tokenizers count the tokens of a text.
var tokenizers = map[string]func(text []byte) int{"o200k": tokenizer.O200k, "chars4": tokenizer.Chars4}

func (p *program) budgetCommand() *cobra.Command {
	f := &budgetFlags{
		format:    choice{value: "text", what: "format of this command", words: []string{"text", "json", "markdown"}},
		tokenizer: choice{value: "o200k", what: "tokenizer", words: []string{"o200k", "chars4"}},
	}
	cmd := &cobra.Command{
		Use:   "budget [flags] [path ...]",
		Short: "say what each skill, agent and list of skills costs a context window",
		Long: "Of each skill: what the list of skills shows of it, SKILL.md against its budget, its references, and where\n" +
			"the weight is. Of each agent: what it starts with. Of each persona and root: what the list of its skills\n" +
			"costs at start, against loading all of them.\n\n" +
			"Tokens are exact by o200k, the vocabulary of OpenAI's models; those of others are not public, so for them\n" +
			"it is an estimate. chars4 is the estimate of the skill protocols, characters / 4, by which the rules judge.\n\n" +
			"With --compare, also what has changed since this branch left REF. The exit code is 0 whatever things cost.",
		Example: "  skilllint budget\n  skilllint budget --tokenizer chars4 skills/greet\n" +
			"  skilllint budget --compare origin/main --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.budget(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(named{&f.format, "FMT"}, "format", strings.Join(f.format.words, ", "))
	set.Var(named{&f.tokenizer, "NAME"}, "tokenizer", "count by "+strings.Join(f.tokenizer.words, " or "))
	set.Var(revision{&f.compare}, "compare", "say what changed since this branch left REF")
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

// budget is the command budget.
func (p *program) budget(ctx context.Context, f *budgetFlags, paths []string) error {
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	c := &comparison{ref: f.compare}
	b := &budget{method: f.tokenizer.value, count: tokenizers[f.tokenizer.value], disks: map[*analysis.Tree]*os.Root{}}
	req, err := p.request(&f.sources, []*analysis.Analyzer{b.collector()}, paths)
	if err != nil {
		return err
	}
	req.OnRoot = func(root discover.Root) error {
		b.disks[root.Tree] = root.Disk
		if f.compare == "" {
			return nil
		}
		return c.open(ctx, root)
	}
	result, err := p.execute(ctx, req)
	if err != nil {
		return err
	}
	b.setLimits(result)
	if f.compare != "" {
		if b.changes, err = c.changes(ctx, result, b); err != nil {
			return err
		}
	}
	if b.isEmpty() && !f.allowEmpty {
		return usagef("no skill or agent is among what was found (%s); --allow-empty makes this no error", quote.Plural(len(result.Files), "file"))
	}
	if err := p.showBudget(b, f); err != nil {
		return err
	}
	result.Report.Notices = append(result.Report.Notices, b.uncounted(result.Files)...)
	for _, broken := range result.Report.Findings {
		result.Report.Notices = append(result.Report.Notices, finding.Notice{Path: broken.Place.Path, Message: broken.Message})
	}
	return report.Notices(p.err, result.Report, report.Options{CI: p.ci()})
}

// setLimits sets what the options of budget/skill allow each skill.
func (b *budget) setLimits(result *lint.Result) {
	for i := range b.skills {
		one, option := &b.skills[i], 0
		for a, options := range result.Settings(one.file).Options {
			if o, ok := options.(interface{ Limit() int }); ok && a.Name == "budget/skill" {
				option = o.Limit()
			}
		}
		one.limit = cost.OfSkill(one.file, b.listed, option)
	}
}

func (p *program) showBudget(b *budget, f *budgetFlags) error {
	switch f.format.value {
	case "json":
		return p.json(b.json())
	case "markdown":
		return b.markdown(p.forPeople())
	}
	return b.text(p.forPeople(), newBars(p.getenv, p.colour("auto", p.outFile), width(p.outFile)))
}

// A budget is what skills, agents and lists of skills cost.
type budget struct {
	method string
	count  func(text []byte) int
	disks  map[*analysis.Tree]*os.Root
	listed registry.Listed

	skills   []budgetSkill // sorted by path
	agents   []budgetAgent // likewise
	startups []startup     // roots, then personas, each by path
	changes  *changes      // nil: nothing is compared
}

func (b *budget) isEmpty() bool {
	return len(b.skills)+len(b.agents)+len(b.startups) == 0 && (b.changes == nil || len(b.changes.skills) == 0)
}

// collector returns an analyzer that weighs everything.
func (b *budget) collector() *analysis.Analyzer {
	weights := analysis.NewFact("view/weight", "what a file costs", analysis.PerDocument,
		analysis.Skill|analysis.Reference|analysis.Agent|analysis.Persona|analysis.BaseProtocol, b.weigh)
	parts := analysis.NewFact("view/parts", "the heaviest sections of a skill", analysis.PerDocument,
		analysis.Skill, b.parts, markdown.SectionFact.Analyzer)
	return &analysis.Analyzer{
		Name: "view/budget", Doc: "collects what skills and agents cost", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{weights.Analyzer, parts.Analyzer, graph.Fact.Analyzer, registry.ListedFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			weighed := maps.Collect(weights.All(pass.Store))
			for file, sections := range parts.All(pass.Store) {
				w := weighed[file]
				w.Sections = sections
				weighed[file] = w
			}
			b.add(pass.Workspace, weighed, graph.Fact.Of(pass), registry.ListedFact.Of(pass))
			return nil
		},
	}
}

// uncounted says which skills are not counted, for people.
func (b *budget) uncounted(files []*analysis.File) []finding.Notice {
	var notices []finding.Notice
	for _, f := range files {
		_, counted := slices.BinarySearchFunc(b.skills, f.Path, func(s budgetSkill, p string) int { return strings.Compare(s.file.Path, p) })
		if f.Kind == analysis.Skill && !counted {
			notices = append(notices, finding.Notice{Path: f.Path, Message: "it was not read, so it is not counted"})
		}
	}
	return notices
}
