package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) filesCommand() *cobra.Command {
	flags := &sources{}
	format := listFormat()
	cmd := &cobra.Command{
		Use:               "files [flags] [path ...]",
		Short:             "list what would be linted, as which kind and dialect, and why",
		Example:           "  skilllint files\n  skilllint files --format json skills\n",
		ValidArgsFunction: completePaths,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(named{format, "FMT"}, "format", "text or json")
	flags.register(set)
	addGroups(cmd, set)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := checkPaths(paths, nil); err != nil {
			return err
		}
		s, err := p.settle(flags, &config.Selection{})
		if err != nil {
			return err
		}
		result, err := p.analyse(cmd.Context(), s, nil, paths)
		if err != nil {
			return err
		}
		if format.value == "json" {
			return p.filesJSON(result)
		}
		p.filesTable(result)
		return report.Notices(p.err, result.report, report.Options{CI: p.ci()})
	}
	return cmd
}

// all returns the files that were recognised, sorted by path.
func (a *analysed) all() []*analysis.File {
	files := slices.Clone(a.files)
	sorting.By(files, func(x, y *analysis.File) int { return strings.Compare(x.Path, y.Path) })
	return files
}

func dialectOf(f *analysis.File) string {
	if f.Dialect == nil {
		return ""
	}
	return f.Dialect.Name
}

func (p *program) filesTable(a *analysed) {
	rows := [][]string{{"PATH", "KIND", "DIALECT", "WHY"}}
	for _, f := range a.all() {
		dialect := dialectOf(f)
		if dialect == "" {
			dialect = "-"
		}
		rows = append(rows, []string{f.Path, f.Kind.String(), dialect, f.Why})
	}
	w := p.forPeople()
	term.Table(w, rows)
	fmt.Fprintln(w, quote.Plural(len(rows)-1, "file"))
}

func (p *program) filesJSON(a *analysed) error {
	type file struct {
		Path    string `json:"path"`
		Kind    string `json:"kind"`
		Dialect string `json:"dialect"` // empty: none
		Pinned  bool   `json:"pinned"`  // by flag or configuration
		Why     string `json:"why"`
	}
	type notice struct {
		Message string `json:"message"`
		Path    string `json:"path,omitempty"`
	}
	list := struct {
		Version int      `json:"version"`
		Files   []file   `json:"files"`
		Notices []notice `json:"notices"`
	}{Version: 1, Files: []file{}, Notices: []notice{}}
	for _, f := range a.all() {
		list.Files = append(list.Files, file{f.Path, f.Kind.String(), dialectOf(f), f.Pinned, f.Why})
	}
	for _, n := range a.report.Notices {
		list.Notices = append(list.Notices, notice{n.Message, n.Path})
	}
	return p.json(list)
}
