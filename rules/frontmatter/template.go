package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// IsTemplate reports whether a file is there to be filled in: its name is a placeholder, and its
// path says so as well. A placeholder elsewhere was forgotten.
func IsTemplate(d *analysis.Document) bool {
	return d.Header != nil && d.Header.State == analysis.HeaderClosed && placeholder.IsTemplatePath(d.Rel) && isPlaceholder(writtenName(d))
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

// isPlaceholder reports whether a name stands for one that is yet to be written.
func isPlaceholder(name string) bool {
	for _, marks := range [][2]string{{"<", ">"}, {"[", "]"}, {"{", "}"}, {"$", ""}} {
		if len(name) > 1 && strings.HasPrefix(name, marks[0]) && strings.HasSuffix(name, marks[1]) {
			return true
		}
	}
	return strings.Contains(name, "{{") || strings.Contains(name, "${")
}
