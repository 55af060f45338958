package postprocess

import (
	"fmt"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

func TestJoin(t *testing.T) {
	one, two := analysis.NewTree("one"), analysis.NewTree("two")
	group := analysis.Group{Key: "links", Message: analysis.Many + " links to nothing"}
	at := func(path string, tree *analysis.Tree, severity analysis.Severity, g analysis.Group) finding.Finding {
		f := finding.Finding{Rule: "a/b", Severity: severity, Message: "link to nothing", Group: g, File: &analysis.File{Path: path, Tree: tree}}
		f.Place.Path = path
		return f
	}
	fixable := at("f", one, analysis.Info, group)
	fixable.Fixes = []finding.Fix{{Title: "remove it"}}
	runs := at("h", one, analysis.Error, group)
	runs.Fixes = []finding.Fix{{Title: "make it executable", Executable: &finding.File{Path: "h"}}}
	got := Join([]finding.Finding{
		at("a", one, analysis.Info, group),
		at("b", one, analysis.Info, analysis.Group{}),
		at("c", one, analysis.Info, group),
		at("d", one, analysis.Warning, group),
		at("e", two, analysis.Info, group),
		fixable,
		at("g", one, analysis.Info, group),
		runs, runs,
		at("i", one, analysis.Info, analysis.Group{Key: "plain"}), at("j", one, analysis.Info, analysis.Group{Key: "plain"}),
	})
	if n := len(got[len(got)-2].Fixes); n != 2 || len(runs.Fixes) != 1 {
		t.Errorf("a joined finding has %d fixes, want 2", n)
	}
	var lines string
	for _, f := range got {
		lines += fmt.Sprintf("%s %s: %s", f.Place.Path, f.Severity, f.Message)
		for _, r := range f.Related {
			lines += " " + r.Place.Path
		}
		lines += "\n"
	}
	want := "a info: 3 links to nothing c g\nb info: link to nothing\nd warning: link to nothing\ne info: link to nothing\nf info: link to nothing\nh error: 2 links to nothing h\ni info: link to nothing j\n"
	if lines != want {
		t.Errorf("got\n%swant\n%s", lines, want)
	}
}
