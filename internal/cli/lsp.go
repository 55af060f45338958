package cli

import (
	"context"
	"errors"
	"os"

	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lsp"
	"github.com/spf13/cobra"
)

func (p *program) lspCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "lsp",
		Short: "start the language server for editors on standard input and output",
		Long: "Editors start this command; its page \"Editor integration\" has their configuration. The server reports findings of open\n" +
			"and closed files, including unsaved changes. It writes no files: fixes are edits that the editor applies.",
		Example: "  skilllint lsp\n",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context()) },
	}
}

// serve runs the command lsp. The protocol requires exit code 1 if the client did not shut the server down.
func (p *program) serve(ctx context.Context) error {
	driver.TuneLive(os.Getenv)
	version, _ := shownVersion()
	err := lsp.Serve(ctx, os.Stdin, os.Stdout, lsp.Options{Version: version, Page: rulePage,
		Request: lint.Request{Ceilings: p.ceilings(), Rules: p.rules(), Analyzers: p.analyzers, Output: &p.files, Guard: true}})
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if !errors.Is(err, lsp.ErrProtocol) {
		p.printError(err)
	}
	return &foundError{}
}
