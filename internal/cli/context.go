package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/startup"
	"github.com/skilllint/skilllint/internal/tokenizer"
	view "github.com/skilllint/skilllint/internal/view/context"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// contextFlags are the flags of context.
type contextFlags struct {
	clients []string
	format  choice
	home    string
	file    string
}

func (p *program) contextCommand() *cobra.Command {
	f := &contextFlags{format: choice{value: "text", what: "format", words: []string{"text", "json", "html"}}}
	cmd := &cobra.Command{
		Use:   "context [flags] [DIR]",
		Short: "show what clients have in their context at start-up",
		Long: "For each client: the instruction files that it reads when it starts in DIR (default: the working directory), in\n" +
			"their order and with their imports, its skill list, subagents, commands and MCP servers, with their tokens.\n" +
			"The JSON and HTML output has the texts.\n\n" +
			"DIR, its parents up to the repository root, and the directory given with --home are read. Symbolic links that\n" +
			"point outside these directories are not followed, and nothing is fetched or run.\n\n" +
			"Instructions that are tested against the real clients: " + strings.Join(startupIDs(true), ", ") + ". The others are labeled\n" +
			"as estimates. Tokens are counted with o200k, which is exact for OpenAI models only.",
		Example: "  skilllint context\n  skilllint context --client codex services/api\n" +
			"  skilllint context --client claude-code --for src/api/server.ts\n  skilllint context --home ~ --format html > context.html\n",
		Args:              atMost(1, "directory"),
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, dirs []string) error {
			return p.context(cmd, f, strings.Join(dirs, ""))
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(named{&f.format, "FMT"}, "format", "f", strings.Join(f.format.words, ", "))
	set.Var(startupClients{&f.clients}, "client", "only these clients, separated by commas: "+strings.Join(startupIDs(false), ", "))
	set.StringVar(&f.file, "for", "", "also show what is loaded when the client works on `PATH`")
	set.StringVar(&f.home, "home", "", "use `DIR` as the home directory (default: none)")
	addGroups(cmd, set)
	return cmd
}

// context is the command context.
func (p *program) context(cmd *cobra.Command, f *contextFlags, tree string) error {
	if cmd.Flags().Changed("home") && f.home == "" {
		return usagef("empty value for --home: specify a directory, or omit the flag")
	}
	dir, err := workingDirectory()
	if err != nil {
		return err
	}
	report := &view.Report{}
	for _, c := range startup.Clients() {
		if len(f.clients) > 0 && !slices.Contains(f.clients, c.ID) {
			continue
		}
		x, err := p.contextOf(c, clientfs.Options{Dir: dir, Tree: tree, Home: f.home, Ceilings: p.Env("GIT_CEILING_DIRECTORIES")}, f.file)
		if err != nil {
			return err
		}
		report.Contexts = append(report.Contexts, x)
	}
	switch f.format.value {
	case "json":
		return p.JSON(report.JSON())
	case "html":
		return report.HTML(p.People())
	}
	return report.Text(p.People())
}

func (p *program) contextOf(c *startup.Client, o clientfs.Options, file string) (*view.Context, error) {
	from, err := clientfs.Open(o)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return view.Collect(c, from, view.Resolve(from.Start, filepath.ToSlash(file)), tokenizer.O200k)
}

// startupIDs returns the IDs of the clients whose instruction files are modeled.
func startupIDs(measured bool) []string {
	var ids []string
	for _, c := range startup.Clients() {
		if !measured || c.Grade == "measured" {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// A startupClients is a flag that takes clients, separated by commas.
type startupClients struct{ ids *[]string }

func (c startupClients) String() string { return "" }
func (c startupClients) Type() string   { return "CLIENT" }
func (c startupClients) Set(s string) error {
	for id := range strings.SplitSeq(s, ",") {
		one := choice{what: "client", words: startupIDs(false)}
		if err := one.Set(strings.TrimSpace(id)); err != nil {
			return err
		}
		*c.ids = append(*c.ids, one.value)
	}
	return nil
}
