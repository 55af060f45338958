package tokens

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

const maxClosure = 1_000 // files that one skill brings in

// twice reports files that come into a skill more than once. A reference is reported once, whichever
// skills it comes in by.
func (c *inclusions) twice() {
	reported := map[analysis.Location]bool{}
	for _, f := range c.pass.Workspace.Files {
		root, ok := c.index[file{f.Tree, f.Rel}]
		if f.Kind != analysis.Skill || !ok {
			continue
		}
		w := closure{inclusions: c, first: map[int]*inclusion{root: nil}, reported: reported}
		w.walk(root)
	}
}

// A closure is all that comes into one skill.
type closure struct {
	*inclusions
	first    map[int]*inclusion // by what brought each file in; nil: the skill itself
	open     []int              // the files on the way to where the walk is
	reported map[analysis.Location]bool
}

func (w *closure) walk(from int) {
	if len(w.first) > maxClosure || len(w.open) > maxClosure {
		return
	}
	w.open = append(w.open, from)
	for i := range w.edges[from] {
		e := &w.edges[from][i]
		before, again := w.first[e.to]
		switch {
		case !again:
			w.first[e.to] = e
			w.walk(e.to)
		case before != nil && !slices.Contains(w.open, e.to) && !w.reported[e.at]:
			w.reported[e.at] = true
			w.again(e, before)
		}
	}
	w.open = w.open[:len(w.open)-1]
}

// again reports a file that is there already.
func (w *closure) again(e, before *inclusion) {
	d := analysis.Diagnostic{Location: &e.at, Severity: analysis.Warning,
		Message: fmt.Sprintf("%s is inlined a second time, so its tokens are paid twice; take one reference out", quote.Text(w.files[e.to].Path)),
		Related: []analysis.Related{{Location: before.at, Message: "it comes in here first"}}}
	if before.at.Path != e.at.Path {
		d.Severity = analysis.Info
		d.Message = fmt.Sprintf("%s comes into the same skill from %s already, so its tokens are paid twice; take one reference out", quote.Text(w.files[e.to].Path), quote.Text(before.at.Path))
	}
	w.pass.Report(d)
}
