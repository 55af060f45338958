package tokens

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/link"
)

// command reports references of a command of Claude Code to missing files of its project. Paths are relative to the working
// directory, the root of the project. Files in directories that do not exist may be those of other projects, or created later.
func (c *inclusions) command(file *analysis.File, found link.References) {
	root, _, ok := strings.Cut("/"+file.Rel, "/.claude/commands/")
	if !ok || file.Plugin {
		return
	}
	for i := range found.Places {
		p := &found.Places[i]
		to := path.Join(strings.TrimPrefix(root, "/"), p.Path)
		dir := path.Dir(to)
		if p.Quoted || p.Glob || path.Ext(p.Path) == "" || !strings.Contains(strings.TrimPrefix(p.Path, "./"), "/") || path.IsAbs(p.Path) ||
			analysis.LeavesRoot(to) || file.Tree.Stat(to) != analysis.Absent || !file.Tree.IsDir(dir) {
			continue
		}
		d := analysis.Diagnostic{Location: &p.At, Severity: analysis.Warning,
			Message: "broken file reference: " + quote.Text("@"+p.Path) + " does not exist",
			Effect:  "Claude Code does not insert it, and the model reads the path", Help: "reference an existing file"}
		if near, ok := suggest.Best(path.Base(to), file.Tree.Entries(dir)); ok {
			d.Help = "did you mean " + quote.Text("@"+path.Join(path.Dir(p.Path), near)) + "?"
		}
		c.pass.Report(d)
	}
}
