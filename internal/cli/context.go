package cli

import (
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/clients/startup"
	"github.com/skilllint/skilllint/internal/tokenizer"
	view "github.com/skilllint/skilllint/internal/view/context"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) contextCommand() *cobra.Command {
	ids, home, file := []string(nil), "", ""
	format := choice{value: "text", what: "format", words: []string{"text", "json", "html"}}
	cmd := &cobra.Command{
		Use:   "context [flags] [DIR]",
		Short: "show what clients have in their context at start-up",
		Long: "For each client: the instruction files that it reads when it starts in DIR (default: the working directory), in\n" +
			"their order and with their imports, its skill list, subagents, commands and MCP servers, with their tokens.\n\n" +
			"DIR, its parents up to the repository root, and the directory given with --home are read. Symbolic links that\n" +
			"point outside these directories are not followed, and nothing is fetched or run. JSON and HTML have the texts.\n\n" +
			"Instructions that are tested against the real clients: " + strings.Join(startup.IDs(loader.Measured), ", ") + ".\n" +
			"The others are labeled as estimates. Tokens are counted with o200k, which is exact for OpenAI models only.",
		Example: "  skilllint context\n  skilllint context --client codex skills\n" +
			"  skilllint context --client claude-code --for src/api/server.ts\n  skilllint context --home ~ --format html > context.html\n",
		Args:              atMost(1, "directory"),
		ValidArgsFunction: completePaths,
		RunE: func(_ *cobra.Command, dirs []string) error {
			dir, err := workingDirectory()
			if err != nil {
				return err
			}
			from := clientfs.Options{Dir: dir, Tree: strings.Join(dirs, ""), Home: home, Ceilings: p.Env("GIT_CEILING_DIRECTORIES")}
			report, err := view.New(ids, from, filepath.ToSlash(file), tokenizer.O200k)
			switch {
			case err != nil:
				return err
			case format.value == "json":
				return p.JSON(report.JSON())
			case format.value == "html":
				return report.HTML(p.People())
			}
			return report.Text(p.People())
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{&format, "FMT"}, "format", "f", strings.Join(format.words, ", "))
	set.Var(clients{&ids, startup.IDs("")}, "client", "only these clients, separated by commas: "+strings.Join(startup.IDs(""), ", "))
	set.StringVar(&file, "for", "", "also show what is loaded when the client works on `PATH`")
	set.StringVar(&home, "home", "", "use `DIR` as the home directory (default: none)")
	addGroups(cmd, set)
	return cmd
}
