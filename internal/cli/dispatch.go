package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/internal/cleo/dispatch"
	"github.com/skilllint/skilllint/internal/view/manifest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// dispatchFlags are the flags of manifest dispatch.
type dispatchFlags struct {
	sources
	format *choice
	task   dispatch.Task
}

// dispatchCommand says where a task goes; it is a part of manifest.
func (p *program) dispatchCommand() *cobra.Command {
	f := &dispatchFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "dispatch [flags] [REGISTRY]",
		Short: "say which skill of a registry a task would be dispatched to, and by what",
		Long: "It does what CLEO's orchestrator does: of the active entries, in the order of the registry, the first that\n" +
			"has a label of the task; else the first that has its type; else the first of whose keywords one stands in\n" +
			"the title and description, be it inside of another word; else " + dispatch.Fallback + ".\n\n" +
			"REGISTRY is a manifest.json, or a folder that holds one; by default the working directory is searched.",
		Example: "  skilllint manifest dispatch --title 'Improve the docs' --label docs\n" +
			"  skilllint manifest dispatch --title 'Plan the release' --type epic --format json skills/manifest.json\n",
		Args:              atMost(1, "registry"),
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.dispatch(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.StringVar(&f.task.Title, "title", "", "the task's `TITLE`")
	set.StringVar(&f.task.Description, "description", "", "the task's description, a `TEXT`")
	set.StringArrayVar(&f.task.Labels, "label", nil, "a `LABEL` of the task (repeatable); case counts")
	set.StringVar(&f.task.Type, "type", "", "the task's `TYPE`; case counts")
	set.Var(named{f.format, "FMT"}, "format", "text or json")
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

// dispatch is the command manifest dispatch.
func (p *program) dispatch(ctx context.Context, f *dispatchFlags, paths []string) error {
	if t := f.task; strings.TrimSpace(t.Title+t.Description+t.Type) == "" && len(t.Labels) == 0 {
		return usagef("say what the task is: --title, --description, --label or --type")
	}
	var registries manifest.Registries
	result, err := p.collect(ctx, &f.sources, paths, nil, registries.Collect())
	if err != nil {
		return err
	}
	d, err := registries.Dispatch(f.task)
	if err != nil {
		return err
	}
	if f.format.value == "json" {
		return p.json(d.JSON())
	}
	d.Text(p.forPeople())
	return p.viewNotices(result, nil)
}
