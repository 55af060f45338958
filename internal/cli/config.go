package cli

import (
	"context"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	view "github.com/skilllint/skilllint/internal/view/config"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// configFlags are the flags of config.
type configFlags struct {
	sources
	ruleFlags
	all    bool
	format *choice
}

func (p *program) configCommand() *cobra.Command {
	f := &configFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "config [flags] [path]",
		Short: "show what is in force for a file or folder, and where each value comes from",
		Long: "It prints what the configuration and the flags say of the file, or of the files of the folder: rules with their\n" +
			"options, dialect, agents, budgets and the like, each with the file, line and column where it stands, or the flag.\n" +
			"What is as it is by default is left out. Of a file that is left out it says by which glob.\n\n" +
			"skilllint config check reads configurations only, and says what is wrong with them.",
		Example:           "  skilllint config\n  skilllint config --all skills/deploy/SKILL.md\n  skilllint config check\n",
		Args:              atMost(1, "path"),
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.config(cmd.Context(), f, paths) },
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.BoolVar(&f.all, "all", false, "what is as it is by default, too")
	set.Var(named{f.format, "FMT"}, "format", "text or json")
	f.ruleFlags.register(set)
	f.sources.register(set)
	f.trust.register(set)
	addGroups(cmd, set)
	cmd.AddCommand(p.configCheckCommand())
	return cmd
}

// config is the command config.
func (p *program) config(ctx context.Context, f *configFlags, paths []string) error {
	name := "."
	if len(paths) > 0 {
		name = paths[0]
	}
	if err := checkPaths(paths, []string{"check"}); err != nil {
		return err
	}
	selection, _, err := config.Select(p.rules(), f.sel, f.ignore)
	if err != nil {
		return err
	}
	req, err := p.request(&f.sources, nil, nil)
	if err != nil {
		return err
	}
	req.Selection, req.Targets = selection, f.targets
	here, err := lint.Explain(ctx, req, name)
	if err == nil {
		err = here.Detect(ctx)
	}
	if err != nil {
		return err
	}
	if wrong := selection.Unknown([]*config.Config{here.Config.Base()}); wrong != "" {
		return usagef("%s", wrong)
	}
	in := view.Effective{Effective: here}
	if f.format.value == "json" {
		return p.JSON(in.JSON())
	}
	in.Text(p.People(), f.all)
	return nil
}

func (p *program) configCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [path ...]",
		Short: "read the configurations above and below paths, and say what is wrong with them",
		Long: "It reads every " + config.Name + " below the paths and those above them, with what they extend, and nothing else.\n" +
			"A mistake is exit code 2. A glob that matches no file is a warning.",
		Example:           "  skilllint config check\n  skilllint config check skills team\n",
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.checkConfigs(cmd.Context(), paths) },
	}
}

// checkConfigs is the command config check.
func (p *program) checkConfigs(ctx context.Context, paths []string) error {
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	req, err := p.request(&sources{}, nil, paths)
	if err != nil {
		return err
	}
	return view.Check(ctx, p.People(), &req, p.configSchema())
}
