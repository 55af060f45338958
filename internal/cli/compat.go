package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/view/compat"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// compatFlags are the flags of compat.
type compatFlags struct {
	sourceFlags
	format  choice
	clients []string
}

func (p *program) compatCommand() *cobra.Command {
	f := &compatFlags{format: choice{value: "text", what: "format", words: []string{"text", "json", "markdown", "html"}}}
	cmd := &cobra.Command{
		Use:   "compat [flags] [path ...]",
		Short: "show which clients load each skill, and why others do not",
		Long: "skilllint models how each client reads a SKILL.md file. Models that are tested against the real clients: " +
			strings.Join(measuredClients(), ", ") + ".\nThe others follow the clients' documentation and report \"unknown\" for undocumented behavior.\n" +
			"Each skill is checked alone, as if it were installed where the client looks for skills. In the directory of a client or\n" +
			"plugin, the client must search its place. A table counts the skills that lose something in a client: fields that it ignores,\n" +
			"tools that do not exist there, text that it does not expand, a part of the description, or files outside the skill.\n" +
			"Another one counts commands, subagents and hooks, with the client of their dialect.\n\n" +
			"With --client, the exit code is 1 if one of these clients rejects a skill.",
		Example: "  skilllint compat\n  skilllint compat --client codex,gemini skills\n" +
			"  skilllint compat --format html > compat.html\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.compat(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{&f.format, "FMT"}, "format", "f", strings.Join(f.format.words, ", "))
	set.Var(clients{&f.clients, loader.IDs()}, "client", "only these clients, separated by commas: "+strings.Join(loader.IDs(), ", "))
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.groups()...)...)
	return cmd
}

func measuredClients() []string {
	var ids []string
	for _, a := range loader.Clients() {
		if a.Grade == loader.Measured {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// compat runs the command compat.
func (p *program) compat(ctx context.Context, f *compatFlags, paths []string) error {
	ids := f.clients
	if len(ids) == 0 {
		ids = loader.IDs()
	}
	read, components := compat.Readings{}, &compat.Components{}
	result, err := p.collect(ctx, &f.sourceFlags, paths, func(req *lint.Request) { req.Targets = ids }, read.Collect(), components.Collect())
	if err != nil {
		return err
	}
	c := compat.New(ids, result.Files, result.Links, read)
	c.AddComponents(components)
	if c.IsEmpty() && !f.allowEmpty {
		return usagef("no skills, commands or subagents among %s; use --allow-empty to accept an empty result", quote.Plural(len(result.Files), "file"))
	}
	if err := p.showCompat(c, f); err != nil {
		return err
	}
	if err := p.viewNotices(result, brokenNotices(result)); err != nil {
		return err
	}
	if len(f.clients) > 0 && c.Has(loader.Rejected) {
		return &foundError{}
	}
	return nil
}

func (p *program) showCompat(c *compat.Table, f *compatFlags) error {
	if f.format.value == "json" {
		return c.JSON(p.Out)
	}
	if len(f.clients) == 0 {
		c.OmitUnusedClients()
	}
	switch f.format.value {
	case "markdown":
		return c.Markdown(p.People())
	case "html":
		return c.HTML(p.People())
	}
	return c.Text(p.People(), p.IsUTF8(), term.Width(p.OutFile))
}
