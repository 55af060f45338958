package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A FlagGroup is the flags under one heading of a command's help.
type FlagGroup struct {
	Heading string
	Flags   *pflag.FlagSet // in order of declaration
}

// renameFlag also accepts a flag under its old name.
func renameFlag(cmd *cobra.Command, from, to string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == from {
			name = to
		}
		return pflag.NormalizedName(name)
	})
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
