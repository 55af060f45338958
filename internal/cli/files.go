package cli

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) filesCommand() *cobra.Command {
	flags := &sources{}
	format := listFormat()
	cmd := &cobra.Command{
		Use:               "files [flags] [path ...]",
		Short:             "list the files that are linted, with kind, dialect and reason",
		Example:           "  skilllint files\n  skilllint files --format json skills\n",
		ValidArgsFunction: completePaths,
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(named{format, "FMT"}, "format", "f", "text or json")
	addGroups(cmd, append([]*pflag.FlagSet{set}, flags.groups()...)...)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := checkPaths(paths, nil); err != nil {
			return err
		}
		req, err := p.request(flags, nil, paths)
		if err != nil {
			return err
		}
		result, err := p.execute(cmd.Context(), req)
		if err != nil {
			return err
		}
		if format.value == "json" {
			return p.filesJSON(result)
		}
		p.filesTable(result)
		return report.Notices(p.Err, result.Report, report.Options{CI: p.IsCI()})
	}
	return cmd
}

func dialectOf(f *analysis.File) string {
	if f.Dialect == nil {
		return ""
	}
	return f.Dialect.Name
}

func (p *program) filesTable(r *lint.Result) {
	rows := [][]string{{"PATH", "KIND", "DIALECT", "WHY"}}
	for _, f := range r.Files {
		dialect := dialectOf(f)
		if dialect == "" {
			dialect = "-"
		}
		rows = append(rows, []string{f.Path, f.Kind.String(), dialect, f.Why})
	}
	w := p.People()
	term.Table(w, rows)
	fmt.Fprintln(w, quote.Plural(len(rows)-1, "file"))
}

func (p *program) filesJSON(r *lint.Result) error {
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
	for _, f := range r.Files {
		list.Files = append(list.Files, file{f.Path, f.Kind.String(), dialectOf(f), f.Pinned, f.Why})
	}
	for _, n := range r.Report.Notices {
		list.Notices = append(list.Notices, notice{n.Message, n.Path})
	}
	return p.JSON(list)
}
