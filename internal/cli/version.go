package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
)

func (p *program) versionCommand() *cobra.Command {
	format := listFormat()
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version, the commit, and what is in it: rules and the versions of agents that are modelled",
		Example: "  skilllint version\n  skilllint version --format json\n",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			if format.value == "json" {
				return p.JSON(p.contents())
			}
			printVersion(p.Out)
			p.printContents()
			return nil
		},
	}
	cmd.Flags().Var(named{format, "FMT"}, "format", "text or json")
	return cmd
}

// versionContents is what version says as JSON.
type versionContents struct {
	Version  string          `json:"version"`
	Commit   string          `json:"commit"`
	Modified bool            `json:"modified"`
	Go       string          `json:"go"`
	OS       string          `json:"os"`
	Arch     string          `json:"arch"`
	Rules    int             `json:"rules"`
	Loaders  []versionLoader `json:"loaders"`
}

type versionLoader struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	Grade   string `json:"grade"`
	Checked string `json:"checked"`
}

func (p *program) contents() versionContents {
	_, commit, modified := built()
	version, _ := build()
	c := versionContents{Version: version, Commit: commit, Modified: modified, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Rules: len(p.rules())}
	for _, a := range loader.Agents() {
		c.Loaders = append(c.Loaders, versionLoader{a.ID, a.Version, string(a.Grade), a.Checked})
	}
	return c
}

func (p *program) printContents() {
	fmt.Fprintf(p.Out, "\n%s\n\n", quote.Plural(len(p.rules()), "rule"))
	rows := [][]string{{"AGENT", "VERSION", "MODEL", "CHECKED"}}
	for _, a := range loader.Agents() {
		rows = append(rows, []string{a.ID, a.Version, string(a.Grade), a.Checked})
	}
	term.Table(p.Out, rows)
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

// A build without git, as one from an archive of the sources, is told by the linker what it is made
// from: scripts/build does so, and every released binary is made that way.
var (
	stampedVersion string // "v1.2.3"
	stampedCommit  string // 40 hexadecimal digits; "+modified" behind them: the sources are others by now
)

// built returns what the build says of itself; empty is what it does not say.
func built() (version, commit string, modified bool) {
	if stampedVersion != "" || stampedCommit != "" {
		commit, modified = strings.CutSuffix(stampedCommit, "+modified")
		return stampedVersion, commit, modified
	}
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
