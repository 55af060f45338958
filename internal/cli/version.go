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

// build returns what the build says of itself: the module's version, "devel" without one, and
// the commit, if it is known.
func build() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel", ""
	}
	version = cmp.Or(info.Main.Version, "devel")
	if version == "(devel)" {
		version = "devel"
	}
	modified := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	if commit != "" && modified {
		commit += ", modified"
	}
	return version, commit
}
