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
	sourceFlags
	ruleFlags
	all    bool
	format *choice
}

func (p *program) configCommand() *cobra.Command {
	f := &configFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "config [flags] [path]",
		Short: "show the effective configuration and its origin",
		Long: "Prints the settings that apply to a file or directory: rules and their options, dialect, targets, budgets and more,\n" +
			"each with the flag or the position in a configuration file that sets it. Defaults are omitted without --all. For an\n" +
			"excluded file, the output names the glob that excludes it.\n\n" +
			"skilllint config check validates configuration files.",
		Example:           "  skilllint config\n  skilllint config --all skills/deploy/SKILL.md\n  skilllint config check\n",
		Args:              atMost(1, "path"),
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.config(cmd.Context(), f, paths) },
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.BoolVar(&f.all, "all", false, "include defaults")
	set.VarP(namedValue{f.format, "FMT"}, "format", "f", "text or json")
	f.ruleFlags.register(set)
	f.trustFlags.register(set)
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.sourceFlags.groups()...)...)
	cmd.AddCommand(p.configCheckCommand())
	return cmd
}

// config runs the command config.
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
	req, err := p.request(&f.sourceFlags, nil, nil)
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
	if message := selection.Unknown([]*config.Config{here.Config.Base()}); message != "" {
		return usagef("%s", message)
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
		Short: "validate configuration files",
		Long: "Reads each " + config.Name + " file below the paths and above them, and the files that they extend. Nothing is linted.\n" +
			"The exit code is 2 if a file is invalid. A glob that matches no file is a warning.",
		Example:           "  skilllint config check\n  skilllint config check skills team\n",
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.checkConfigs(cmd.Context(), paths) },
	}
}

// checkConfigs runs the command config check.
func (p *program) checkConfigs(ctx context.Context, paths []string) error {
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	req, err := p.request(&sourceFlags{}, nil, paths)
	if err != nil {
		return err
	}
	return view.Check(ctx, p.People(), &req, p.configSchema())
}
