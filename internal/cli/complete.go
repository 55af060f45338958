package cli

import (
	"github.com/skilllint/skilllint/facts/loader"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completePaths lets the shell complete file names.
func completePaths(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeFlags tells a shell which values the flags of all commands take. It is called only
// when a shell asks.
func (p *program) completeFlags(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			words := p.valuesOf(f)
			if words == nil {
				return
			}
			// The only error is a flag that is not the command's.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		})
	}
}

// valuesOf returns the words that a flag takes, or nil.
func (p *program) valuesOf(f *pflag.Flag) []string {
	value := f.Value
	if n, ok := value.(named); ok {
		value = n.Value
	}
	switch v := value.(type) {
	case *choice:
		return v.words
	case agents:
		return loader.IDs()
	case formats:
		return report.Formats()
	case names:
		return append(p.ruleNames(), "all")
	}
	return nil
}
