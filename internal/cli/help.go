package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
)

// helpWidth is the maximum width of help.
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
	if cmd.Parent().HasParent() { // for example, manifest dispatch
		use = cmd.Parent().Name() + " " + use
	}
	fmt.Fprintf(p.Out, "  skilllint %s\n", use)
	if len(cmd.Aliases) > 0 {
		fmt.Fprintf(p.Out, "Alias: %s\n", strings.Join(cmd.Aliases, ", "))
	}
	if cmd.Long != "" {
		fmt.Fprintln(p.Out)
		term.Prose(p.Out, p.helpColumns(), strings.TrimSpace(cmd.Long))
	}
	p.flagHelp(p.Out, cmd)
	if cmd.Example != "" {
		fmt.Fprintf(p.Out, "\nExamples:\n%s\n", strings.TrimRight(cmd.Example, "\n"))
	}
}

// overview prints the help of the program.
func (p *program) overview(root *cobra.Command) {
	fmt.Fprintf(p.Out, "skilllint: %s\n\nUsage:\n", root.Short)
	fmt.Fprint(p.Out, "  skilllint [lint] [flags] [path ...]\n  skilllint COMMAND [flags] ...\n")
	for _, g := range root.Groups() {
		fmt.Fprintf(p.Out, "\n%s:\n", g.Title)
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && !c.Hidden {
				term.Prose(p.Out, p.helpColumns(), fmt.Sprintf("  %-10s  %s", c.Name(), c.Short))
			}
		}
	}
	fmt.Fprintf(p.Out, "\nExamples:\n%s", root.Example)
	fmt.Fprintln(p.Out)
	term.Prose(p.Out, p.helpColumns(), "Without a command, skilllint runs lint; without a path, it lints the working directory. "+
		"To lint a directory named like a command, write ./NAME. Arguments after -- are paths.\n\n"+
		"Exit codes:\n"+
		"  0    no findings at or above --fail-on\n"+
		"  1    findings at or above --fail-on\n"+
		"  2    invalid usage or configuration, or a file that cannot be read\n"+
		"  130  interrupted\n\n"+
		"Run `skilllint COMMAND --help` for the flags of a command, for example `skilllint lint --help`.")
}

// flagHelp prints the flags of a command by group.
func (p *program) flagHelp(w io.Writer, cmd *cobra.Command) {
	columns := p.helpColumns()
	for _, g := range FlagGroups(cmd) {
		fmt.Fprintf(w, "\n%s:\n%s", g.Heading, strings.ReplaceAll(g.Flags.FlagUsagesWrapped(columns), "[="+lint.DefaultBase+"]", "[="+strings.TrimSpace(lint.DefaultBase)+"] "))
	}
}

// helpColumns returns the width of help and pages.
func (p *program) helpColumns() int {
	if n := term.Width(p.OutFile); n > 0 {
		return min(n, helpWidth)
	}
	return helpWidth
}

func sentence(short string) string {
	return strings.ToUpper(short[:1]) + strings.TrimSuffix(short[1:], ", …") + "."
}

func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "show the help of skilllint or of a command",
		Args:  atMost(1, "command"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				p.overview(cmd.Root())
				return nil
			}
			for _, c := range cmd.Root().Commands() {
				if c.Name() == args[0] || c.HasAlias(args[0]) {
					p.help(c, nil)
					return nil
				}
			}
			return unknownValue("command", args[0], commandNames(cmd.Root()))
		},
	}
}

// completionCommand returns the command completion.
func (p *program) completionCommand() *cobra.Command {
	shells := []string{"bash", "fish", "powershell", "zsh"}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "print a shell completion script",
		Long:      "SHELL is one of " + strings.Join(shells, ", ") + ".",
		Example:   "  source <(skilllint completion bash)\n  skilllint completion fish > ~/.config/fish/completions/skilllint.fish\n",
		ValidArgs: shells,
		Args:      atMost(1, "shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("missing shell: skilllint completion %s", strings.Join(shells, "|"))
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
			return unknownValue("shell", args[0], shells)
		},
	}
}
