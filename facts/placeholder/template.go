package placeholder

import (
	"path"
	"strings"
)

// IsTemplatePath reports whether a path leads through a folder of templates, examples or test data, or is called a
// template itself.
func IsTemplatePath(rel string) bool {
	dir, file := path.Split(strings.ToLower(rel))
	for folder := range strings.SplitSeq(dir, "/") {
		switch folder {
		case "assets", "resources", "references", "examples", "example", "tests", "fixtures", "testdata":
			return true
		}
		if strings.Contains(folder, "template") || strings.Contains(folder, "scaffold") || strings.Contains(folder, "{") {
			return true
		}
	}
	return strings.Contains(file, "template")
}
