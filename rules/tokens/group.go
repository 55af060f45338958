package tokens

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// groups joins findings with the same message in the files of a skill, because an undeclared name is one problem for any
// number of references that use it.
type groups struct {
	found  []analysis.Diagnostic
	skills []*analysis.File // skill of each finding, or the file outside of skills
	index  map[group]int
}

type group struct {
	skill   *analysis.File
	message string
}

func newGroups() *groups { return &groups{index: map[group]int{}} }

// maxPlaces limits the related locations of a finding.
const maxPlaces = 10

func (g *groups) add(skill, file *analysis.File, d analysis.Diagnostic) {
	if skill == nil {
		skill = file
	}
	key := group{skill, d.Message}
	at, known := g.index[key]
	if !known {
		g.index[key] = len(g.found)
		g.found, g.skills = append(g.found, d), append(g.skills, skill)
		return
	}
	first := &g.found[at]
	first.Severity, first.Must = max(first.Severity, d.Severity), first.Must || d.Must
	if len(first.Related) < maxPlaces {
		first.Related = append(first.Related, analysis.Related{Location: *d.Location, Message: "also in this file"})
	}
}

// bySkill joins the findings about a skill to one for each severity.
func (g *groups) bySkill(of analysis.Group) []analysis.Diagnostic {
	for i, skill := range g.skills {
		g.found[i].Group = of
		g.found[i].Group.Key = skill.Path
	}
	return g.found
}

// place returns a finding at the first occurrence of a placeholder, with the other occurrences as related locations.
func place(t placeholder.Placeholder) analysis.Diagnostic {
	at := t.Places[0]
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: t.Name}
	d.Related = otherPlaces(t.Places[1:])
	if rest, last := t.Count-len(t.Places), len(d.Related)-1; rest > 0 && last >= 0 {
		d.Related[last].Message += ", and in " + quote.Plural(rest, "more place")
	}
	return d
}

// otherPlaces returns the further locations of a finding in the order of the file, one per line.
func otherPlaces(places []analysis.Location) []analysis.Related {
	var related []analysis.Related
	for i, count := 0, 0; i < len(places); i += count {
		for count = 1; i+count < len(places) && places[i+count].Start.Line == places[i].Start.Line; {
			count++
		}
		message := "also here"
		if count > 1 {
			message = fmt.Sprintf("also here (%s times)", quote.Count(count))
		}
		related = append(related, analysis.Related{Location: places[i], Message: message})
	}
	return related
}

// alsoHere returns the locations of the first variables.
func alsoHere(d *analysis.Document, variables []placeholder.Variable) []analysis.Related {
	var places []analysis.Location
	for _, v := range variables {
		places = append(places, d.At(v.Range))
	}
	related := otherPlaces(places)
	return related[:min(len(related), maxPlaces)]
}
