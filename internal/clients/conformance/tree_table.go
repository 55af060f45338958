package conformance

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// TreeTable returns the trees that cover one feature each.
func TreeTable() []*Tree {
	var all []*Tree
	for i, row := range slices.Concat(rows, moreRows) {
		m := newMaker("table-"+row.id, uint64(1000+i))
		m.words, m.shortest, m.longest = latin, 20, 120
		row.make(m)
		all = append(all, m.tree)
	}
	all = append(all, thresholds()...)
	all = append(all, kiloRoots())
	for _, t := range all {
		if !t.Asks("opencode") && t.ID != "table-kilo-roots" {
			t.exclude(slow...)
		}
	}
	return all
}

// agents is the root that most clients read.
const agents = Project + "/.agents/skills"

// A treeRow is a tree that covers one feature. Clients whose result is random are excluded: of two skills with the
// same name in one root, opencode and gemini keep a random one.
type treeRow struct {
	id   string
	make func(*maker)
}

var rows = []treeRow{
	{"none", func(*maker) {}},
	{"empty-roots", func(m *maker) {
		for _, root := range rootNames {
			m.tree.add(path.Join(Project, root, ".keep"), "")
		}
	}},
	{"root-is-file", func(m *maker) {
		m.tree.add(agents, "no folder")
		m.roots = []string{Project + "/.claude/skills"}
		m.skills(2)
	}},
	{"no-skill-loads", func(m *maker) { m.tree.add(agents+"/a/SKILL.md", "# a\n") }},
	{"one", func(m *maker) { m.skills(1) }},
	{"in-root", func(m *maker) {
		m.tree.add(agents+"/SKILL.md", m.file("in-root", "Lies in the root itself."))
		m.skills(2)
	}},
	{"all-roots", func(m *maker) {
		for _, root := range rootNames {
			m.skill(path.Join(Project, root))
		}
	}},
	{"all-home-roots", func(m *maker) {
		m.tree.Home = true
		for _, root := range append([]string{".config/opencode/skills", ".config/opencode/skill", ".copilot/skills"}, rootNames...) {
			m.skill(path.Join(Home, root))
		}
	}},
	{"deep", func(m *maker) { chain(m, agents, "l%d", 9) }},
	{"deep-hidden", func(m *maker) { chain(m, agents, ".l%d", 3) }},
	{"deep-modules", func(m *maker) { chain(m, agents, "node_modules%.0d", 3) }},
	{"skill-in-skill", func(m *maker) { chain(m, agents+"/outer", "inner%d", 3) }},
	{"roots-on-the-way", nestedRoots},
	{"roots-without-git", func(m *maker) {
		nestedRoots(m)
		m.tree.Git = false
		m.tree.exclude("opencode", "pi") // they read all directories up to /, including those outside the tree
	}},
	{"same-name-on-the-way", func(m *maker) {
		nestedRoots(m)
		for _, at := range []string{"", "a", "a/b", "a/b/c"} {
			m.tree.add(path.Join(Project, at, ".agents/skills/same/SKILL.md"), m.file("same", "Lies in /"+at))
		}
		m.tree.exclude("gemini")
	}},
	{"ten-roots", func(m *maker) {
		at := Project
		for i := range 12 {
			m.skill(at + "/.agents/skills")
			at += "/" + strconv.Itoa(i)
		}
		m.tree.Start = at
	}},
	{"case", func(m *maker) {
		for i, name := range []string{"SKILL.md", "skill.md", "Skill.md", "SKILL.MD", "skill.MD", "SKILL", "SKILL.mdx", "1SKILL.md"} {
			m.tree.add(fmt.Sprintf("%s/n%d/%s", agents, i, name), m.file(fmt.Sprint("n", i), "Is called "+name))
		}
		m.tree.add(agents+"/both/SKILL.md", m.file("both", "Large."))
		m.tree.add(agents+"/both/skill.md", m.file("both-small", "Small."))
		m.tree.add(agents+"/folder/SKILL.md/SKILL.md", m.file("in-folder", "Lies in a folder of that name."))
	}},
	{"names", func(m *maker) { m.odd = 100; m.skills(150) }},
	{"names-ascii", func(m *maker) {
		for c := rune(33); c < 127; c++ {
			for i, name := range []string{string(c), "a" + string(c), "a" + string(c) + "b", "A" + string(c) + "b"} {
				m.tree.add(fmt.Sprintf("%s/c%d-%d/SKILL.md", agents, c, i), m.file(name, "Has a sign."))
			}
		}
		m.tree.exclude("gemini") // it treats nine characters in names as equal
	}},
	{"names-world", func(m *maker) {
		for i, name := range strings.Fields("zebra Äpfel apfel äpfel Apfel éclair eclair ecole école über uber straße strasse ñandu nandu 数据 技能 データ スキル すきる 스킬 навык Навык ёлка елка δοκιμή مهارة 😀 🎉party ａｂｃ ﬁle file Ⅷ x² x2 x10 ı I i İ áb a\u200db") {
			m.tree.add(fmt.Sprintf("%s/w%d/SKILL.md", agents, i), m.file(name, "Is named in some script."))
		}
	}},
	{"equal", func(m *maker) { m.equal = 60; m.nested = 60; m.skills(20); m.tree.exclude("opencode", "gemini") }},
	{"plugins", func(m *maker) { manyPlugins(m, agents) }},
	{"plugin-above", func(m *maker) {
		m.tree.add(Project+"/.claude-plugin/plugin.json", `{"name": "whole-project"}`)
		m.nested = 50
		m.skills(12)
	}},
	{"plugin-three-kinds", func(m *maker) {
		for i, dir := range pluginDirs {
			m.tree.add(path.Join(agents, "p", dir, "plugin.json"), fmt.Sprintf(`{"name": "kind-%d"}`, i))
		}
		m.skill(agents + "/p")
	}},
	{"policies", func(m *maker) {
		for i, policy := range policies {
			m.tree.add(fmt.Sprintf("%s/p%02d/agents/openai.yaml", agents, i), policy)
			m.tree.add(fmt.Sprintf("%s/p%02d/SKILL.md", agents, i), m.file(fmt.Sprintf("p%02d", i), "Has a policy."))
		}
	}},
	{"wrong", func(m *maker) { m.broken = 100; m.skills(150) }},
	{"lengths", func(m *maker) {
		for _, words := range scripts[2:] {
			m.words = words
			for _, n := range []int{1, 10, 1000, 1023, 1024, 1025, 1026, 2000} {
				m.shortest, m.longest = n, n
				m.skills(1)
			}
		}
		m.tree.Window = 500000
	}},
	{"wide-window", func(m *maker) { m.shortest, m.longest = 1000, 2000; m.skills(60); m.tree.Window = 871000 }},
	{"narrow-window", func(m *maker) { m.odd = 50; m.skills(40); m.tree.Window = 500 }},
	{"own-skills", func(m *maker) { withBuiltins(m, 10, 0) }},
	{"own-skills-cut", func(m *maker) { withBuiltins(m, 40, 40000) }},
	{"own-skills-only-names", func(m *maker) { withBuiltins(m, 40, 30000) }},
	{"own-skills-gone", func(m *maker) { withBuiltins(m, 60, 12000) }},
	{"own-skills-alone", func(m *maker) { withBuiltins(m, 0, 0) }},
	{"link-root", func(m *maker) {
		m.tree.link(agents, "../skills")
		m.roots = []string{Project + "/skills"}
		m.skills(5)
	}},
	{"link-root-deep", func(m *maker) {
		m.tree.link(agents, "../library/of/skills")
		m.tree.add(Project+"/library/.codex-plugin/plugin.json", `{"name": "library"}`)
		m.roots = []string{Project + "/library/of/skills"}
		m.skills(5)
	}},
	{"link-agents", func(m *maker) {
		m.tree.link(Project+"/.agents", "shared")
		m.roots = []string{Project + "/shared/skills"}
		m.skills(5)
	}},
	{"link-other-root", func(m *maker) {
		m.skills(4)
		m.tree.link(Project+"/.claude/skills", "../.agents/skills")
		m.tree.exclude("opencode") // which of the two paths it shows varies
	}},
	{"link-codex-root", func(m *maker) { m.skills(4); m.tree.link(Project+"/.codex/skills", "../.agents/skills") }},
	{"link-both-roots", func(m *maker) {
		m.roots = []string{Project + "/library"}
		m.skills(4)
		m.tree.link(Project+"/.codex/skills", "../library")
		m.tree.link(agents, "../library")
	}},
	{"link-skills", func(m *maker) { addLinks(m); m.skills(3) }},
	{"link-into-other-root", func(m *maker) {
		m.skills(3)
		m.tree.add(Project+"/.codex/skills/mine/SKILL.md", m.file("mine", "Lies in another root."))
		m.tree.link(agents+"/mine", "../../.codex/skills/mine")
	}},
	{"link-alias", func(m *maker) {
		m.tree.add(agents+"/mm/SKILL.md", m.file("mm", "Has two paths."))
		m.tree.link(agents+"/aa", "mm")
		m.tree.link(agents+"/zz", "mm")
		m.skills(2)
		m.tree.exclude("opencode", "gemini")
	}},
	{"link-alias-group", func(m *maker) {
		m.roots = []string{agents + "/group"}
		m.skills(3)
		m.tree.link(agents+"/a-group", "group")
		m.tree.link(agents+"/group/self", "../group")
		m.tree.exclude("opencode", "gemini") // with two links to a parent, opencode does not start
	}},
	{"link-hidden", func(m *maker) {
		m.roots = []string{agents + "/.hidden/group"}
		m.skills(3)
		m.tree.link(agents+"/shown", ".hidden/group")
		m.tree.exclude("opencode")
	}},
	{"link-loop", func(m *maker) {
		m.tree.add(agents+"/a/SKILL.md", m.file("a", "Lies beside a loop."))
		m.tree.link(agents+"/a/loop", "..")
		m.tree.exclude("opencode") // it shows a random one of the many paths
	}},
	{"link-loop-self", func(m *maker) {
		m.skills(2)
		m.tree.link(agents+"/self", "self")
		m.tree.link(agents+"/ping", "pong")
		m.tree.link(agents+"/pong", "ping")
	}},
	{"link-loops", func(m *maker) {
		for _, name := range []string{"a", "b"} {
			m.tree.add(path.Join(agents, name, "SKILL.md"), m.file(name, "Lies beside a loop."))
			m.tree.link(path.Join(agents, name, "up"), "..")
		}
		m.tree.exclude("opencode") // with two loops, it does not start within two minutes
	}},
	{"link-nowhere", func(m *maker) {
		m.skills(2)
		m.tree.link(agents+"/gone", "../nowhere")
		m.tree.link(agents+"/also/SKILL.md", "../../nowhere/SKILL.md")
	}},
	{"link-file", func(m *maker) {
		m.tree.add(Project+"/library/a.md", m.file("linked-file", "Is a link."))
		m.tree.link(agents+"/linked-file/SKILL.md", "../../../library/a.md")
		m.tree.add(agents+"/policy/SKILL.md", m.file("policy", "Has a linked policy."))
		m.tree.add(Project+"/library/openai.yaml", policies[0])
		m.tree.link(agents+"/policy/agents/openai.yaml", "../../../../library/openai.yaml")
		m.skills(2)
	}},
	{"many-folders", func(m *maker) {
		for i := range 2100 { // codex reads 2,000
			m.tree.Files = append(m.tree.Files, File{fmt.Sprintf("%s/d%04d/note.md", agents, i), nil})
		}
		for _, name := range []string{"a", "d0100/x", "d1990/x", "d1998/x", "d1999/x", "d2050/x", "z"} {
			m.tree.add(path.Join(agents, name, "SKILL.md"), m.file(strings.ReplaceAll(name, "/", "-"), "Lies among many."))
		}
		m.tree.exclude("opencode", "gemini", "agentskills")
	}},
	{"many-files", func(m *maker) {
		for i := range 20100 { // codex reads 20,000 entries
			m.tree.Files = append(m.tree.Files, File{fmt.Sprintf("%s/b/%05d", agents, i), nil})
		}
		for _, name := range []string{"a", "c", "b/x"} {
			m.tree.add(path.Join(agents, name, "SKILL.md"), m.file(strings.ReplaceAll(name, "/", "-"), "Lies among many."))
		}
		m.tree.exclude("opencode", "gemini", "agentskills") // they have no such limit, and take long
		m.tree.exclude(later...)
	}},
}

// chain adds a skill to each of n nested directories.
func chain(m *maker, at, pattern string, n int) {
	for i := range n {
		at = path.Join(at, fmt.Sprintf(pattern, i))
		m.tree.add(at+"/SKILL.md", m.file(m.name(), fmt.Sprintf("Lies %d folders below the root.", i+1)))
	}
}

// nestedRoots starts the client three directories below the repository, with all roots in each.
func nestedRoots(m *maker) {
	m.tree.Start = Project + "/a/b/c"
	for _, at := range []string{"", "a", "a/b", "a/b/c", "a/b/c/d", "a/x"} {
		for _, root := range rootNames {
			m.skill(path.Join(Project, at, root))
		}
	}
}

// manyPlugins adds a plugin for each content in plugins.
func manyPlugins(m *maker, root string) {
	for i, content := range plugins {
		at := fmt.Sprintf("%s/plugin-%02d", root, i)
		m.tree.add(path.Join(at, pluginDirs[i%3], "plugin.json"), content)
		m.tree.add(path.Join(at, "skills", fmt.Sprintf("s%02d", i), "SKILL.md"), m.file(fmt.Sprintf("s%02d", i), "Belongs to a plugin."))
	}
	m.tree.Window = 871000
}

// withBuiltins adds n skills, and has clients list their built-in skills too.
func withBuiltins(m *maker, n, window int) {
	m.tree.Home, m.tree.Builtin, m.tree.Window = true, true, window
	m.tree.add(Home+"/.agents/skills/mine/SKILL.md", m.file("mine", "Lies in the home directory."))
	m.skills(n)
	m.tree.exclude("opencode", "gemini", "agentskills") // their built-in skills do not affect the list
}

// thresholds returns the same skills with different budgets, which only codex has.
func thresholds() []*Tree {
	var all []*Tree
	for i, tokens := range []int{1, 2, 5, 20, 60, 90, 112, 113, 114, 120, 150, 200, 250, 280, 320, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1500, 5000, 10000, 10001} {
		m := newMaker(fmt.Sprintf("table-tokens-%05d", tokens), 77)
		m.words, m.shortest, m.longest = scripts[2+i%5], 60, 200
		m.roots = append(m.roots, Project+"/.codex/skills")
		m.tree.Tokens = tokens
		m.tree.exclude("opencode", "gemini", "agentskills")
		m.tree.exclude(later...)
		all = append(all, m.skills(20))
	}
	return all
}

// kiloRoots returns a tree with the directories of Kilo Code. Each two of them have a skill with the same name.
func kiloRoots() *Tree {
	m := newMaker("table-kilo-roots", 9000)
	m.tree.Home, m.tree.Start = true, Project+"/s"
	m.tree.exclude(slices.Concat(first, later, libraries)...)
	roots := []string{"home/.claude/skills", "home/.agents/skills", "home/.config/kilo/skills", "home/.config/kilo/skill", "home/.kilo/skills", "home/.kilo/skill", "home/.kilocode/skills",
		"project/.claude/skills", "project/.agents/skills", "project/.kilo/skills", "project/.kilo/skill", "project/.kilocode/skills", "project/.opencode/skills", "project/s/.kilo/skills", "project/s/.kilocode/skills", "project/s/.agents/skills"}
	for i, a := range roots {
		for _, b := range roots[i+1:] {
			name := fmt.Sprintf("s%d-%d", i, slices.Index(roots, b))
			for _, root := range []string{a, b} {
				m.tree.add(path.Join(root, name, "SKILL.md"), m.file(name, "Is in "+root+"."))
			}
		}
	}
	return m.tree
}
