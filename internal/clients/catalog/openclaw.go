package catalog

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// openclaw lists skills by name. If skills have the same name, it lists that of the last root. If the list is too long,
// it truncates all descriptions, then drops them, and then drops skills.
var openclaw = &Client{
	ID:       "openclaw",
	Versions: []string{"2026.9"},
	Grade:    loader.Measured,
	Source:   "openclaw 2026.9.6, buildSkillSnapshot, run",
	Checked:  "2026-11-29",
	Unit:     "characters",
	Places:   "skills and .agents/skills",
	list:     listOpenClaw,
}

func listOpenClaw(from Source, r Request) (List, error) {
	m := newMerger("openclaw")
	m.lastWins = true
	var list List
	manual := map[string]bool{} // by path
	requirements := 0
	roots := []Root{{Path: path.Join(r.Start, ".agents/skills"), Scope: "project"}, {Path: path.Join(r.Start, "skills"), Scope: "project"}}
	if r.Home != "" {
		roots = append([]Root{{Path: path.Join(r.Home, ".openclaw/skills"), Scope: "user"}, {Path: path.Join(r.Home, ".agents/skills"), Scope: "user"}}, roots...)
	}
	for _, root := range roots {
		if from.List(root.Path) == nil {
			continue
		}
		list.Roots = append(list.Roots, root)
		s := &openClawScan{from: from, root: root, enforced: root.Scope == "project"}
		found := s.skills()
		for _, c := range found {
			manual[c.path] = c.Manual
		}
		m.add(root.Path, found)
		m.lost = append(m.lost, s.lost...)
	}
	all := len(m.items)
	listed := slices.DeleteFunc(m.items, func(i Item) bool { return manual[i.Path] })
	sorting.By(listed, func(a, b Item) int { return compareNames(a.Name, b.Name) })
	for _, i := range listed {
		if from.Skill("openclaw", i.Path).Conditional {
			requirements++
		}
	}
	t := &openClawText{items: listed, home: r.Home}
	list.Text, list.Limit = t.fit(), openClawLimit
	list.Cost = t.cost
	sorting.By(m.lost, func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
	list.Items = append(t.shown, m.lost...)
	list.Notes = append(list.Notes, m.notes()...)
	if n := all - len(listed); n > 0 {
		list.Notes = append(list.Notes, omittedNote(n, "disable-model-invocation is true"))
	}
	if requirements > 0 {
		list.Notes = append(list.Notes, quote.Plural(requirements, "skill")+" with requirements listed: OpenClaw omits them where the programs, variables or operating systems are missing")
	}
	if len(listed) > 0 {
		list.Notes = append(list.Notes, "OpenClaw also lists its built-in skills; they are not listed here")
	}
	return list, nil
}

// An openClawScan finds the skills of a root.
type openClawScan struct {
	from     Source
	root     Root
	enforced bool // do not follow links to the outside of the root
	lost     []Item
}

const (
	openClawDepth      = 6
	openClawCandidates = 300 // subdirectories of one directory
	openClawLoaded     = 200 // skills of one root
)

// An openClawDir is a directory that may be a skill.
type openClawDir struct {
	path, name string // name: the sort key
	depth      int
}

// skills returns the skills that load, and adds the others to lost.
func (s *openClawScan) skills() []candidate {
	base := s.skillRoot()
	real := s.from.Real(base)
	var dirs []openClawDir
	if s.hasFile(base) {
		dirs = []openClawDir{{path: base}}
	} else {
		dirs = s.skillDirs(base, real)
		sorting.By(dirs, func(a, b openClawDir) int { return compareNames(a.name, b.name) })
	}
	var loaded []candidate
	for _, dir := range dirs {
		at := path.Join(dir.path, "SKILL.md")
		if !s.enforced {
			at = path.Join(s.from.Real(dir.path), "SKILL.md")
		}
		c := candidate{at, s.from.Skill("openclaw", at)}
		switch {
		case !c.Loads():
			s.lost = append(s.lost, c.rejectedItem())
		case len(loaded) == openClawLoaded:
			s.lost = append(s.lost, c.unlistedItem(Omitted, "OpenClaw loads the first 200 skills of "+s.root.Path))
		default:
			loaded = append(loaded, c)
		}
	}
	return loaded
}

// skillDirs returns the directories with a SKILL.md, level by level.
func (s *openClawScan) skillDirs(base, real string) []openClawDir {
	var found []openClawDir
	var queue []openClawDir
	for _, name := range s.children(base, true) {
		depth := 1
		if name == "skills" && !s.hasFile(path.Join(base, name)) {
			depth = 0
		}
		queue = append(queue, openClawDir{path.Join(base, name), name, depth})
	}
	for room := maxDirectories; len(queue) > 0 && room > 0; room-- {
		dir := queue[0]
		queue = queue[1:]
		own := s.from.Real(dir.path)
		switch {
		case own == "" || s.enforced && !isIn(real, own):
		case s.hasFile(dir.path):
			if file := s.from.Real(path.Join(dir.path, "SKILL.md")); file == "" || isIn(own, file) {
				found = append(found, dir)
			}
		case dir.depth < openClawDepth:
			for _, name := range s.children(dir.path, true) {
				queue = append(queue, openClawDir{path.Join(dir.path, name), dir.name + "/" + name, dir.depth + 1})
			}
		}
	}
	return found
}

// skillRoot returns the root, or its subdirectory "skills" if only that one has skills.
func (s *openClawScan) skillRoot() string {
	root := s.root.Path
	inner := path.Join(root, "skills")
	if s.from.List(inner) == nil || !s.hasFile(root) && s.contains(root, "skills", true) || !s.contains(inner, "", false) {
		return root
	}
	return inner
}

// contains reports whether a directory contains a skill at any depth. It does not follow links; if links is set, any link
// counts as a skill.
func (s *openClawScan) contains(dir, skip string, links bool) bool {
	queue := []openClawDir{{path: dir}}
	for room := maxDirectories; len(queue) > 0 && room > 0; room-- {
		at := queue[0]
		queue = queue[1:]
		if (at.depth > 0 || !links) && s.hasFile(at.path) {
			return true
		}
		if at.depth >= openClawDepth {
			continue
		}
		if links && slices.ContainsFunc(s.from.List(at.path), func(e Entry) bool {
			return e.Kind != File && e.Kind != Directory && e.Name != "node_modules" && !strings.HasPrefix(e.Name, ".") && (at.depth > 0 || e.Name != skip)
		}) {
			return true
		}
		for _, name := range s.children(at.path, false) {
			if at.depth > 0 || name != skip {
				queue = append(queue, openClawDir{path: path.Join(at.path, name), depth: at.depth + 1})
			}
		}
	}
	return false
}

// children returns the names of the subdirectories that the client reads.
func (s *openClawScan) children(dir string, links bool) []string {
	var names []string
	for _, e := range s.from.List(dir) {
		if (e.Kind == Directory || links && e.Kind == LinkedDir) && !strings.HasPrefix(e.Name, ".") && e.Name != "node_modules" {
			names = append(names, e.Name)
		}
	}
	if len(names) > openClawCandidates {
		more := slices.Contains(names[openClawCandidates:], "skills")
		if names = names[:openClawCandidates:openClawCandidates]; more && links {
			names = append(names, "skills")
		}
	}
	return names
}

// hasFile reports whether a directory has an entry SKILL.md of any kind.
func (s *openClawScan) hasFile(dir string) bool {
	return slices.ContainsFunc(s.from.List(dir), func(e Entry) bool { return e.Name == "SKILL.md" })
}

// isIn reports whether a path is a directory or in it.
func isIn(dir, at string) bool {
	return at == dir || strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/")
}
