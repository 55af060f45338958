package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/docs"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
)

func (p *program) rulesCommand() *cobra.Command {
	format := listFormat()
	cmd := &cobra.Command{
		Use:     "rules [flags]",
		Short:   "list the rules",
		Example: "  skilllint rules\n  skilllint rules --format json\n",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			rules, err := p.rulesHere()
			if err != nil {
				return err
			}
			if format.value == "json" {
				return p.rulesJSON(rules)
			}
			p.rulesTable(rules)
			return nil
		},
	}
	cmd.Flags().Var(named{format, "FMT"}, "format", "text or json")
	return cmd
}

// listFormat is the flag --format of commands that list something.
func listFormat() *choice {
	return &choice{value: "text", what: "format of this command", words: []string{"text", "json"}}
}

// rules returns the rules of the program and the one that the driver reports under, sorted by
// name.
func (p *program) rules() []*analysis.Analyzer {
	rules := slices.DeleteFunc(slices.Clone(p.analyzers), func(a *analysis.Analyzer) bool { return a.IsFact() || config.IsEngine(a) })
	if !slices.Contains(rules, analysis.Broken) {
		rules = append(rules, analysis.Broken)
	}
	sorting.By(rules, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return rules
}

func (p *program) rulesTable(rules []*analysis.Analyzer) {
	rows := [][]string{{"RULE", "SEVERITY", "LOOKS AT", "FIX", "FINDS"}}
	for _, r := range rules {
		rows = append(rows, []string{r.Name, r.Severity.String(), "a " + r.Scope.String(), fixOf(r), r.Doc})
	}
	term.Table(p.People(), rows)
}

func (p *program) rulesJSON(rules []*analysis.Analyzer) error {
	type source struct {
		Kind    string `json:"kind"`
		Name    string `json:"name"`
		Checked string `json:"checked"`
	}
	type rule struct {
		Rule     string   `json:"rule"`
		Severity string   `json:"severity"`
		Scope    string   `json:"scope"`
		Kinds    []string `json:"kinds"` // empty: all
		Fix      string   `json:"fix"`
		Finds    string   `json:"finds"`
		Formerly []string `json:"formerly,omitempty"`
		Source   source   `json:"source"`
	}
	list := struct {
		Version int    `json:"version"`
		Rules   []rule `json:"rules"`
	}{Version: 1, Rules: []rule{}}
	for _, r := range rules {
		kinds := []string{}
		if r.Kinds != 0 {
			kinds = r.Kinds.Names()
		}
		list.Rules = append(list.Rules, rule{
			Rule: r.Name, Severity: r.Severity.String(), Scope: r.Scope.String(), Kinds: kinds, Fix: fixOf(r),
			Finds: r.Doc, Formerly: r.Formerly, Source: source{string(r.Source.Kind), r.Source.Name, r.Source.Checked},
		})
	}
	return p.JSON(list)
}

// fixOf returns which fixes a rule has, as its page says.
func fixOf(r *analysis.Analyzer) string {
	for line := range strings.Lines(pageText(r)) {
		if fixes, ok := strings.CutPrefix(line, "- Fix: "); ok {
			return strings.TrimSpace(fixes)
		}
	}
	return "none"
}

// pageText returns the page of a rule: among those of skilllint, its own, or "".
func pageText(r *analysis.Analyzer) string {
	if page, ok := docs.Page(r.Name); ok {
		return page
	}
	return r.Page
}

func (p *program) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "explain RULE",
		Short:   "show the page of a rule: what it finds, why, and what to write instead",
		Example: "  skilllint explain deps/cycle\n",
		Args:    atMost(1, "rule"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return p.ruleNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("name the rule: skilllint explain RULE; `skilllint rules` lists them")
			}
			return p.explain(args[0])
		},
	}
}

func (p *program) ruleNames() []string {
	var names []string
	rules, _ := p.rulesHere() // a mistake in a configuration is said where its rules are needed
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return names
}

func (p *program) explain(name string) error {
	rules := p.rules()
	if strings.HasPrefix(name, lint.CustomGroup) {
		var err error
		if rules, err = p.rulesHere(); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(rules, func(r *analysis.Analyzer) bool {
		return r.Name == name || slices.Contains(r.Formerly, name)
	})
	if i < 0 {
		return usagef("%s is no rule%s", quote.Text(name), p.ruleHint(name))
	}
	page := pageText(rules[i])
	if page == "" {
		page = brief(rules[i])
	}
	if rest, ok := strings.CutPrefix(page, "<!--"); ok { // a note to whoever edits the page
		_, page, _ = strings.Cut(rest, "-->")
	}
	if rules[i].Page == "" {
		fmt.Fprintf(p.Out, "%s\n", strings.TrimSpace(page))
		return nil
	}
	to := p.People() // a stranger's configuration may say it
	for line := range strings.Lines(strings.TrimSpace(page)) {
		fmt.Fprintln(to, escape.String(strings.TrimRight(line, "\r\n")))
	}
	return nil
}

// ruleHint returns how to go on after a name that is no rule's.
func (p *program) ruleHint(name string) string {
	var group []string
	for _, r := range p.ruleNames() {
		if strings.HasPrefix(r, strings.TrimSuffix(name, "/")+"/") {
			group = append(group, r)
		}
	}
	if len(group) > 0 {
		return " but a group: " + strings.Join(group, ", ")
	}
	if hint := config.NearRule(name, p.rules()); hint != "" {
		return hint
	}
	return "; `skilllint rules` lists them"
}

// brief is the page of a rule that brings none along, as those of other programs.
func brief(r *analysis.Analyzer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n- Severity: %s\n- Looks at: a %s at a time\n", r.Name, sentence(r.Doc), r.Severity, r.Scope)
	fmt.Fprintf(&b, "- Rests on: %s: %s; checked %s\n", r.Source.Kind, r.Source.Name, r.Source.Checked)
	return b.String()
}
