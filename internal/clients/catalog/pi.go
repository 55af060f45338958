package catalog

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// pi lists every skill completely. If skills have the same name, it lists the first one. In some directories, any
// Markdown file is a skill.
var pi = &Client{
	ID:       "pi",
	Versions: []string{"1.6"},
	Grade:    loader.Measured,
	Source:   "@earendil-works/pi-coding-agent 1.6.0, createAgentSession, run",
	Checked:  "2026-11-28",
	Unit:     "tokens",
	Places:   ".pi/skills, and .agents/skills from there up to the root of the repository",
	list:     listPi,
}

func listPi(from Source, r Request) (List, error) {
	p := &piScan{from: from, first: map[string]candidate{}, seen: map[string]bool{}}
	p.scanRoot(path.Join(r.Start, ".pi/skills"), "project", true)
	for _, dir := range upwards(r.Start, r.Project) {
		if dir != r.Home {
			p.scanRoot(path.Join(dir, ".agents/skills"), "project", false)
		}
	}
	if r.Home != "" {
		p.scanRoot(path.Join(r.Home, ".pi/agent/skills"), "user", true)
		p.scanRoot(path.Join(r.Home, ".agents/skills"), "user", false)
	}
	list := unlimited(escapedTags(p.listed, func(i Item) string { return i.Path }), p.roots, p.listed, p.lost)
	list.Notes = p.notes
	if p.manual > 0 {
		list.Notes = append(list.Notes, omittedNote(p.manual, "disable-model-invocation is true"))
	}
	if p.copies > 0 {
		list.Notes = append(list.Notes, copiesNote(p.copies, "Pi"))
	}
	return list, nil
}

// A piScan collects skills root by root.
type piScan struct {
	from   Source
	roots  []Root
	first  map[string]candidate // by name: the first skill
	seen   map[string]bool      // real paths of files
	listed []Item
	lost   []Item
	manual int
	copies int
	notes  []string
}

// scanRoot collects the skills of a root. Markdown files in .pi/skills itself are skills; in .agents/skills, those below it.
func (p *piScan) scanRoot(root, scope string, files bool) {
	if p.from.List(root) == nil {
		return
	}
	p.roots = append(p.roots, Root{Path: root, Scope: scope})
	var found []string
	room := maxDirectories
	ignored := false
	var visit func(dir string, above []string)
	visit = func(dir string, above []string) {
		real := p.from.Real(dir)
		if room--; room < 0 || real == "" || slices.Contains(above, real) {
			return
		}
		above = append(slices.Clip(above), real)
		entries := p.from.List(dir)
		if hasSkill(p.from, dir) {
			found = append(found, path.Join(dir, "SKILL.md"))
			return
		}
		for _, e := range entries {
			at := path.Join(dir, e.Name)
			switch {
			case slices.Contains([]string{".gitignore", ".ignore", ".fdignore"}, e.Name):
				ignored = true
			case strings.HasPrefix(e.Name, ".") || e.Name == "node_modules":
			case e.Kind == Directory || e.Kind == LinkedDir:
				visit(at, above)
			case (e.Kind == File || e.Kind == LinkedFile) && strings.HasSuffix(e.Name, ".md") && files == (dir == root):
				found = append(found, at)
			}
		}
	}
	visit(root, nil)
	for _, at := range found {
		p.add(candidate{at, p.from.Skill("pi", at)})
	}
	if room < 0 {
		p.notes = append(p.notes, tooManyNote(root))
	}
	if ignored {
		p.notes = append(p.notes, "Pi also applies the ignore files in "+root+"; they are not applied here")
	}
}

func (p *piScan) add(c candidate) {
	real := p.from.Real(c.path)
	if p.seen[real] {
		return
	}
	switch by, taken := p.first[c.Name]; {
	case !c.Loads() && path.Base(c.path) != "SKILL.md": // documentation
	case !c.Loads():
		p.lost = append(p.lost, c.rejectedItem())
	case taken && by.Description == c.Description: // the list is the same with either
		p.copies++
	case taken:
		p.lost = append(p.lost, c.unlistedItem(Omitted, "Pi lists the first skill with this name, "+by.path))
	default:
		p.first[c.Name], p.seen[real] = c, true
		if c.Manual {
			p.manual++
			return
		}
		p.listed = append(p.listed, c.fullItem())
	}
}
