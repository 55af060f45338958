package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/view/reduce"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) reduceCommand() *cobra.Command {
	f, format := &sourceFlags{}, choice{value: "text", what: "format", words: []string{"text", "json"}}
	cmd := &cobra.Command{
		Use:   "reduce [flags] path:line [rule]",
		Short: "print a small example of a finding, without private text",
		Long: "skilllint removes files and lines, and gives words other letters, as long as the rule reports the same. Read the example before\n" +
			"you publish it: what the finding depends on is unchanged.",
		Example: "  skilllint reduce skills/deploy/SKILL.md:12\n  skilllint reduce skills/deploy/SKILL.md:12 links/broken\n" +
			"  skilllint reduce --format json skills/deploy/SKILL.md:12 | skilllint lint --stdin-tree\n",
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.reduce(cmd.Context(), f, args, format.value == "json")
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{&format, "FMT"}, "format", "f", "text, or json for lint --stdin-tree")
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.groups()...)...)
	return cmd
}

// reduce prints the example of the finding at args[0]. args[1] is its rule, if there are several.
func (p *program) reduce(ctx context.Context, f *sourceFlags, args []string, asJSON bool) error {
	i := strings.LastIndexByte(args[0], ':')
	line, err := strconv.Atoi(args[0][i+1:])
	if i < 1 || err != nil {
		return usagef("invalid place %s: write path:line, as in skills/deploy/SKILL.md:12", quote.Text(args[0]))
	}
	path := args[0][:i]
	if err := checkPaths([]string{path}, nil); err != nil {
		return err
	}
	selection, _, err := config.Select(p.rules(), args[1:], nil)
	if err != nil {
		return err
	}
	req, err := p.request(f, p.analyzers, []string{path})
	if err != nil {
		return err
	}
	req.Selection, req.Limit = selection, true
	result, err := p.execute(ctx, req)
	if err != nil {
		return err
	}
	found, err := findingAt(result, line)
	if err != nil {
		return err
	}
	if req.Selection, _, err = config.Select(p.rules(), []string{found.Rule}, nil); err != nil {
		return err
	}
	want := reduce.Finding{Path: found.Rel, Rule: found.Rule, Severity: found.Severity, Message: found.Message}
	tree, want, err := reduce.Tree(ctx, req, result.RootOf(found.File).FS, want)
	switch {
	case err != nil:
		return err
	case asJSON:
		files, err := reduce.JSON(tree)
		if err != nil {
			return err
		}
		return p.JSON(files)
	}
	text, err := reduce.Text(tree)
	if err != nil {
		return err
	}
	w := escape.Terminal(p.People())
	fmt.Fprintf(w, "%s: %s [%s]\n%s", want.Severity, want.Message, want.Rule, text)
	_, err = w.Flush()
	return err
}

// findingAt returns the finding at a line of the file that was linted.
func findingAt(result *lint.Result, line int) (*finding.Finding, error) {
	var found *finding.Finding
	for i := range result.Report.Findings {
		f := &result.Report.Findings[i]
		switch {
		case f.Place.Start.Line != line || f.File == nil:
		case found != nil && found.Rule != f.Rule:
			return nil, usagef("several findings at this line: add the rule, such as %s or %s", found.Rule, f.Rule)
		default:
			found = f
		}
	}
	if found == nil {
		return nil, usagef("no finding at line %d", line)
	}
	return found, nil
}
