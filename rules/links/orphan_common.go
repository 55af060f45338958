package links

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// group returns the group of unreferenced files that other skills may have, too, from one template: a file next to SKILL.md, or
// the files of a directory that the specification does not name.
func (s *reachedSkill) group(g *lostGroup) analysis.Group {
	top := path.Dir(s.File.Rel)
	in := strings.TrimPrefix(g.Dir, top+"/")
	switch {
	case g.Dir == top && len(g.Files) == 1:
		name := strings.TrimPrefix(g.Files[0], top+"/")
		return analysis.Group{Key: name, Message: "unreferenced file " + quote.Text(name) + " in " + analysis.Many + " skills",
			Help: "link it from each SKILL.md, or remove it"}
	case g.Dir != top && !isBundled(in+"/"):
		return analysis.Group{Key: in + "/", Message: "unreferenced files in " + quote.Text(in+"/") + " of " + analysis.Many + " skills",
			Help: "link the files from each SKILL.md, or remove them"}
	}
	return analysis.Group{}
}

// topOf returns the start of a file.
func topOf(skill *analysis.File, rel string) analysis.Location {
	first := analysis.Position{Line: 1, Column: 1}
	return analysis.Location{Path: skill.Tree.Prefix + rel, Start: first, End: first}
}

// nameWords returns the words of a file's name without its extension, in lower case.
func nameWords(rel string) []string {
	stem := strings.ToLower(strings.TrimSuffix(path.Base(rel), path.Ext(rel)))
	return strings.FieldsFunc(stem, func(r rune) bool { return r >= 0x80 || !isWordByte(byte(r)) })
}

func isWordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 }
