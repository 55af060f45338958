package catalog

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// opencode lists every skill completely, in the order of JavaScript's localeCompare. If skills have the same
// name, it lists the last one.
var opencode = &Client{
	ID:       "opencode",
	Versions: []string{"1.18"},
	Grade:    loader.Measured,
	Source:   "opencode-linux-x64 1.18.33, its requests recorded; the code that it is made of, read",
	Checked:  "2026-11-21",
	Unit:     "tokens",
	Places:   ".claude/skills, .agents/skills and .opencode/skills, from there up to the root of the repository",
	list:     listOpencode,
}

// opencodeBuiltin is the built-in skill.
var opencodeBuiltin = Item{Name: "customize-opencode", State: Full, Shown: 386,
	Description: "Use ONLY when the user is editing or creating opencode's own configuration: opencode.json, opencode.jsonc, files under .opencode/, " +
		"or files under ~/.config/opencode/. Also use when creating or fixing opencode agents, subagents, skills, plugins, MCP servers, or permission rules. " +
		"Do not use for the user's own application code, or for any project that is not configuring opencode itself."}

func listOpencode(from Source, r Request) (List, error) {
	m := newMerger("opencode")
	if r.Builtins {
		m.addBuiltin(opencodeBuiltin)
	}
	return m.listLikeOpencode(from, opencodeRoots(from, r, []string{".opencode"}, ".config/opencode"), escapes.Replace("<built-in>")), nil
}

func (m *merger) addBuiltin(i Item) {
	m.index[i.Name] = len(m.items)
	m.items = append(m.items, i)
}

// listLikeOpencode lists roots as OpenCode does, and Kilo Code, which is made of its code.
func (m *merger) listLikeOpencode(from Source, roots []opencodeRoot, builtin string) List {
	client := loader.Name(m.client)
	var read []Root
	var notes []string
	for _, root := range roots {
		w := walk{from: from, dots: root.dots, names: []string{"SKILL.md"}}
		w.search(root.Path)
		var found []candidate
		for _, p := range w.found {
			found = append(found, candidate{w.unrollLoop(p), from.Skill(m.client, p)})
		}
		m.add(root.Path, found)
		read, notes = append(read, root.Root), append(notes, w.notes(client, root.Path)...)
	}
	sorting.By(m.items, func(a, b Item) int { return compareNames(a.Name, b.Name) })
	text := tagged(m.items, func(i Item) string {
		if i.Path == "" {
			return builtin
		}
		return escapes.Replace(i.Path)
	})
	list := unlimited(text, read, m.items, m.lost)
	list.Notes = append(notes, m.notes()...)
	if i := slices.IndexFunc(m.items, func(i Item) bool { return !isExactlySorted(i.Name) }); i >= 0 && len(m.items) > 1 {
		list.Notes = append(list.Notes, "position of "+quote.Text(m.items[i].Name)+" in the list is an estimate, as it is not in Latin script")
	}
	return list
}

// An opencodeRoot is a skill directory.
type opencodeRoot struct {
	Root
	dots bool // search directories whose name starts with a dot
}

// opencodeRoots returns the existing roots, in the order in which they are read. own are the directories of the client's
// configuration in a project, and config is that in the home directory.
func opencodeRoots(from Source, r Request, own []string, config string) []opencodeRoot {
	var roots []opencodeRoot
	add := func(scope string, dots bool, parts ...string) {
		if dir := path.Join(parts...); from.List(dir) != nil {
			roots = append(roots, opencodeRoot{Root{Path: dir, Scope: scope}, dots})
		}
	}
	names := []string{".claude", ".agents"}
	if r.Home != "" {
		for _, name := range names {
			add("user", true, r.Home, name, "skills")
		}
	}
	above := upwards(r.Start, r.Project)
	for _, dir := range above {
		for _, name := range names {
			add("project", true, dir, name, "skills")
		}
	}
	var configured [][2]string
	if r.Home != "" {
		configured = append(configured, [2]string{"user", path.Join(r.Home, config)})
	}
	for _, dir := range above {
		for _, name := range own {
			configured = append(configured, [2]string{"project", path.Join(dir, name)})
		}
	}
	for _, name := range own {
		if r.Home != "" {
			configured = append(configured, [2]string{"user", path.Join(r.Home, name)})
		}
	}
	for _, c := range configured {
		add(c[0], false, c[1], "skill")
		add(c[0], false, c[1], "skills")
	}
	return roots
}

// maxLinks limits the links of one path, as on Linux.
const maxLinks = 40

// unrollLoop repeats a cycle of links as often as the operating system allows: opencode finds a skill by each
// of these paths, and usually lists the longest. With several cycles, there are too many paths to read.
func (w *walk) unrollLoop(skill string) string {
	if len(w.loops) != 1 {
		return skill
	}
	to := w.loops[0].target
	round, _ := strings.CutPrefix(w.loops[0].path, to)
	rest, ok := strings.CutPrefix(skill, to+"/")
	if !ok {
		return skill
	}
	rounds := min(maxLinks, max(0, maxPath-len(skill))/len(round))
	return to + strings.Repeat(round, rounds) + "/" + rest
}

const maxPath = 4095 // bytes of a path, as on Linux

// notes returns notes on results that vary between runs.
func (w *walk) notes(client, root string) []string {
	var notes []string
	switch {
	case len(w.loops) == 1:
		notes = append(notes, w.loops[0].path+" links to a parent directory; "+client+" follows it up to 40 times and lists one of the paths, which varies between runs")
	case len(w.loops) > 1:
		notes = append(notes, fmt.Sprintf("%s and %d more link to parent directories; %s follows all combinations and may not start", w.loops[0].path, len(w.loops)-1, client))
	}
	if w.truncated {
		notes = append(notes, tooManyNote(root))
	}
	return notes
}
