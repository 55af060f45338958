package files

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// movedFiles are the checked files of a tree, by their last name, and the directories of its skills, by their last name with a "/".
type movedFiles map[string][]string

func indexFiles(files []*analysis.File, tree *analysis.Tree) movedFiles {
	all := movedFiles{}
	add := func(rel, end string) {
		all[path.Base(rel)+end] = append(all[path.Base(rel)+end], rel)
	}
	for _, f := range files {
		if f.Tree != tree {
			continue
		}
		add(f.Rel, "")
		if dir := path.Dir(f.Rel); f.Kind == analysis.Skill && path.Base(f.Rel) == "SKILL.md" && dir != "." {
			add(dir, "/")
		}
	}
	return all
}

// explain adds to the finding for a broken link its group, by the top directory of its target, and the place of the file now.
// Where each directory of the top has its files in one below it, such as "skills", the group names only that one.
func (m movedFiles) explain(d *analysis.Diagnostic, link *analysis.Link) {
	from := path.Dir(link.Rel)
	if real := link.Tree.Real(from); real != "" {
		from = real
	}
	target := path.Join(from, link.Target)
	top, rest, below := strings.Cut(target, "/")
	if below && top != ".." {
		d.Group = analysis.Group{Key: top, Message: analysis.Many + " broken symbolic links into " + quote.Text(top), Effect: "clients cannot read the files", Help: "correct or delete the links"}
	}
	now, safe := m.find(target)
	if now == "" || path.Ext(link.Rel) != path.Ext(now) { // a file for a directory, or vice versa
		return
	}
	to := relative(from, now)
	d.Help = ""
	d.SuggestedFixes = []analysis.SuggestedFix{{Title: "link to " + quote.Text(to) + ", where it is now", Safe: safe && link.Tree.Walked("."), Uncovers: true, Link: link, Target: to}}
	if d.Group.Key == "" {
		return
	}
	dir := now[:len(now)-commonEnd(now, target)]
	d.Group.Help = "link into " + quote.Text(path.Clean(dir)) + ", where the files are now"
	first, _, _ := strings.Cut(rest, "/")
	if sub, ok := strings.CutPrefix(dir, top+"/"+first+"/"); ok {
		d.Group.Help = "link into " + quote.Text(path.Clean(sub)) + " in each directory of it, where the files are now"
	}
}

// relative returns the path from a directory to a path, both relative to the root.
func relative(dir, to string) string {
	if dir != "." && !strings.HasPrefix(to, dir+"/") {
		return path.Join("..", relative(path.Dir(dir), to))
	}
	return strings.TrimPrefix(to, dir+"/")
}

// commonEnd returns the length of the path that two paths end with.
func commonEnd(a, b string) (length int) {
	for n := 1; n <= min(len(a), len(b)) && a[len(a)-n] == b[len(b)-n]; n++ {
		if n == len(a) || a[len(a)-n-1] == '/' {
			length = n
		}
	}
	return length
}

// find returns the path that a missing path has now, or "". safe: it is the only one with its name.
func (m movedFiles) find(missing string) (now string, safe bool) {
	end, known := identity(missing)
	top, _, _ := strings.Cut(missing, "/")
	key := path.Base(missing)
	if path.Ext(key) == "" {
		key += "/"
	}
	var all, near []string
	for _, p := range m[key] {
		if !strings.HasSuffix("/"+p, "/"+end) {
			continue
		}
		all = append(all, p)
		if strings.HasPrefix(p, top+"/") {
			near = append(near, p)
		}
	}
	switch {
	case len(all) == 1:
		return all[0], known
	case len(near) == 1:
		return near[0], false
	}
	return "", false
}

// common are names that many directories and skills have, so that they identify nothing.
var common = []string{"agents", "assets", "commands", "common", "config", "data", "docs", "examples", "hooks", "lib", "plugins", "references", "resources",
	"rules", "scripts", "shared", "skills", "src", "templates", "tests", "tools"}

// identity returns the end of a path that identifies its file wherever it is moved: its name and a directory with a name of its own,
// or the name of a skill's directory. known is false if the path has no such end, which is then the whole path.
func identity(missing string) (end string, known bool) {
	for at := len(missing); at > 0; {
		at = strings.LastIndexByte(missing[:at], '/')
		end = missing[at+1:]
		name, _, below := strings.Cut(end, "/")
		if (below || path.Ext(name) == "") && !slices.Contains(common, strings.ToLower(name)) {
			return end, true
		}
	}
	return end, false
}
