package cli

import (
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/spf13/cobra"
)

// setCobra sets what cobra keeps for the whole process: programs may run side by side in it.
var setCobra = sync.OnceFunc(func() {
	cobra.MousetrapHelpText = "" // started from the Explorer, it lints like everywhere else
	cobra.EnableCommandSorting = false
})

// rootCommand builds the commands and settles which one the arguments mean.
func (p *program) rootCommand(args []string) *cobra.Command {
	setCobra()
	root := &cobra.Command{
		Use:                "skilllint",
		Short:              "find what is wrong with agent skills, agents, registries and MANIFEST.jsonl files",
		Example:            "  skilllint\n  skilllint skills/deploy --fix\n  skilllint --changed --format text --format sarif=skilllint.sarif\n  skilllint explain deps/cycle\n",
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
	root.AddCommand(
		p.lintCommand(), p.fixCommand(), p.configCommand(),
		p.budgetCommand(), p.loadCommand(), p.catalogCommand(), p.graphCommand(), p.manifestCommand(), p.compatCommand(), p.filesCommand(),
		p.rulesCommand(), p.explainCommand(), p.schemaCommand(),
		p.initCommand(), p.newCommand(), p.baselineCommand(),
		p.completionCommand(), p.versionCommand())
	root.SetHelpCommand(p.helpCommand())
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		p.completeFlags(root)
	}
	root.SetArgs(explicit(args, append(commandNames(root), "help")))
	return root
}

// explicit puts the default command in front of arguments that name none. Only the first
// argument can be a command; what follows a flag is a path.
func explicit(args, commands []string) []string {
	if len(args) == 0 {
		return []string{defaultCommand}
	}
	first := args[0]
	switch {
	case slices.Contains(commands, first), first == "-h", first == "--help":
		return args
	case first == cobra.ShellCompRequestCmd || first == cobra.ShellCompNoDescRequestCmd:
		return explicitCompletion(args, commands)
	}
	return append([]string{defaultCommand}, args...)
}

// explicitCompletion does the same for a command line that a shell wants completed. Its last
// word is not complete; alone, it may become a command.
func explicitCompletion(args, commands []string) []string {
	words := args[1:]
	if len(words) == 0 || slices.Contains(commands, words[0]) && len(words) > 1 {
		return args
	}
	if len(words) == 1 && !strings.HasPrefix(words[0], "-") {
		return args
	}
	return append([]string{args[0], defaultCommand}, words...)
}

// Commands returns the tree of commands with their flags, for whoever documents it; none is to be run.
func Commands(analyzers []*analysis.Analyzer) *cobra.Command {
	return newProgram(analyzers).rootCommand(nil)
}
