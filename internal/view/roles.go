package view

import (
	"fmt"
	"io"
	"maps"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
)

// Roles are the passages of each file with their roles.
type Roles map[*analysis.File][]role.Entry

// Collect returns an analyzer that adds the passages of all files to r.
func (r Roles) Collect() *analysis.Analyzer {
	return Collect("roles", func(pass *analysis.Pass) error {
		maps.Insert(r, role.ListFact.All(pass.Store))
		return nil
	}, role.ListFact.Analyzer)
}

// Table writes the passages of each file of a run.
func (r Roles) Table(w io.Writer, result *lint.Result) {
	first := true
	for _, f := range result.Files {
		if len(r[f]) == 0 {
			continue
		}
		if !first {
			fmt.Fprintln(w)
		}
		first = false
		fmt.Fprintln(w, f.Path)
		rows := [][]string{{"LINES", "ROLE", "BASIS", "TEXT"}}
		for _, e := range r[f] {
			rows = append(rows, []string{linesOf(e), e.Title(), e.Basis(quote.Text), e.Text})
		}
		term.Table(w, rows)
	}
}

func linesOf(e role.Entry) string {
	if e.Line == e.End {
		return fmt.Sprint(e.Line)
	}
	return fmt.Sprintf("%d-%d", e.Line, e.End)
}

type jsonPassage struct {
	Line     int    `json:"line"`
	End      int    `json:"end"`
	Role     string `json:"role"`
	Negated  bool   `json:"negated"`
	Client   string `json:"client"` // empty: all
	Reason   string `json:"reason"`
	Evidence string `json:"evidence"` // empty: the passage itself
}

// json returns the passages of a file.
func (r Roles) json(f *analysis.File) []jsonPassage {
	var list []jsonPassage
	for _, e := range r[f] {
		list = append(list, jsonPassage{e.Line, e.End, e.Role.String(), e.Negated, e.Client, e.Reason.String(), e.Evidence})
	}
	return list
}
