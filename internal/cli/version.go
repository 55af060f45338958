package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version, the commit and the Go that built it",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			printVersion(p.out)
			return nil
		},
	}
}

func printVersion(w io.Writer) {
	version, commit := build()
	fmt.Fprintf(w, "skilllint %s", version)
	if commit != "" {
		fmt.Fprintf(w, " (%s)", commit)
	}
	fmt.Fprintf(w, " %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// build returns what the build says of itself, for people: the module's version, "devel" without
// one, and the beginning of the commit, if it is known.
func build() (version, commit string) {
	version, commit, modified := built()
	if version = cmp.Or(version, "devel"); version == "(devel)" {
		version = "devel"
	}
	commit = commit[:min(len(commit), 12)]
	if commit != "" && modified {
		commit += ", modified"
	}
	return version, commit
}

// built returns what the build says of itself; empty is what it does not say.
func built() (version, commit string, modified bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	return info.Main.Version, commit, modified
}
