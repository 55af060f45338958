package frontmatter

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// IsTemplate reports whether a file is a template: its name is a placeholder and its path indicates a template.
// Placeholders in other files were forgotten.
func IsTemplate(d *analysis.Document) bool {
	return d.Header != nil && d.Header.State == analysis.HeaderClosed && placeholder.IsTemplatePath(d.Rel) && placeholder.IsUnwrittenName(writtenName(d))
}

// writtenName returns the name in the frontmatter verbatim, even if the frontmatter does not parse.
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

// isTemplateDir reports whether the directory of a skill is called a template, such as "_template".
func isTemplateDir(f *analysis.File) bool {
	return strings.Contains(strings.ToLower(path.Base(path.Dir(f.Rel))), "template")
}
