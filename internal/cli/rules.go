package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/docs"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/term"
	view "github.com/skilllint/skilllint/internal/view/config"
	"github.com/skilllint/skilllint/schema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) rulesCommand() *cobra.Command {
	format := listFormat()
	severity := choice{what: "severity", words: config.Severities()}
	dialect := choice{what: "dialect", words: schema.Names()}
	fixable := false
	cmd := &cobra.Command{
		Use:   "rules [flags] [GROUP]",
		Short: "list the rules and their severities in this directory",
		Example: "  skilllint rules\n  skilllint rules links --fixable\n" +
			"  skilllint rules --severity error --dialect codex\n",
		Args: atMost(1, "group"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			list, _ := p.rulesHere()
			return list.Groups(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := p.rulesHere()
			if err != nil {
				return err
			}
			group := strings.TrimSuffix(strings.Join(args, ""), "/")
			if group != "" && !slices.Contains(list.Groups(), group) {
				return unknownValue("group", group, list.Groups())
			}
			list = list.Filter(view.Filter{Group: group, Fixable: fixable, Severity: severity.value, Dialect: dialect.value})
			if format.value == "json" {
				return p.JSON(list.JSON())
			}
			list.Table(p.People())
			return nil
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.BoolVar(&fixable, "fixable", false, "only rules with fixes")
	set.Var(namedValue{&severity, "SEVERITY"}, "severity", "only rules with this severity in this directory: "+strings.Join(severity.words, ", "))
	set.Var(namedValue{&dialect, "NAME"}, "dialect", "only rules for the kinds of files of a dialect: "+strings.Join(dialect.words, ", "))
	set.VarP(namedValue{format, "FMT"}, "format", "f", "text or json")
	addGroups(cmd, set)
	return cmd
}

// listFormat returns the flag --format of commands that print text or JSON.
func listFormat() *choice {
	return &choice{value: "text", what: "format", words: []string{"text", "json"}}
}

// rules returns the rules of the program, including the one for internal errors, sorted by name.
func (p *program) rules() []*analysis.Analyzer {
	rules := slices.DeleteFunc(slices.Clone(p.analyzers), func(a *analysis.Analyzer) bool { return a.IsFact() || config.IsEngine(a) })
	if !slices.Contains(rules, analysis.Broken) {
		rules = append(rules, analysis.Broken)
	}
	sorting.By(rules, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return rules
}

// rulesHere returns the rules of the program and of the configuration, with their severities in the working directory. With an
// error, it returns only those of the program.
func (p *program) rulesHere() (view.List, error) {
	req, err := p.request(&sourceFlags{}, nil, nil)
	if err != nil {
		return view.List{Page: pageText}, err
	}
	list, err := view.Here(context.Background(), req, ".")
	list.Page = pageText
	return list, err
}

// pageText returns the page of a rule, or "".
func pageText(r *analysis.Analyzer) string {
	if page, ok := docs.Page(r.Name); ok {
		return page
	}
	return r.Page
}

func (p *program) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE|GROUP",
		Short: "show the documentation of a rule, or list the rules of a group",
		Long: "RULE can be abbreviated to its last part if that is unique: unclosed-fence for markdown/unclosed-fence.\n" +
			"On a terminal, the page is shown in $PAGER, or else in less.",
		Example: "  skilllint explain deps/cycle\n  skilllint explain unclosed-fence\n  skilllint explain links\n",
		Args:    atMost(1, "rule"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return p.ruleNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("missing rule: skilllint explain RULE; `skilllint rules` lists all rules")
			}
			return p.explain(args[0])
		},
	}
}

func (p *program) ruleNames() []string {
	list, _ := p.rulesHere() // errors of the configuration are reported when its rules are needed
	return list.Names()
}

func (p *program) explain(name string) error {
	list, err := p.rulesHere()
	if err != nil && strings.HasPrefix(name, lint.CustomGroup) {
		return err
	}
	found := list.Find(name)
	switch {
	case len(found) == 0:
		hint := config.NearRule(name, p.rules())
		if hint == "" {
			hint = "; `skilllint rules` lists all rules"
		}
		return usagef("unknown rule %s%s", quote.Text(name), hint)
	case view.GroupOf(found[0].Analyzer) == strings.TrimSuffix(name, "/"):
		list.Rules = found
		list.Table(p.People())
		return nil
	case len(found) > 1:
		return view.Ambiguous(name, found)
	}
	page := list.Explain(found[0])
	color := p.HasColor("auto", p.OutFile)
	if color || term.IsTerminal(p.OutFile) {
		page = term.Markdown(page, p.helpColumns(), color)
	}
	return p.Page(page)
}
