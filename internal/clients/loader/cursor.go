package loader

import (
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// cursor documents required fields, but not what happens if they are missing.
var cursor = &Client{
	ID:      "cursor",
	Title:   "Cursor",
	Version: "documentation of August 2026",
	Source:  "documentation: skills (its loader is closed)",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readCursor,
}

func readCursor(f *file) outcome {
	if o, refused := (requirements{crlfUnknown: true}).check(f); refused {
		return o
	}
	if reasons := f.checkRequired("name", "description"); len(reasons) > 0 {
		return outcome{unknown: true, reasons: reasons[:1]}
	}
	name, _ := f.fieldText("name")
	if name = strings.TrimSpace(name); !isSpecName(name) {
		return unknownOutcome("invalid name "+quote.Text(name), "name-form", f.valueRange("name"))
	}
	if f.directory != "" && name != f.directory {
		return unknownOutcome(differentName(name, "directory", f.directory), "name-directory", f.valueRange("name"))
	}
	return f.unchanged()
}
