package cli

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A FlagGroup is the flags under one heading of a command's help.
type FlagGroup struct {
	Heading string
	Flags   *pflag.FlagSet // in order of declaration
}

// clientFlags are the names of the flag that selects clients. Each command has at most one of them and accepts all.
var clientFlags = []string{"client", "target", "agent"}

func acceptClientFlags(cmd *cobra.Command) {
	for _, own := range clientFlags {
		if cmd.Flags().Lookup(own) == nil {
			continue
		}
		cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
			if slices.Contains(clientFlags, name) {
				name = own
			}
			return pflag.NormalizedName(name)
		})
		return
	}
}

// FlagGroups returns the visible flags of a command in the order of its help.
func FlagGroups(cmd *cobra.Command) []FlagGroup {
	var groups []FlagGroup
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		heading := "Flags"
		if g := f.Annotations[group]; len(g) > 0 {
			heading = g[0]
		}
		if f.Hidden || f.Name == "help" {
			return
		}
		i := 0
		for i < len(groups) && groups[i].Heading != heading {
			i++
		}
		if i == len(groups) {
			set := pflag.NewFlagSet(heading, pflag.ContinueOnError)
			set.SortFlags = false
			groups = append(groups, FlagGroup{heading, set})
		}
		groups[i].Flags.AddFlag(f)
	})
	return groups
}
