package cli

import (
	"github.com/skilllint/skilllint/internal/view/graph"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) commandsCommand() *cobra.Command {
	f, format := &sourceFlags{}, choice{value: "text", what: "format", words: []string{"text", "json"}}
	cmd := &cobra.Command{
		Use:   "commands [flags] [path ...]",
		Short: "show the commands that run scripts, and whether the scripts accept them",
		Long: "skilllint reads what bundled scripts accept from their source, and compares it with the commands in skills, references,\n" +
			"hooks and scripts. It runs nothing.",
		Example:           "  skilllint commands\n  skilllint commands --format json skills/deploy\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			t := graph.Commands{}
			result, err := p.collect(cmd.Context(), f, paths, nil, t.Collect())
			if err != nil {
				return err
			}
			if format.value == "json" {
				err = t.JSON(p.Out)
			} else {
				t.Text(p.People())
			}
			if err != nil {
				return err
			}
			return p.viewNotices(result, brokenNotices(result))
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{&format, "FMT"}, "format", "f", "text, json")
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.groups()...)...)
	return cmd
}
