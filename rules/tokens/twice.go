package tokens

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

const maxClosure = 1_000 // inlined files per skill

// duplicates reports files that are inlined in a skill more than once. Each reference is reported once, for any number of skills.
func (c *inclusions) duplicates() {
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

// A closure is the set of all files that a skill inlines.
type closure struct {
	*inclusions
	first    map[int]*inclusion // reference that first inlined each file; nil for the skill
	open     []int              // files on the path from the skill to the current file
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
			w.reportDuplicate(e, before)
		}
	}
	w.open = w.open[:len(w.open)-1]
}

// reportDuplicate reports a file that is already inlined.
func (w *closure) reportDuplicate(e, before *inclusion) {
	d := analysis.Diagnostic{Location: &e.at, Severity: analysis.Warning,
		Message: "file is inlined twice: " + quote.Text(w.files[e.to].Path),
		Effect:  "its text costs tokens twice", Help: "remove one of the references",
		Related: []analysis.Related{{Location: before.at, Message: "first inlined here"}}}
	if before.at.Path != e.at.Path {
		d.Severity = analysis.Info
		d.Message = fmt.Sprintf("file is already inlined by %s: %s", quote.Text(before.at.Path), quote.Text(w.files[e.to].Path))
	}
	w.pass.Report(d)
}
