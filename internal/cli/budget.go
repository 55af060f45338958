package cli

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/listed"
	"github.com/skilllint/skilllint/facts/section"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/token"
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
var tokenizers = map[string]func(text []byte) int{"o200k": token.O200k, "chars4": token.Chars4}

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
	s, err := p.settle(&f.sources, &config.Selection{})
	if err != nil {
		return err
	}
	c := &comparison{ref: f.compare}
	if f.compare != "" {
		s.checkRoot = func(root discover.Root) error { return c.open(ctx, root) }
	}
	b := &budget{method: f.tokenizer.value, count: tokenizers[f.tokenizer.value],
		roots: func(t *analysis.Tree) *os.Root { return s.roots[t].Disk }, option: s.skillLimit}
	result, err := p.analyse(ctx, s, []*analysis.Analyzer{b.collector()}, paths)
	if err != nil {
		return err
	}
	if f.compare != "" {
		if b.changes, err = c.changes(ctx, s, b); err != nil {
			return err
		}
	}
	if b.isEmpty() && !f.allowEmpty {
		return usagef("no skill or agent is among what was found (%s); --allow-empty makes this no error", quote.Plural(len(result.files), "file"))
	}
	if err := p.showBudget(b, f); err != nil {
		return err
	}
	result.report.Notices = append(result.report.Notices, b.uncounted(result.files)...)
	for _, broken := range result.report.Findings {
		result.report.Notices = append(result.report.Notices, finding.Notice{Path: broken.Place.Path, Message: broken.Message})
	}
	return report.Notices(p.err, result.report, report.Options{CI: p.ci()})
}

// skillLimit returns what the options of budget/skill allow a file; 0: they say nothing.
func (s *settlement) skillLimit(f *analysis.File) int {
	for a, options := range s.settingsFor(f).Options {
		if o, ok := options.(interface{ Limit() int }); ok && a.Name == "budget/skill" {
			return o.Limit()
		}
	}
	return 0
}

func (p *program) showBudget(b *budget, f *budgetFlags) error {
	switch f.format.value {
	case "json":
		return p.json(b.json())
	case "markdown":
		return b.markdown(p.forPeople())
	}
	return b.text(p.forPeople(), term.NewBars(term.Env(p.getenv).IsUTF8(), p.colour("auto", p.outFile), width(p.outFile)))
}

// A budget is what skills, agents and lists of skills cost.
type budget struct {
	method string
	count  func(text []byte) int
	roots  func(*analysis.Tree) *os.Root
	option func(*analysis.File) int // of budget/skill, for one file; 0: not set

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
		analysis.Skill, b.parts, section.Fact.Analyzer)
	return &analysis.Analyzer{
		Name: "view/budget", Doc: "collects what skills and agents cost", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{weights.Analyzer, parts.Analyzer, graph.Fact.Analyzer, listed.Fact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			weighed := maps.Collect(weights.All(pass.Store))
			for file, sections := range parts.All(pass.Store) {
				w := weighed[file]
				w.Sections = sections
				weighed[file] = w
			}
			b.add(pass.Workspace, weighed, graph.Fact.Of(pass), listed.Fact.Of(pass))
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
