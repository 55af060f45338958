package loader

import (
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// cursor documents what a header must hold, and nowhere what becomes of one that does not.
var cursor = &Agent{
	ID:      "cursor",
	Title:   "Cursor",
	Version: "documentation of August 2026",
	Source:  "documentation: skills (its loader is closed)",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readCursor,
}

func readCursor(f *file) outcome {
	if o, refused := (needs{agent: "cursor", newline: true}).refuse(f); refused {
		return o
	}
	if reasons := f.required("cursor", "name", "description"); len(reasons) > 0 {
		r := reasons[0]
		return unsaid("cursor", strings.TrimSuffix(strings.TrimSuffix(r.Message, ", and cursor takes no skill without one"), ", and cursor wants a text"), r.Cause, r.Range)
	}
	name, _ := f.said("name")
	if name = strings.TrimSpace(name); !isSpecName(name) {
		return unsaid("cursor", quote.Text(name)+" is no name of lower-case letters, digits and hyphens", "name-form", f.at("name"))
	}
	if f.directory != "" && name != f.directory {
		return unsaid("cursor", quote.Text(name)+" is not the name of the folder, "+quote.Text(f.directory), "name-directory", f.at("name"))
	}
	return f.plain()
}
