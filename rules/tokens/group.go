package tokens

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// groups join findings with the same message in the files of one skill: an undeclared name is one
// problem, however many references use it.
type groups struct {
	found []analysis.Diagnostic
	index map[group]int
}

type group struct {
	skill   *analysis.File // or the file itself outside of skills
	message string
}

func newGroups() *groups { return &groups{index: map[group]int{}} }

// maxPlaces is the number of related places of a finding.
const maxPlaces = 10

func (g *groups) add(skill, file *analysis.File, d analysis.Diagnostic) {
	if skill == nil {
		skill = file
	}
	key := group{skill, d.Message}
	at, known := g.index[key]
	if !known {
		g.index[key] = len(g.found)
		g.found = append(g.found, d)
		return
	}
	first := &g.found[at]
	if len(first.Related) < maxPlaces {
		first.Related = append(first.Related, analysis.Related{Location: *d.Location, Message: "also in this file"})
	}
}

// place returns a finding at the first place of a placeholder; the other places are related.
func place(t placeholder.Placeholder) analysis.Diagnostic {
	at := t.Places[0]
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: t.Name}
	for i, p := range t.Places[1:] {
		message := "also here"
		if rest := t.Count - len(t.Places); rest > 0 && i == len(t.Places)-2 {
			message = fmt.Sprintf("also here, and in %s", quote.Plural(rest, "more place"))
		}
		d.Related = append(d.Related, analysis.Related{Location: p, Message: message})
	}
	return d
}
