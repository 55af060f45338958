package lint

import (
	"github.com/skilllint/skilllint/analysis"
)

// A description is the name and description in the frontmatter of a file.
type description struct{ Name, Description string }

// describedKinds are the kinds of files with names and descriptions.
const describedKinds = analysis.Skill | analysis.Agent | analysis.Command

var descriptionFact = analysis.NewFact("description", "names and descriptions of skills, subagents and commands",
	analysis.PerDocument, describedKinds, describe).MarkShallow()

func describe(pass *analysis.Pass) (description, error) {
	data := pass.Document.Data
	return description{text(data.Get("name")), text(data.Get("description"))}, nil
}

func text(v *analysis.Value) string {
	if v == nil || !v.IsString() {
		return ""
	}
	return v.Text
}

// collect returns an analyzer that adds the descriptions of all files to a map.
func collect(to map[*analysis.File]description) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "view/description", Doc: "collects names and descriptions", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{descriptionFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for f, d := range descriptionFact.All(pass.Store) {
				to[f] = d
			}
			return nil
		},
	}
}
