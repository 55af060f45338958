package frontmatter

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// wanted returns what the name must equal, and what that is the name of. It is empty where the
// path does not tell.
func wanted(f *analysis.File, equals string) (name, container string) {
	if equals == "stem" {
		base := path.Base(f.Rel)
		return strings.TrimSuffix(base, path.Ext(base)), "file"
	}
	dir := path.Dir(f.Rel)
	if dir == "." { // the root: a checkout may have any name, but for one among other skills
		if dir = path.Dir(f.Path); !isContainer(path.Base(path.Dir(dir))) {
			return "", ""
		}
	}
	if name := path.Base(dir); !isContainer(name) && name != "." && name != "/" && name != ".." {
		return name, "directory"
	}
	return "", ""
}

// FolderName returns the name that the folder of a skill gives it; empty for one that skills are
// packed in, and where the path does not tell.
func FolderName(f *analysis.File) string {
	name, _ := wanted(f, "directory")
	return name
}

// isContainer reports whether a directory holds skills, or the one skill of a package, by its name.
func isContainer(dir string) bool { return dir == "skills" || dir == "skill" || dir == "package" }

// directoryName returns the name of a skill's directory if the skill can be called so; else "".
func directoryName(d *analysis.Document, name *analysis.Value) string {
	if want, _ := wanted(d.File, "directory"); want != name.Text && isName(d, want) {
		return want
	}
	return ""
}
