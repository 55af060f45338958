package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
)

// helpWidth is the columns of help that goes to no terminal, and the most on one.
const helpWidth = 100

// help prints the help of a command on standard output.
func (p *program) help(cmd *cobra.Command, _ []string) {
	if !cmd.HasParent() {
		p.overview(cmd)
		return
	}
	fmt.Fprintf(p.Out, "%s\n\nUsage:\n", sentence(cmd.Short))
	use := cmd.Use
	if cmd.Name() == defaultCommand {
		use = strings.Replace(use, defaultCommand, "["+defaultCommand+"]", 1)
	}
	if cmd.Parent().HasParent() { // as manifest dispatch
		use = cmd.Parent().Name() + " " + use
	}
	fmt.Fprintf(p.Out, "  skilllint %s\n", use)
	if cmd.Long != "" {
		fmt.Fprintf(p.Out, "\n%s\n", strings.TrimSpace(cmd.Long))
	}
	p.flagHelp(p.Out, cmd)
	if cmd.Example != "" {
		fmt.Fprintf(p.Out, "\nExamples:\n%s\n", strings.TrimRight(cmd.Example, "\n"))
	}
}

// overview prints the help of the program.
func (p *program) overview(root *cobra.Command) {
	fmt.Fprintf(p.Out, "skilllint: %s\n\nUsage:\n", root.Short)
	fmt.Fprint(p.Out, "  skilllint [lint] [flags] [path ...]\n  skilllint COMMAND [flags] ...\n\nCommands:\n")
	rows := [][]string{}
	for _, c := range root.Commands() {
		if !c.Hidden {
			rows = append(rows, []string{"  " + c.Name(), c.Short})
		}
	}
	term.Table(p.Out, rows)
	fmt.Fprintf(p.Out, "\nExamples:\n%s", root.Example)
	fmt.Fprint(p.Out, `
Without a command it lints; without a path, the working directory. A folder that is
named like a command is linted as ./NAME. -- ends the flags.

Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 skilllint could not do
what was asked, 130 interrupted.

`+"`skilllint COMMAND --help` shows the flags of a command: `skilllint lint --help`.\n")
}

// flagHelp lists the flags of a command by their groups.
func (p *program) flagHelp(w io.Writer, cmd *cobra.Command) {
	columns := helpWidth
	if n := term.Width(p.OutFile); n > 0 {
		columns = min(n, helpWidth)
	}
	for _, g := range FlagGroups(cmd) {
		fmt.Fprintf(w, "\n%s:\n%s", g.Heading, strings.ReplaceAll(g.Flags.FlagUsagesWrapped(columns), "[="+lint.DefaultBase+"]", "[="+strings.TrimSpace(lint.DefaultBase)+"] "))
	}
}

func sentence(short string) string {
	return strings.ToUpper(short[:1]) + strings.TrimSuffix(short[1:], ", …") + "."
}

func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "show this help, or a command's",
		Args:  atMost(1, "command"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				p.overview(cmd.Root())
				return nil
			}
			names := commandNames(cmd.Root())
			i := slices.Index(names, args[0])
			if i < 0 {
				return usagef("%s is no command%s", quote.Text(args[0]), config.Hint(args[0], names))
			}
			p.help(cmd.Root().Commands()[i], nil)
			return nil
		},
	}
}

// completionCommand writes scripts with which a shell completes command lines.
func (p *program) completionCommand() *cobra.Command {
	shells := []string{"bash", "fish", "powershell", "zsh"}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "print a script with which a shell completes command lines",
		Long:      "SHELL is one of " + strings.Join(shells, ", ") + ".",
		Example:   "  source <(skilllint completion bash)\n  skilllint completion fish > ~/.config/fish/completions/skilllint.fish\n",
		ValidArgs: shells,
		Args:      atMost(1, "shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("name the shell: skilllint completion %s", strings.Join(shells, "|"))
			}
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(p.Out, true)
			case "fish":
				return root.GenFishCompletion(p.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(p.Out)
			case "zsh":
				return root.GenZshCompletion(p.Out)
			}
			return usagef("%s is none of the shells%s", quote.Text(args[0]), config.Hint(args[0], shells))
		},
	}
}
