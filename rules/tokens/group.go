package tokens

import "github.com/skilllint/skilllint/analysis"

// groups join findings with one message in the files of one skill: a name that nothing declares is
// one fault, however many references use it.
type groups struct {
	found []analysis.Diagnostic
	index map[group]int
}

type group struct {
	skill   *analysis.File // or the file itself, where it is no skill's
	message string
}

func newGroups() *groups { return &groups{index: map[group]int{}} }

// maxPlaces is how many further places a finding shows.
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
