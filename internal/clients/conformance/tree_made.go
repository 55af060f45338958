package conformance

import (
	"fmt"
	"path"
	"strings"
)

// sizes are the numbers of skills of generated trees, in turn. Their count, 17, and the number of shapes are coprime,
// so that each shape gets every size.
var sizes = []int{1, 3, 10, 2, 25, 60, 6, 120, 15, 40, 4, 90, 30, 8, 200, 20, 50}

// large are the sizes of the last trees.
var large = []int{300, 400, 500, 650, 800, 1000, 1000}

// MadeTrees returns n generated trees with all shapes in turn. Their IDs start with prefix.
func MadeTrees(prefix string, seed uint64, n int) []*Tree {
	r := NewRandom(seed)
	var all []*Tree
	for i := range n {
		size := sizes[i%len(sizes)]
		if from := n - len(large); n > 100 && i >= from {
			size = large[i-from]
		}
		m := newMaker(fmt.Sprintf("%s-%03d", prefix, i+1), r.Next())
		shapes[i%len(shapes)](m)
		for _, more := range toggles { // additional features, sometimes
			if m.Percent(8) {
				more(m)
			}
		}
		m.skills(size)
		m.budget()
		m.tree.exclude(later...)
		m.tree.exclude(slow...)
		all = append(all, m.tree)
	}
	return all
}

// budget sets the window so that lists are truncated a lot, a little or not at all.
func (m *maker) budget() {
	cost := 0 // estimated tokens of all skills
	for _, f := range m.tree.Files {
		cost += (min(len(f.Data), 1024) + 30) / 4
	}
	of := func(percent int) int { return max(1, cost*percent/100) }
	percent := Pick(m.Random, []int{3, 10, 25, 40, 60, 75, 85, 92, 97, 100, 103, 110, 200})
	switch m.Below(6) {
	case 0, 1: // the client's default
	case 2:
		m.tree.Window = Pick(m.Random, []int{500, 1000, 2000, 4096, 8000, 16385, 32000, 48000, 64000, 128000, 200000, 372000, 500000, 871000})
	case 3, 4:
		m.tree.Window = max(50, min(871000, of(percent)*50+m.Below(50)))
	case 5:
		m.tree.Tokens = min(12000, of(percent))
	}
}

// shapes are the kinds of trees.
var shapes = []func(*maker){
	func(*maker) {},
	func(m *maker) { m.nested = 70 },
	severalRoots,
	func(m *maker) { m.odd = 60 },
	func(m *maker) { m.broken = 50 },
	addHome,
	addLinks,
	addPlugins,
	func(m *maker) { m.policies = 60 },
	equalNames,
	nestedStart,
	otherRoot,
	func(m *maker) { m.tree.Git = false },
	func(m *maker) { severalRoots(m); m.nested, m.odd, m.broken, m.policies = 30, 20, 15, 15 },
}

// toggles are features that are added to a shape.
var toggles = []func(*maker){
	func(m *maker) { m.nested = 30 }, func(m *maker) { m.odd = 20 }, func(m *maker) { m.broken = 15 }, func(m *maker) { m.policies = 15 },
	addPlugins, addLinks,
	func(m *maker) { m.shortest, m.longest = 10, 2000 },
	func(m *maker) { m.words = Pick(m.Random, scripts) },
}

// rootNames are skill directories in a project, including some that clients do not read.
var rootNames = []string{".agents/skills", ".codex/skills", ".claude/skills", ".gemini/skills", ".opencode/skills", ".opencode/skill", ".github/skills", "skills"}

// severalRoots distributes the skills over two to five directories of the project.
func severalRoots(m *maker) {
	m.roots = m.roots[:1]
	for range 1 + m.Below(4) {
		m.roots = append(m.roots, path.Join(Project, Pick(m.Random, rootNames)))
	}
}

// otherRoot puts all skills into a directory that only some clients read.
func otherRoot(m *maker) {
	m.roots = []string{path.Join(Project, Pick(m.Random, rootNames[1:5]))}
}

// addHome adds directories in the home directory.
func addHome(m *maker) {
	m.tree.Home = true
	for range 1 + m.Below(3) {
		m.roots = append(m.roots, path.Join(Home, Pick(m.Random, []string{".agents/skills", ".codex/skills", ".claude/skills", ".gemini/skills", ".config/opencode/skills", ".config/opencode/skill", ".copilot/skills"})))
	}
}

// nestedStart starts the client some levels below the repository, with skills in the directories in between and next to
// them.
func nestedStart(m *maker) {
	at := Project
	for i := range 1 + m.Below(4) {
		if m.Percent(25) {
			m.roots = append(m.roots, path.Join(at, "aside", ".agents/skills"))
		}
		at = path.Join(at, Pick(m.Random, []string{"packages", "app", "src", "deep er", fmt.Sprint("l", i)}))
		m.roots = append(m.roots, path.Join(at, Pick(m.Random, rootNames[:5])))
	}
	m.tree.Start = at
}

// equalNames gives many skills the same names. If two of them are in one directory, or in directories that are read
// concurrently, opencode and gemini keep a random one.
func equalNames(m *maker) {
	severalRoots(m)
	m.equal = 30
	m.tree.exclude("opencode", "gemini")
}

// addLinks adds links to a root that point to directories elsewhere in the project.
func addLinks(m *maker) {
	root := m.roots[0]
	if !strings.HasPrefix(root, Project+"/.") {
		return
	}
	up := strings.Repeat("../", strings.Count(strings.TrimPrefix(root, Project+"/"), "/")+1)
	if m.Percent(30) && m.tree.Start == Project { // link the whole root
		m.tree.link(root, strings.TrimPrefix(up, "../")+"library")
		m.roots = append(m.roots[1:], Project+"/library")
		return
	}
	library := Project + "/library"
	for range 1 + m.Below(5) {
		name := fmt.Sprintf("linked-%d", len(m.tree.Links))
		for range 1 + m.Below(3) {
			m.skill(m.parentDir(path.Join(library, name)))
		}
		m.tree.add(path.Join(library, name, "SKILL.md"), m.file(m.name(), m.description()))
		m.tree.link(path.Join(root, Pick(m.Random, []string{"", "a-", "z-"})+name), up+"library/"+name)
	}
}

// addPlugins adds plugins at some levels.
func addPlugins(m *maker) {
	m.nested = max(m.nested, 50)
	at := []string{Project, path.Join(Project, ".agents"), m.roots[0], path.Join(m.roots[0], "data"), path.Join(m.roots[0], "web"), path.Join(m.roots[0], "ops/data"), path.Join(m.roots[0], "data/web")}
	for range 1 + m.Below(4) {
		m.tree.add(path.Join(Pick(m.Random, at), Pick(m.Random, pluginDirs), "plugin.json"), Pick(m.Random, plugins))
	}
}
