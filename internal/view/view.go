// Package view provides helpers for the views of a workspace. Each view is a package below it that collects the data of
// one command and writes it as text, Markdown, JSON or HTML.
package view

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// MaxMarkdown is the limit in bytes for the rows and reasons in Markdown. GitHub limits a comment to 65,536 characters.
const MaxMarkdown = 56_000

// Collect returns an analyzer that reads facts of a whole workspace for a view.
func Collect(view string, read func(*analysis.Pass) error, facts ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{Name: "view/" + view, Doc: "collects the data of a view", Scope: analysis.PerWorkspace, Requires: facts, Run: read}
}

// Dialect returns the name of a file's dialect, or "" if it has none.
func Dialect(f *analysis.File) string {
	if f.Dialect == nil {
		return ""
	}
	return f.Dialect.Name
}

// A Range is a range of a file in JSON.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Position is one end of a Range.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// RangeOf returns the range of a location.
func RangeOf(at analysis.Location) Range {
	return Range{Position{at.Start.Line, at.Start.Column, at.Range.Start}, Position{at.End.Line, at.End.Column, at.Range.End}}
}

// Row returns a row of a table in Markdown.
func Row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// SentenceCase turns a table heading in capitals into one for Markdown.
func SentenceCase(cell string) string {
	if cell != strings.ToUpper(cell) || len(cell) < 2 {
		return cell
	}
	return cell[:1] + strings.ToLower(cell[1:])
}
