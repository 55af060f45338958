package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// IsTemplate reports whether a file is there to be filled in: its name is a placeholder, and its
// path says so as well. A placeholder elsewhere was forgotten.
func IsTemplate(d *analysis.Document) bool {
	return d.Header != nil && d.Header.State == analysis.HeaderClosed && placeholder.IsTemplatePath(d.Rel) && placeholder.IsUnwrittenName(writtenName(d))
}

// writtenName returns the name in a header as it is written, whether the header parses or not.
func writtenName(d *analysis.Document) string {
	if d.Broken == nil && d.Data != nil && d.Data.Get("name").IsString() {
		return strings.TrimSpace(d.Data.Get("name").Text)
	}
	for line := range fieldLines(d) {
		if keyOf(d, line) == "name" {
			return strings.Trim(strings.TrimPrefix(d.Text(line), "name:"), " \t\r\"'")
		}
	}
	return ""
}
