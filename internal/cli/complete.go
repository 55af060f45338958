package cli

import (
	"strings"

	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/view/graph"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completeFlags registers completions for the flags of all subcommands. It is called only when a shell requests completions.
func (p *program) completeFlags(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		p.completeFlags(cmd)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			words := p.valuesOf(f)
			if words == nil {
				return
			}
			complete := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
			switch f.Value.(type) {
			case clients, names, graphKinds:
				complete = completeList(words)
			}
			// It returns an error only for a flag that the command does not have.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete)
		})
	}
}

// completeList completes the last word of a comma-separated list.
func completeList(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
		prefix := toComplete[:strings.LastIndexByte(toComplete, ',')+1]
		var list []cobra.Completion
		for _, word := range words {
			list = append(list, prefix+word)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// valuesOf returns the values that a flag accepts, or nil.
func (p *program) valuesOf(f *pflag.Flag) []string {
	value := f.Value
	if n, ok := value.(namedValue); ok {
		value = n.Value
	}
	switch v := value.(type) {
	case *choice:
		return v.words
	case loadClient:
		return v.words
	case clients:
		return v.known
	case graphKinds:
		return append(graph.NodeKinds(), graph.EdgeKinds()...)
	case *catalogClient:
		return catalogVersions()
	case formats:
		return report.Formats()
	case names:
		return append(p.ruleNames(), "all")
	}
	return nil
}
