// Command house is a linter with an organization's rule in addition to those of skilllint.
package main

import (
	"github.com/skilllint/skilllint"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules"
)

// Owner reports skills without metadata.owner in their frontmatter.
var Owner = &analysis.Analyzer{
	Name:     "house/owner",
	Doc:      "skill without an owner",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source:   analysis.Source{Kind: analysis.Documentation, Name: "our handbook, page Skills", Checked: "2026-11-21"},
	Options:  &options{Field: "owner"},
	Run:      owner,
}

type options struct {
	Field string `yaml:"field" doc:"key below metadata that names the owner"`
}

func owner(pass *analysis.Pass) error {
	field := analysis.OptionsOf[options](pass).Field
	d := pass.Document
	if d.Data != nil && !d.Data.Lookup("metadata", field).IsString() {
		pass.Reportf(d.Header.Open, "missing metadata.%s", field)
	}
	return nil
}

func main() { skilllint.Main(append(rules.All(), Owner)...) }
