package view

import (
	"cmp"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
)

// FilesTable writes the files of a run as a table.
func FilesTable(w io.Writer, r *lint.Result) {
	rows := [][]string{{"PATH", "KIND", "DIALECT", "WHY"}}
	for _, f := range r.Files {
		rows = append(rows, []string{f.Path, f.Kind.String(), cmp.Or(Dialect(f), "-"), f.Why})
	}
	term.Table(w, rows)
	fmt.Fprintln(w, quote.Plural(len(rows)-1, "file"))
}

type jsonFile struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Dialect string `json:"dialect"` // empty without a dialect
	Pinned  bool   `json:"pinned"`  // by flag or configuration
	Why     string `json:"why"`

	Roles []jsonPassage `json:"roles,omitempty"` // if requested
}

type jsonNotice struct {
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
}

type jsonFiles struct {
	Version int          `json:"version"`
	Files   []jsonFile   `json:"files"`
	Notices []jsonNotice `json:"notices"`
}

// FilesJSON returns the files of a run for --format json, with their passages in roles.
func FilesJSON(r *lint.Result, roles Roles) any {
	list := jsonFiles{Version: 1, Files: []jsonFile{}, Notices: []jsonNotice{}}
	for _, f := range r.Files {
		list.Files = append(list.Files, jsonFile{f.Path, f.Kind.String(), Dialect(f), f.Pinned, f.Why, roles.json(f)})
	}
	for _, n := range r.Report.Notices {
		list.Notices = append(list.Notices, jsonNotice{n.Message, n.Path})
	}
	return list
}
