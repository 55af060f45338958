package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) mcpCommand() *cobra.Command {
	root := "."
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "serve agents that write skills, with the Model Context Protocol",
		Long: "The server reads requests on standard input and writes answers to standard output, as clients of the protocol expect\n" +
			"when they start it. Its tools lint, explain, fix, compat and context only read: fix returns a patch.\n\n" +
			"Nothing outside of the root is read, also not the repository around it.",
		Example: "  skilllint mcp\n  skilllint mcp --root ~/project\n",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := filepath.EvalSymlinks(root)
			if err == nil {
				dir, err = filepath.Abs(dir)
			}
			if err != nil {
				return fmt.Errorf("--root %s: %w", quote.Text(root), treefs.WithoutPath(err))
			}
			version, _ := shownVersion()
			return mcp.Serve(cmd.Context(), mcp.Options{Root: dir, Version: version, Rules: p.rules(), Analyzers: p.analyzers, Page: pageText}, os.Stdin, os.Stdout)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.StringVar(&root, "root", ".", "the `DIR` that the tools see")
	addGroups(cmd, set)
	return cmd
}
