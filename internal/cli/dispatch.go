package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/view/cleo"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// dispatchFlags are the flags of manifest dispatch.
type dispatchFlags struct {
	sourceFlags
	format *choice
	task   registry.Task
}

// dispatchCommand returns the subcommand dispatch of manifest.
func (p *program) dispatchCommand() *cobra.Command {
	f := &dispatchFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "dispatch [flags] [REGISTRY]",
		Short: "show which skill of a registry a task is dispatched to, and why",
		Long: "Follows CLEO's orchestrator, which goes through the active entries of the registry in order. It chooses the first\n" +
			"entry with a label of the task, or else with its type, or else with a keyword that occurs in the title or\n" +
			"description, even inside another word. If none matches, it chooses " + registry.FallbackSkill + ".\n\n" +
			"REGISTRY is a manifest.json file or a directory that contains one (default: the working directory).",
		Example: "  skilllint manifest dispatch --title 'Improve the docs' --label docs\n" +
			"  skilllint manifest dispatch --title 'Plan the release' --type epic --format json skills/manifest.json\n",
		Args:              atMost(1, "registry"),
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.dispatch(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.StringVar(&f.task.Title, "title", "", "`TITLE` of the task")
	set.StringVar(&f.task.Description, "description", "", "description of the task, a `TEXT`")
	set.StringArrayVar(&f.task.Labels, "label", nil, "`LABEL` of the task (repeatable, case-sensitive)")
	set.StringVar(&f.task.Type, "type", "", "`TYPE` of the task (case-sensitive)")
	set.VarP(namedValue{f.format, "FMT"}, "format", "f", "text or json")
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.groups()...)...)
	return cmd
}

// dispatch runs the command manifest dispatch.
func (p *program) dispatch(ctx context.Context, f *dispatchFlags, paths []string) error {
	if t := f.task; strings.TrimSpace(t.Title+t.Description+t.Type) == "" && len(t.Labels) == 0 {
		return usagef("missing task: describe it with --title, --description, --label or --type")
	}
	var registries cleo.Registries
	result, err := p.collect(ctx, &f.sourceFlags, paths, nil, registries.Collect())
	if err != nil {
		return err
	}
	d, err := registries.Dispatch(f.task)
	if err != nil {
		return err
	}
	if f.format.value == "json" {
		return p.JSON(d.JSON())
	}
	d.Text(p.People())
	return p.viewNotices(result, nil)
}
