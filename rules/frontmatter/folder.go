package frontmatter

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// requiredName returns the name that a file must have, and the kind of the directory or file that has this name. It is
// empty if the path does not determine it.
func requiredName(f *analysis.File, equals string) (name, container string) {
	if equals == "stem" {
		base := path.Base(f.Rel)
		return strings.TrimSuffix(base, path.Ext(base)), "file"
	}
	dir := path.Dir(f.Rel)
	if dir == "." { // a checkout may have any name, except next to other skills
		if dir = path.Dir(f.Path); !isContainer(path.Base(path.Dir(dir))) {
			return "", ""
		}
	}
	if name := path.Base(dir); !isContainer(name) && name != "." && name != "/" && name != ".." {
		return name, "directory"
	}
	return "", ""
}

// DirName returns the name of the directory of a skill. It returns "" for generic directories that contain skills, and
// if the path does not determine the name.
func DirName(f *analysis.File) string {
	name, _ := requiredName(f, "directory")
	return name
}

// parentOf returns the directory with the files or directories of components that a file is one of.
func parentOf(f *analysis.File) string {
	dir := path.Dir(f.Rel)
	if path.Base(f.Rel) == "SKILL.md" {
		dir = path.Dir(dir)
	}
	return dir
}

// isContainer reports whether the name of a directory indicates that it contains skills, or the skill of a package.
func isContainer(dir string) bool {
	return dir == "skills" || dir == "skill" || dir == "package" || dir == "pkg"
}

// directoryName returns the name of a skill's directory if it is a valid name for the skill, or "".
func directoryName(d *analysis.Document, name *analysis.Value) string {
	if want, _ := requiredName(d.File, "directory"); want != name.Text && isName(d, want) {
		return want
	}
	return ""
}
