package cli

import (
	stdcontext "context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/view/budget"
	"github.com/skilllint/skilllint/internal/view/context"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// budgetFlags are the flags of budget.
type budgetFlags struct {
	sourceFlags
	format    choice
	tokenizer choice
	compare   string
}

func (p *program) budgetCommand() *cobra.Command {
	f := &budgetFlags{
		format:    choice{value: "text", what: "format", words: []string{"text", "json", "markdown"}},
		tokenizer: choice{value: "auto", what: "tokenizer", words: budget.Tokenizers()},
	}
	cmd := &cobra.Command{
		Use:   "budget [flags] [path ...]",
		Short: "report what skills cost in tokens",
		Long: "For each skill: its entry in the skill list, SKILL.md compared with its budget, its references, and its largest\n" +
			"sections. For each subagent: its tokens at start-up. For each directory of skills, the skill list, and for\n" +
			"each persona, its part of the system prompt: at start-up, compared with loading all skills. With instruction\n" +
			"files, also what each client has in its context when it starts at the repository root (see context).\n\n" +
			"The tokenizer o200k is exact for OpenAI models and an estimate for all others, whose vocabularies are not\n" +
			"public. chars4 divides the number of characters by 4, as CLEO does. By default, each skill is counted like its\n" +
			"limit, as in the rules: CLEO's with chars4, others with o200k.\n\n" +
			"With --compare, the report shows changes since the merge base with REF. The exit code is 0 whatever the cost.",
		Example: "  skilllint budget\n  skilllint budget --tokenizer chars4 skills/greet\n" +
			"  skilllint budget --compare origin/main --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.budget(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{&f.format, "FMT"}, "format", "f", strings.Join(f.format.words, ", "))
	set.Var(namedValue{&f.tokenizer, "NAME"}, "tokenizer", "count tokens with "+strings.Join(f.tokenizer.words, ", "))
	set.Var(revision{&f.compare}, "compare", "also report changes since the merge base with REF")
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.groups()...)...)
	return cmd
}

// budget runs the command budget.
func (p *program) budget(ctx stdcontext.Context, f *budgetFlags, paths []string) error {
	disks := map[*analysis.Tree]*os.Root{}
	b := budget.New(budget.Options{Tokenizer: f.tokenizer.value, Root: func(t *analysis.Tree) *os.Root { return disks[t] }})
	c := &budget.Comparison{Ref: f.compare}
	var roots []discover.Root
	result, err := p.collect(ctx, &f.sourceFlags, paths, func(req *lint.Request) {
		req.OnRoot = func(root discover.Root) error {
			disks[root.Tree] = root.Disk
			roots = append(roots, root)
			if f.compare == "" {
				return nil
			}
			base, err := lint.OpenBase(ctx, "--compare", f.compare, root, budget.Compares)
			if err == nil {
				c.Add(root, base)
			}
			return err
		}
	}, b.Collect())
	if err != nil {
		return err
	}
	b.SetLimits(func(file *analysis.File) int { return skillLimit(result.Settings(file).Options) })
	if f.compare != "" {
		if err := b.Compare(ctx, c, result.Excludes); err != nil {
			return fmt.Errorf("--compare %s: %w", f.compare, err)
		}
	}
	if err := p.addStarts(b, roots); err != nil {
		return err
	}
	if b.IsEmpty() && !f.allowEmpty {
		return usagef("no skills or subagents among %s; use --allow-empty to accept an empty result", quote.Plural(len(result.Files), "file"))
	}
	if err := p.showBudget(b, f); err != nil {
		return err
	}
	return p.viewNotices(result, slices.Concat(b.Uncounted(result.Files), brokenNotices(result)))
}

// addStarts adds each client's context at start-up, for roots with instruction files.
func (p *program) addStarts(b *budget.Budget, roots []discover.Root) error {
	for _, root := range roots {
		r, err := context.New(nil, clientfs.Options{Dir: root.Dir, Ceilings: p.Env("GIT_CEILING_DIRECTORIES")}, "", b.Count)
		if err != nil {
			return err
		}
		for _, x := range r.WithInstructions() {
			b.AddStart(budget.Start{Client: x.Client.ID, Path: root.Show("."), Instructions: x.Tokens(context.Instructions), SkillList: x.Tokens(context.SkillList),
				Subagents: x.Tokens(context.Subagents), Commands: x.Tokens(context.Commands), Total: x.Tokens(""), Estimate: len(x.Estimates) > 0})
		}
	}
	return nil
}

// skillLimit returns the limit in the options of budget/skill, or 0.
func skillLimit(options map[*analysis.Analyzer]any) int {
	for a, o := range options {
		if limited, ok := o.(interface{ Limit() int }); ok && a.Name == "budget/skill" {
			return limited.Limit()
		}
	}
	return 0
}

func (p *program) showBudget(b *budget.Budget, f *budgetFlags) error {
	switch f.format.value {
	case "json":
		return p.JSON(b.JSON())
	case "markdown":
		return b.Markdown(p.People())
	}
	return b.Text(p.People(), term.NewBars(p.IsUTF8(), p.HasColor("auto", p.OutFile), term.Width(p.OutFile)))
}
