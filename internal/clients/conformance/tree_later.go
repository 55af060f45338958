package conformance

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

var (
	// first are the clients whose lists are recorded for the sets "made" and "real"; later are the others.
	first = []string{"codex", "opencode", "gemini", "agentskills"}
	later = []string{"continue", "deepagents", "letta", "openclaw", "pi", "qwen"}

	// libraries are clients that are asked about all sets.
	libraries = []string{"adk", "cline", "codebuff", "strands"}

	// slow are clients that take seconds for each tree. They are asked about the table only, where OpenCode is.
	slow = []string{"kilo"}
)

// LaterTrees returns n generated trees with the directories of the later clients in place of those of the first.
// Their IDs start with prefix.
func LaterTrees(prefix string, seed uint64, n int) []*Tree {
	trees := MadeTrees(prefix, seed, n)
	for _, t := range trees {
		for i := range t.Files {
			t.Files[i].Path = relocate(t.Files[i].Path)
		}
		for i := range t.Links {
			t.Links[i].Path = relocate(t.Links[i].Path)
		}
		t.Without = slices.DeleteFunc(t.Without, func(id string) bool { return slices.Contains(later, id) })
		t.exclude(first...)
		t.exclude(slow...)
	}
	return trees
}

var (
	projectNames = strings.NewReplacer("/.codex/skills/", "/.qwen/skills/", "/.claude/skills/", "/.continue/skills/", "/.gemini/skills/", "/.pi/skills/",
		"/.opencode/skills/", "/.skills/", "/.opencode/skill/", "/.deepagents/skills/", "/.github/skills/", "/.claude/skills/")
	homeNames = strings.NewReplacer("/.codex/skills/", "/.openclaw/skills/", "/.claude/skills/", "/.continue/skills/", "/.gemini/skills/", "/.pi/agent/skills/",
		"/.config/opencode/skills/", "/.qwen/skills/", "/.config/opencode/skill/", "/.letta/skills/")
)

// relocate returns the corresponding path in another client's directory.
func relocate(at string) string {
	if strings.HasPrefix(at, Home+"/") {
		return homeNames.Replace(at)
	}
	return strings.TrimSuffix(projectNames.Replace(at+"/"), "/")
}

// laterTable returns the trees that cover one feature of the later clients each.
func laterTable() []*Tree {
	var all []*Tree
	for i, row := range laterRows {
		m := newMaker("later-"+row.id, uint64(3000+i))
		m.words, m.shortest, m.longest = latin, 20, 120
		m.tree.exclude(first...)
		m.tree.exclude(slow...)
		row.make(m)
		all = append(all, m.tree)
	}
	return all
}

// laterRoots are the skill directories of the later clients, in a project and in the home directory.
var laterRoots = []string{
	Project + "/.agents/skills", Project + "/.claude/skills", Project + "/.continue/skills", Project + "/.deepagents/skills", Project + "/.pi/skills",
	Project + "/.qwen/skills", Project + "/.skills", Project + "/skills",
	Home + "/.agents/skills", Home + "/.continue/skills", Home + "/.deepagents/agent/skills", Home + "/.letta/skills", Home + "/.openclaw/skills", Home + "/.pi/agent/skills", Home + "/.qwen/skills",
}

// addToAllRoots adds a file to a skill directory of each client.
func (m *maker) addToAllRoots(at, text string) {
	m.tree.Home = true
	for _, root := range []string{".agents/skills", ".continue/skills", ".deepagents/skills", ".pi/skills", ".qwen/skills"} {
		m.tree.add(path.Join(Project, root, at), text)
	}
}

var laterRows = []treeRow{
	{"roots", func(m *maker) {
		m.tree.Home = true
		for _, root := range laterRoots {
			m.skill(root)
		}
	}},
	{"roots-below", func(m *maker) {
		m.tree.Home = true
		m.tree.Start = Project + "/a/b"
		for _, root := range laterRoots {
			m.skill(root)
			if rest, ok := strings.CutPrefix(root, Project); ok {
				m.skill(Project + "/a" + rest)
				m.skill(Project + "/a/b" + rest)
			}
		}
	}},
	{"same-name", func(m *maker) {
		m.tree.Home = true
		for i, root := range laterRoots {
			m.tree.add(root+"/same/SKILL.md", m.file("same", fmt.Sprintf("Is in root %d.", i)))
			m.tree.add(root+"/zz/same/SKILL.md", m.file("same", fmt.Sprintf("Is below root %d.", i)))
			m.tree.add(root+"/aa/SKILL.md", m.file(Pick(m.Random, []string{"same", "same-too"}), fmt.Sprintf("Is also in root %d.", i)))
		}
	}},
	{"fields", func(m *maker) {
		for i, fields := range laterFields {
			name := fmt.Sprintf("f%02d", i)
			m.addToAllRoots(name+"/SKILL.md", "---\nname: "+name+"\ndescription: Has fields.\n"+fields+"\n---\nBody.\n")
		}
	}},
	{"lines", func(m *maker) {
		for i, text := range []string{"|\n  One.\n  Two.", "|\n\n  After a blank line.\n  Two.", `"One.\n\nTwo."`, `" One.\n Two."`, ">\n  One\n  two.\n\n  Three.", `"A\tB  C"`} {
			name := fmt.Sprintf("l%d", i)
			m.addToAllRoots(name+"/SKILL.md", "---\nname: "+name+"\ndescription: "+text+"\n---\nBody.\n")
		}
	}},
	{"nameless", func(m *maker) {
		m.addToAllRoots("a/SKILL.md", "---\ndescription: Has no name.\n---\n")
		m.addToAllRoots("g/b/SKILL.md", "---\ndescription: Has no name and is deeper.\n---\n")
		m.addToAllRoots("g/c/skill.md", "# Heading\n\nText.\n")
		m.addToAllRoots("g/d/SKILL.md", "---\nid: other\nname: d\ndescription: Has an id.\n---\n")
		m.addToAllRoots("g/e/SKILL.md", "---\ntitle: The e\ndescription: Has a title.\n---\n")
	}},
	{"files", func(m *maker) {
		m.addToAllRoots("file.md", m.file("file", "Is a file beside the directories."))
		m.addToAllRoots("README.md", "# Skills\n")
		m.addToAllRoots("group/one.md", m.file("one", "Is a file in a group."))
		m.addToAllRoots("group/deep/two.md", m.file("two", "Is a file deeper in a group."))
		m.addToAllRoots("group/deep/notes.md", "No frontmatter.\n")
		m.addToAllRoots("s/SKILL.md", m.file("s", "Has files."))
		m.addToAllRoots("s/other.md", m.file("other", "Belongs to a skill."))
	}},
	{"directories", func(m *maker) {
		for _, name := range []string{"x.backup-1-2", "x.installing-1-2", ".hidden", "node_modules", "with space", "skills", "skills/deep", "A", "a b/c"} {
			m.addToAllRoots(name+"/SKILL.md", m.file(strings.NewReplacer("/", "-", " ", "-", ".", "").Replace(name), "Is in a directory with a name."))
		}
	}},
	{"nested-roots", func(m *maker) {
		m.addToAllRoots("skills/a/SKILL.md", m.file("a", "Is below another directory of skills."))
		m.addToAllRoots("skills/b/c/SKILL.md", m.file("c", "Is deeper below it."))
		m.tree.add(Project+"/skills/skills/d/SKILL.md", m.file("d", "Is below skills/skills."))
		m.tree.add(Project+"/skills/e/SKILL.md", m.file("e", "Is beside skills/skills."))
	}},
	{"deep", func(m *maker) { m.tree.Home = true; chain(m, Project+"/skills/g", "l%d", 8) }},
	{"deep-alone", func(m *maker) {
		m.tree.add(Project+"/skills/1/2/3/4/5/6/SKILL.md", m.file("six", "Is at level six."))
		m.tree.add(Project+"/skills/1/2/3/4/5/6b/7/SKILL.md", m.file("seven", "Is at level seven."))
	}},
	{"many", func(m *maker) { m.shortest, m.longest = 10, 40; m.roots = laterRoots[:1]; m.skills(140) }},
	{"more-than-150", func(m *maker) { m.shortest, m.longest = 5, 12; m.skills(180) }},
	{"more-than-200", func(m *maker) { m.shortest, m.longest = 5, 12; m.skills(330) }},
	{"long", func(m *maker) { m.shortest, m.longest = 900, 1024; m.skills(30) }},
	{"long-names", func(m *maker) {
		for i := range 150 {
			name := fmt.Sprintf("%03d-%s", i, strings.Repeat("long-", 30))
			m.tree.add(path.Join(agents, name, "SKILL.md"), m.file(name, "Has a long name, so that not all of them fit."))
		}
	}},
	{"emoji", func(m *maker) { m.words, m.shortest, m.longest = emoji, 200, 900; m.skills(40) }},
	{"marked", func(m *maker) { m.words, m.shortest, m.longest = marked, 100, 900; m.skills(25) }},
}

// laterFields are lines of frontmatter that some of the later clients show or apply.
var laterFields = []string{
	"license: MIT", "license: ''", "license: 2", "license: [MIT]", "compatibility: Node 20", "license: MIT\ncompatibility: \" any \"", "compatibility: " + strings.Repeat("long ", 110),
	"allowed-tools: Read Write", "allowed-tools: Read, Write", "allowed-tools: [Read, ' Write ', '']", "allowed-tools: []", "allowed-tools: 7", "allowed-tools:\n  a: b", "allowed-tools: 'Bash(git add:*) Read'",
	"module: index.ts", "module: ./lib/index.js", "module: /abs.js", "module: ../up.js", "module: index.d.ts", "module: run.sh", "module: 7",
	"when_to_use: Always.", "when_to_use: |\n  One.\n  Two.", "when_to_use: ''", "when_to_use: [a]", "when_to_use: 7",
	"paths: ['src/**']", "paths: []", "paths: src", "priority: 5", "priority: high", "argument-hint: x",
	"disable-model-invocation: true", "disable-model-invocation: 'true'", "disable-model-invocation: True", "disable-model-invocation: yes", "disable-model-invocation: 1", "disable-model-invocation: on", "disable-model-invocation: ' true '", "disable-model-invocation: 'TRUE'", "disable-model-invocation: \"yes\"",
	"user-invocable: false", "metadata: {openclaw: {always: true}}", "metadata: {openclaw: {os: [plan9]}}", "metadata: {openclaw: {os: [linux]}}", "metadata: {openclaw: {requires: {bins: [no-such-program]}}}",
	"metadata: {openclaw: {requires: {env: [NO_SUCH_VARIABLE]}, always: true}}", "metadata: {openclaw: {requires: {anyBins: [no-such-program, sh]}}}",
}
