package links

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// minCommon is the number of skills from which unreferenced files of one name, or in directories of one name, are a convention
// of the collection: they have one cause and are reported once.
const minCommon = 10

// A lostKey identifies unreferenced files of several skills.
type lostKey struct {
	tree *analysis.Tree
	name string // of the file, or of the directory with a final slash, relative to the skill
}

func (s *reachedSkill) key(g *lostGroup, rel string) lostKey {
	top := path.Dir(s.File.Rel) + "/"
	switch in := strings.TrimPrefix(g.Dir, top); {
	case g.Dir+"/" == top, isBundled(in + "/"): // the directories of the specification have the files of each skill
		return lostKey{s.File.Tree, strings.TrimPrefix(rel, top)}
	default:
		return lostKey{s.File.Tree, in + "/"}
	}
}

// keys returns the different keys of a group.
func (s *reachedSkill) keys(g *lostGroup) []lostKey {
	var all []lostKey
	for _, rel := range g.Files {
		if k := s.key(g, rel); !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	return all
}

// topOf returns the start of a file.
func topOf(skill *analysis.File, rel string) analysis.Location {
	first := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: skill.Tree.Prefix + rel, Start: first, End: first}
}

// commonFinding reports files that many skills have and none mentions.
func commonFinding(k lostKey, places []analysis.Location) analysis.Diagnostic {
	slices.SortFunc(places, func(a, b analysis.Location) int { return strings.Compare(a.Path, b.Path) })
	d := analysis.Diagnostic{Location: &places[0], Measured: len(places), Effect: "agents read only files that something refers to",
		Help: "link it from each SKILL.md, or remove it"}
	d.Message = fmt.Sprintf("unreferenced file %s in %s skills", quote.Text(k.name), quote.Count(len(places)))
	if strings.HasSuffix(k.name, "/") {
		d.Message = fmt.Sprintf("unreferenced files in %s of %s skills", quote.Text(k.name), quote.Count(len(places)))
		d.Help = "link the files from each SKILL.md, or remove them"
	}
	if isImage(k.name) {
		d.Severity = analysis.Info
	}
	for _, at := range places[1:min(len(places), maxOrphans+1)] {
		d.Related = append(d.Related, analysis.Related{Location: at, Message: "also unreferenced"})
	}
	return d
}
