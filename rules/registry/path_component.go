package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// file reports a path of a directory of skills that is a file.
func (c pluginPaths) file(t registry.Text) {
	d := analysis.Diagnostic{Message: "path " + quote.Text(t.Value) + " in \"skills\" is a file", Effect: "Claude Code loads no skill from it",
		Help: "use the directory of a SKILL.md"}
	if path.Base(t.Value) == "SKILL.md" {
		dir := strings.TrimSuffix("./"+path.Dir(path.Clean(t.Value)), ".")
		if fixes := replacement(t, dir, false); fixes != nil {
			d.Help, d.SuggestedFixes = "", fixes
		}
	}
	c.report(t, d)
}

// dot reports a path that lacks "./".
func (c pluginPaths) dot(t registry.Text) {
	d := analysis.Diagnostic{Message: "path " + quote.Text(t.Value) + ` does not start with "./"`, Effect: "clients do not accept it as a path",
		SuggestedFixes: replacement(t, "./"+t.Value, true)}
	if d.SuggestedFixes == nil {
		d.Help = "use " + quote.Text("./"+t.Value)
	}
	c.report(t, d)
}

// missing reports a path that does not exist.
func (c pluginPaths) missing(t registry.Text, effect string) {
	rel := path.Join(c.root, t.Value)
	if other := c.tree.OtherCase(rel); other != "" {
		meant := "./" + strings.TrimPrefix(other[max(0, len(other)-len(path.Clean(t.Value))):], "/")
		d := analysis.Diagnostic{Message: "path " + quote.Text(t.Value) + " differs in case from " + quote.Text(meant), Effect: effect,
			SuggestedFixes: replacement(t, meant, false)}
		if d.SuggestedFixes == nil {
			d.Help = "use " + quote.Text(meant)
		}
		c.report(t, d)
		return
	}
	d := analysis.Diagnostic{Message: "broken path: " + quote.Text(t.Value) + " does not exist", Effect: effect, Help: "correct or remove the path"}
	switch dir := path.Dir(rel); {
	case dir == ".":
	case c.tree.IsDir(dir):
		d.Group = analysis.Group{Key: dir, Message: analysis.Many + " broken paths into the directory " + quote.Text(dir), Help: "correct or remove the paths"}
	default:
		d.Group = analysis.Group{Key: dir, Message: analysis.Many + " broken paths into the missing directory " + quote.Text(dir), Help: "correct or remove the paths"}
	}
	c.report(t, d)
}
