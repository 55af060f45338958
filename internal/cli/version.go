package cli

import (
	"fmt"
	"io"
	"runtime"

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
	cmd.Flags().VarP(namedValue{format, "FMT"}, "format", "f", "text or json")
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
	_, commit, modified := buildVersion()
	version, _ := shownVersion()
	c := versionContents{Version: version, Commit: commit, Modified: modified, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Rules: len(p.rules())}
	for _, a := range loader.Clients() {
		c.Loaders = append(c.Loaders, versionLoader{a.ID, a.Version, string(a.Grade), a.Checked})
	}
	return c
}

func (p *program) printContents() {
	fmt.Fprintf(p.Out, "\n%s\n\n", quote.Plural(len(p.rules()), "rule"))
	rows := [][]string{{"CLIENT", "VERSION", "MODEL", "CHECKED"}}
	for _, a := range loader.Clients() {
		rows = append(rows, []string{a.ID, a.Version, string(a.Grade), a.Checked})
	}
	term.Table(p.Out, rows)
}

func printVersion(w io.Writer) {
	version, commit := shownVersion()
	fmt.Fprintf(w, "skilllint %s", version)
	if commit != "" {
		fmt.Fprintf(w, " (%s)", commit)
	}
	fmt.Fprintf(w, " %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
