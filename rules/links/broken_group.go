package links

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/link"
)

// A brokenTarget is a broken link with its finding.
type brokenTarget struct {
	link       link.Link
	severity   analysis.Severity
	diagnostic analysis.Diagnostic
	near       string // the suggested file, or empty
}

// joinMoved joins the links of a file into a directory if all of the files are in another directory. The fix replaces all
// of the links.
func joinMoved(found []*brokenTarget) []*brokenTarget {
	type cause struct {
		from     *analysis.File
		severity analysis.Severity
		is, to   string
		what     string
	}
	firsts := map[cause]*brokenTarget{}
	counts := map[*brokenTarget]int{}
	var all []*brokenTarget
	for _, b := range found {
		l, d := &b.link, &b.diagnostic
		if l.Found != "" || b.near == "" || path.Base(b.near) != path.Base(l.To) || len(d.SuggestedFixes) != 1 {
			all = append(all, b)
			continue
		}
		key := cause{l.From, d.Severity, path.Dir(l.To), path.Dir(b.near), noun(l.Form)}
		first := firsts[key]
		if first == nil {
			firsts[key], counts[b] = b, 1
			all = append(all, b)
			continue
		}
		counts[first]++
		to := quote.Text(strings.TrimSuffix(analysis.RelativePath(l.Dir, key.to), "/") + "/")
		joined, fix := &first.diagnostic, &first.diagnostic.SuggestedFixes[0]
		joined.Message = quote.Count(counts[first]) + " broken " + key.what + "s: the files are in " + to
		joined.Effect, joined.Help = "agents continue without the files", ""
		joined.Related = append(joined.Related, analysis.Related{Location: l.At, Message: "broken " + noun(l.Form) + ": " + quote.Text(l.Written)})
		joined.Related = append(joined.Related, d.Related...)
		fix.Title = "correct the paths"
		fix.Edits = append(fix.Edits, d.SuggestedFixes[0].Edits...)
	}
	return all
}

// minOutside is the number of links from which a missing file outside of their skills is one cause.
const minOutside = 3

// joinOutside groups links of several files to one missing file outside of their skills.
func joinOutside(found []*brokenTarget) []*brokenTarget {
	type file struct {
		tree *analysis.Tree
		to   string
	}
	counts := map[file]int{}
	isOutside := func(b *brokenTarget) bool { return strings.HasSuffix(b.diagnostic.Group.Key, "\x00") && b.near == "" }
	for _, b := range found {
		if isOutside(b) {
			counts[file{b.link.From.Tree, b.link.To}]++
		}
	}
	for _, b := range found {
		if isOutside(b) && counts[file{b.link.From.Tree, b.link.To}] >= minOutside {
			b.diagnostic.Group = analysis.Group{Key: "\x00" + b.link.To, Help: b.diagnostic.Help,
				Message: analysis.Many + " broken " + noun(b.link.Form) + "s: " + targetKind(&b.link) + " " + quote.Text(b.link.To) + " does not exist"}
		}
	}
	return found
}

// joinCode adds paths in code to the finding for a link of the same file to the same target, or into the same missing
// directory.
func joinCode(found []*brokenTarget) []*brokenTarget {
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
	dir := path.Dir(l.To)
	if strings.HasSuffix(l.Path, "/") && !l.LeavesUnit() {
		dir = path.Clean(l.To) // the link is to the directory itself
	}
	for ; dir != "." && !analysis.LeavesRoot(dir) && !l.From.Tree.IsDir(dir); dir = path.Dir(dir) {
		missing = dir
	}
	return missing
}

// misspelledDirectory returns the directory that contains the target of a link and has a name similar to that of the missing
// directory, if the specification defines the missing one.
func misspelledDirectory(l *link.Link) string {
	missing := missingDirectory(l)
	right, parent := path.Base(missing), path.Dir(missing)
	if right != "references" && right != "scripts" && right != "assets" {
		return ""
	}
	names := slices.DeleteFunc(slices.Clone(l.From.Tree.Entries(parent)), func(name string) bool {
		dir := path.Join(parent, name)
		return name+"s" == right || !l.From.Tree.IsDir(dir) || !l.From.Tree.Exists(dir+strings.TrimPrefix(l.To, missing))
	})
	if best, ok := suggest.NewIndex(names).Best(right); ok {
		return path.Join(parent, best)
	}
	return ""
}

func renaming(l *link.Link) string {
	return "rename the directory " + quote.Text(misspelledDirectory(l)) + " to " + quote.Text(path.Base(missingDirectory(l)))
}

// missingTogether returns the group of a link. It joins the links into a directory that does not exist, those of a skill to
// files outside of it, those of a reference, and the paths in code of a file.
func missingTogether(l *link.Link) analysis.Group {
	unit := ""
	if l.Skill != nil {
		unit, _ = link.Unit(l.From.Tree, l.Skill.Rel)
	}
	missing, what := missingDirectory(l), noun(l.Form)+"s"
	switch {
	case isForPeople(l.From.Rel):
	case misspelledDirectory(l) != "":
		return analysis.Group{Key: missing, Message: analysis.Many + " broken " + what + ": directory " + quote.Text(missing) + " does not exist", Help: renaming(l)}
	case missing != "":
		return analysis.Group{Key: missing, Message: analysis.Many + " broken " + what + ": directory " + quote.Text(missing) + " does not exist",
			Help: "add the directory or remove the " + what}
	case l.LeavesUnit() && l.Form != link.FormCode:
		return analysis.Group{Key: unit + "\x00", Message: analysis.Many + " broken " + what + " to files outside the skill", Help: "link to their URLs, or remove the links"}
	case l.From.Kind&analysis.Skill != 0 && l.Form != link.FormCode:
		return analysis.Group{Key: l.From.Rel + "\x00" + l.To, Message: analysis.Many + " broken " + what + ": " + targetKind(l) + " " + quote.Text(l.To) + " does not exist",
			Help: "add the " + targetKind(l) + " or remove the " + what}
	}
	return analysis.Group{Key: l.From.Rel + "\x00" + what, Message: analysis.Many + " broken " + what + " in this file", Help: "add the files or remove the " + what}
}

// isTextOf reports whether a path is the text of the link after it, which has the same path, or one that ends with it.
func isTextOf(l, next *link.Link) bool {
	return l.Form == link.FormCode && next.Form == link.FormLink && next.From == l.From && (next.To == l.To || next.Path == l.Path || strings.HasSuffix(next.Path, "/"+l.Path)) && next.At.Start.Line == l.At.Start.Line
}
