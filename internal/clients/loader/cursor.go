package loader

import (
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// cursor documents which fields are required, but not what happens without them.
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
	if o, refused := (needs{newline: true}).refuse(f); refused {
		return o
	}
	if reasons := f.required("name", "description"); len(reasons) > 0 {
		return outcome{unknown: true, reasons: reasons[:1]}
	}
	name, _ := f.said("name")
	if name = strings.TrimSpace(name); !isSpecName(name) {
		return unsaid("invalid name "+quote.Text(name), "name-form", f.at("name"))
	}
	if f.directory != "" && name != f.directory {
		return unsaid(otherName(name, "directory", f.directory), "name-directory", f.at("name"))
	}
	return f.plain()
}
