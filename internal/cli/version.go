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
		Use:     "version [flags]",
		Short:   "print the version and the modeled client versions",
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
	cmd.Flags().VarP(named{format, "FMT"}, "format", "f", "text or json")
	return cmd
}

// versionContents is the JSON output of version.
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
	rows := [][]string{{"CLIENT", "VERSION", "MODEL", "CHECKED"}}
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

// build returns the version and the abbreviated commit for display. The version is "devel" if unknown.
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

// Set by the linker (scripts/build), for builds without git such as those from an archive of the sources.
var (
	stampedVersion string // "v1.2.3"
	stampedCommit  string // 40 hexadecimal digits; with the suffix "+modified" if the sources differ
)

// built returns the version and commit of the build, or "" where unknown.
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
