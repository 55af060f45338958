package cli

import (
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/spf13/cobra"
)

// setCobra sets the global variables of cobra once per process.
var setCobra = sync.OnceFunc(func() {
	cobra.MousetrapHelpText = "" // also lint when started from the Explorer
	cobra.EnableCommandSorting = false
})

// rootCommand builds the commands and makes the command of the arguments explicit.
func (p *program) rootCommand(args []string) *cobra.Command {
	setCobra()
	root := &cobra.Command{
		Use:                "skilllint",
		Short:              "lint agent skills, subagents, plugins and manifests",
		Example:            "  skilllint\n  skilllint --fix skills/deploy\n  skilllint --changed --format text --format sarif=skilllint.sarif\n  skilllint explain deps/cycle\n",
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		ValidArgsFunction:  completePaths,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	root.SetHelpFunc(p.help)
	root.SetFlagErrorFunc(flagError)
	lint := p.lintCommand()
	lint.Aliases = []string{"check"}
	addCommands(root, "Lint", lint, p.fixCommand(), p.baselineCommand(), p.rulesCommand(), p.explainCommand(), p.reduceCommand())
	addCommands(root, "Inspect", p.compatCommand(), p.catalogCommand(), p.contextCommand(), p.budgetCommand(), p.graphCommand(), p.commandsCommand(), p.filesCommand(), p.configCommand(), p.schemaCommand())
	addCommands(root, "Set up", p.initCommand(), p.newCommand(), p.lspCommand(), p.mcpCommand(), p.completionCommand(), p.versionCommand())
	addCommands(root, "CLEO", p.manifestCommand(), p.loadCommand())
	root.SetHelpCommand(p.helpCommand())
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		p.completeFlags(root)
	}
	root.SetArgs(addDefaultCommand(args, append(commandNames(root), "help")))
	return root
}

// addCommands adds commands to a group of the overview.
func addCommands(root *cobra.Command, group string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: group, Title: group})
	for _, c := range commands {
		c.GroupID = group
	}
	root.AddCommand(commands...)
}

// addDefaultCommand prepends the default command to arguments without a command. Only the first argument can be a command; after a
// flag, the name of a command is a path.
func addDefaultCommand(args, commands []string) []string {
	if len(args) == 0 {
		return []string{defaultCommand}
	}
	first := args[0]
	switch {
	case slices.Contains(commands, first), first == "-h", first == "--help":
		return args
	case first == cobra.ShellCompRequestCmd || first == cobra.ShellCompNoDescRequestCmd:
		return addDefaultToCompletion(args, commands)
	}
	return append([]string{defaultCommand}, args...)
}

// addDefaultToCompletion does the same for a command line to complete. Its last word is incomplete; if it is the only one, it can become
// a command.
func addDefaultToCompletion(args, commands []string) []string {
	words := args[1:]
	if len(words) == 0 || slices.Contains(commands, words[0]) && len(words) > 1 {
		return args
	}
	if len(words) == 1 && !strings.HasPrefix(words[0], "-") {
		return args
	}
	return append([]string{args[0], defaultCommand}, words...)
}

// Commands returns the commands with their flags, for documentation. They must not be run.
func Commands(analyzers []*analysis.Analyzer) *cobra.Command {
	return newProgram(analyzers).rootCommand(nil)
}
