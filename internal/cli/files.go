package cli

import (
	"github.com/skilllint/skilllint/internal/report"
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
		Example:           "  skilllint files\n  skilllint files --format json skills\n",
		ValidArgsFunction: completePaths,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{format, "FMT"}, "format", "f", "text or json")
	addGroups(cmd, append([]*pflag.FlagSet{set}, flags.groups()...)...)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := checkPaths(paths, nil); err != nil {
			return err
		}
		req, err := p.request(flags, nil, paths)
		if err != nil {
			return err
		}
		result, err := p.execute(cmd.Context(), req)
		if err != nil {
			return err
		}
		if format.value == "json" {
			return p.JSON(view.FilesJSON(result))
		}
		view.FilesTable(p.People(), result)
		return report.Notices(p.Err, result.Report, report.Options{CI: p.IsCI()})
	}
	return cmd
}
