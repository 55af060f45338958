package cli

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/view"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) filesCommand() *cobra.Command {
	flags := &sourceFlags{}
	format := listFormat()
	cmd := &cobra.Command{
		Use:               "files [flags] [path ...]",
		Short:             "list the files that are linted, with kind, dialect and reason",
		Example:           "  skilllint files\n  skilllint files --format json skills\n  skilllint files --roles skills/deploy/SKILL.md\n",
		ValidArgsFunction: completePaths,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{format, "FMT"}, "format", "f", "text or json")
	showRoles := set.Bool("roles", false, "show what each passage is for: an instruction, an example, a quotation, ...")
	addGroups(cmd, append([]*pflag.FlagSet{set}, flags.groups()...)...)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		roles := view.Roles{}
		var collect []*analysis.Analyzer
		if *showRoles {
			collect = append(collect, roles.Collect())
		}
		result, err := p.collect(cmd.Context(), flags, paths, nil, collect...)
		switch {
		case err != nil:
			return err
		case format.value == "json":
			return p.JSON(view.FilesJSON(result, roles))
		case *showRoles:
			roles.Table(p.People(), result)
		default:
			view.FilesTable(p.People(), result)
		}
		return p.notices(result.Report)
	}
	return cmd
}
