package links

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// A brokenTarget is a broken link with its finding.
type brokenTarget struct {
	link       link.Link
	diagnostic analysis.Diagnostic
}

// joined adds paths in code to the finding for a link of the same file to the same target, or into the same missing directory.
func joined(found []*brokenTarget) []*brokenTarget {
	type cause struct {
		from *analysis.File
		to   string
	}
	causeOf := func(l *link.Link) cause {
		if dir := missingDirectory(l); dir != "" {
			return cause{l.From, dir}
		}
		return cause{l.From, l.To}
	}
	links := map[cause]*brokenTarget{}
	for _, b := range found {
		if key := causeOf(&b.link); b.link.Form != link.FormCode && links[key] == nil {
			links[key] = b
		}
	}
	var all []*brokenTarget
	for _, b := range found {
		first := links[causeOf(&b.link)]
		if b.link.Form != link.FormCode || first == nil {
			all = append(all, b)
			continue
		}
		first.diagnostic.Related = append(first.diagnostic.Related,
			analysis.Related{Location: b.link.At, Message: "path in code: " + quote.Text(b.link.Written)})
	}
	return all
}

// missingDirectory returns the topmost directory of a target that does not exist, or "".
func missingDirectory(l *link.Link) string {
	missing := ""
	for dir := path.Dir(l.To); dir != "." && !analysis.LeavesRoot(dir) && !l.From.Tree.IsDir(dir); dir = path.Dir(dir) {
		missing = dir
	}
	return missing
}

// missingTogether joins the links into a directory that does not exist, those of a skill to files outside of it, those of a
// reference, and the paths in code of a file.
func missingTogether(l *link.Link) analysis.Group {
	unit := ""
	if l.Skill != nil {
		unit, _ = link.Unit(l.From.Tree, l.Skill.Rel)
	}
	missing, what := missingDirectory(l), noun(l.Form)+"s"
	switch {
	case isForPeople(l.From.Rel):
	case missing != "":
		return analysis.Group{Key: missing, Message: analysis.Many + " broken " + what + ": directory " + quote.Text(missing) + " does not exist",
			Help: "add the directory or remove the " + what}
	case l.LeavesUnit():
		return analysis.Group{Key: unit + "\x00", Message: analysis.Many + " broken " + what + " to files outside the skill", Help: "link to their URLs, or remove the links"}
	case l.From.Kind&analysis.Skill != 0 && l.Form != link.FormCode:
		return analysis.Group{Key: l.From.Rel + "\x00" + l.To, Message: analysis.Many + " broken " + what + ": " + targetKind(l) + " " + quote.Text(l.To) + " does not exist",
			Help: "add the " + targetKind(l) + " or remove the " + what}
	}
	return analysis.Group{Key: l.From.Rel + "\x00" + what, Message: analysis.Many + " broken " + what + " in this file", Help: "add the files or remove the " + what}
}
