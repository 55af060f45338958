package tokens

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/schema"
)

// project checks the references of a command, for which the client inlines files of the project. A command may be written for
// other projects, and a file may not exist yet, so it checks only files in directories with similar files.
func (c *inclusions) project(f *analysis.File, d *schema.Dialect, found link.References) {
	root, ok := projectOf(f)
	for i := range found.Places {
		p := &found.Places[i]
		to := path.Join(root, p.Path)
		dir := path.Dir(to)
		if !ok || !p.Sure || p.Glob || p.Quoted || path.IsAbs(p.Path) || analysis.LeavesRoot(to) || f.Tree.Stat(to) != analysis.Absent || f.Tree.Hidden(to) ||
			!f.Tree.Walked(dir) {
			continue
		}
		diagnostic := analysis.Diagnostic{Location: &p.At, Severity: analysis.Info,
			Message: "broken file reference: " + quote.Text("@"+p.Path) + " does not exist",
			Effect:  d.Title + " leaves the path in the prompt", Help: "reference an existing file"}
		switch near := c.nearIn(f.Tree, to); {
		case near != "":
			diagnostic.Severity = analysis.Warning
			diagnostic.Help = fmt.Sprintf("did you mean %s?", quote.Text("@"+strings.TrimPrefix(near, root+"/")))
		case dir == root || !c.hasLike(f.Tree, dir, path.Ext(to)):
			continue
		}
		c.pass.Report(diagnostic)
	}
}

// projectOf returns the directory of the project, if a file is in a client's directory in it.
func projectOf(f *analysis.File) (string, bool) {
	if f.Plugin || !isProject(f) {
		return "", false
	}
	i := strings.Index("/"+f.Rel, "/.")
	if i < 0 {
		return "", false
	}
	return path.Clean(f.Rel[:i]), true
}

// nearIn returns the file that a path was probably meant for: with a name in another case, or a similar name.
func (c *inclusions) nearIn(tree *analysis.Tree, to string) string {
	if other := tree.OtherCase(to); other != "" {
		return other
	}
	var names []string
	for _, name := range c.namesIn(tree)(path.Dir(to)) {
		if path.Ext(name) == path.Ext(to) {
			names = append(names, name)
		}
	}
	if best, ok := suggest.Best(path.Base(to), names); ok {
		return path.Join(path.Dir(to), best)
	}
	return ""
}

// hasLike reports whether a directory contains a file with an extension.
func (c *inclusions) hasLike(tree *analysis.Tree, dir, ext string) bool {
	for _, name := range c.namesIn(tree)(dir) {
		if path.Ext(name) == ext {
			return true
		}
	}
	return false
}
