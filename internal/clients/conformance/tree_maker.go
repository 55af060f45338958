package conformance

import (
	"fmt"
	"path"
	"strings"
)

// A maker adds skills to a tree. The percentages specify how many skills are special.
type maker struct {
	*Random
	tree  *Tree
	names map[string]bool // used names in lower case

	roots             []string // the directories for skills
	words             script
	shortest, longest int // length of descriptions in characters

	nested, odd, broken, equal, policies int
}

func newMaker(id string, seed uint64) *maker {
	r := NewRandom(seed)
	m := &maker{Random: r, tree: &Tree{ID: id, Start: Project, Git: true}, names: map[string]bool{}, roots: []string{Project + "/.agents/skills"}}
	m.words = Pick(r, scripts)
	lengths := Pick(r, [][2]int{{10, 60}, {10, 60}, {60, 300}, {60, 300}, {300, 1024}, {1000, 1060}, {1500, 2000}, {10, 2000}})
	m.shortest, m.longest = lengths[0], lengths[1]
	return m
}

// skills adds n skills to the roots.
func (m *maker) skills(n int) *Tree {
	for range n {
		m.skill(m.parentDir(Pick(m.Random, m.roots)))
	}
	return m.tree
}

// parentDir returns the parent directory of the next skill.
func (m *maker) parentDir(root string) string {
	if !m.Percent(m.nested) {
		return root
	}
	parts := []string{root}
	for range 1 + m.Below(8) {
		parts = append(parts, Pick(m.Random, []string{"data", "web", "ops", "data", "web", "node_modules", ".hidden", "Tools", "группа", "a b", "SKILL"}))
		if m.Percent(45) {
			break
		}
	}
	return path.Join(parts...)
}

// skill adds a skill in its own directory below another.
func (m *maker) skill(dir string) {
	name := m.name()
	own := path.Join(dir, strings.NewReplacer("/", "-", "\\", "-", ".", "-").Replace(name))
	if m.Percent(m.broken) {
		m.tree.add(own+"/"+m.fileName(), m.invalidSkill(name))
		return
	}
	if m.Percent(m.policies) {
		m.tree.add(own+"/agents/openai.yaml", Pick(m.Random, policies))
	}
	m.tree.add(own+"/SKILL.md", m.file(name, m.description()))
}

// fileName returns the file name of an invalid skill.
func (m *maker) fileName() string {
	return Pick(m.Random, []string{"SKILL.md", "SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "Skill.md", "SKILL.MD", "SKILL.markdown"})
}

func (m *maker) description() string {
	return treeText(m.Random, m.words, m.shortest+m.Below(m.longest-m.shortest+1))
}

// file returns a valid skill.
func (m *maker) file(name, description string) string {
	key := name
	switch {
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || name == "" || strings.ContainsAny(name[:1], "-_"):
		key = single(nil, name)
	case m.Percent(10):
		key = double(nil, name)
	}
	lines := []string{"name: " + key, "description: " + Pick(m.Random, styles)(m.Random, description)}
	for m.Percent(25) {
		lines = append(lines, Pick(m.Random, extras))
	}
	return "---\n" + strings.Join(uniqueKeys(lines), "\n") + "\n---\n" + Pick(m.Random, []string{"\nBody.\n", "\n# Title\n\nText.\n", "", "\nText --- with\n---\nlines: of dashes\n"})
}

// uniqueKeys removes lines with duplicate keys.
func uniqueKeys(lines []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, line := range lines {
		key, _, _ := strings.Cut(line, ":")
		if !seen[key] {
			kept = append(kept, line)
		}
		seen[key] = true
	}
	return kept
}

var extras = []string{"license: MIT", "version: 1.2.0", "allowed-tools: Read, Write", "allowed-tools:\n  - Read\n  - Bash(git:*)", "metadata:\n  author: me\n  short-description: In short", "metadata:\n  version: \"1.0\"",
	"disable-model-invocation: true", "user-invocable: false", "compatibility: any", "when_to_use: always", "argument-hint: \"[file]\"", "tags: [a, b]"}

var nouns = strings.Fields("report chart table note page link mail ticket deploy test lint cache query index schema token secret module route widget icon theme draft review merge branch commit patch build image video audio font color model prompt agent skill plan budget audit trace metric alert backup restore")

// name returns a name that is unique in the tree, except for the percentage of equal names.
func (m *maker) name() string {
	if m.Percent(m.equal) {
		return Pick(m.Random, []string{"same", "same-too", "twin"})
	}
	for {
		name := Pick(m.Random, nouns) + "-" + Pick(m.Random, nouns)
		switch {
		case m.Percent(m.odd):
			name = m.oddName()
		case len(m.names) > 300 || m.Percent(30):
			name = fmt.Sprintf("%s-%d", name, m.Below(1000))
		}
		if folded := strings.ToLower(name); !m.names[folded] {
			m.names[folded] = true
			return name
		}
	}
}

// oddName returns a name that is too long, or whose byte order differs from its alphabetical order.
func (m *maker) oddName() string {
	a, b := Pick(m.Random, nouns), Pick(m.Random, nouns)
	switch m.Below(12) {
	case 0:
		return strings.ToUpper(a[:1]) + a[1:] + "-" + b
	case 1:
		return a + "_" + b
	case 2:
		return strings.ToUpper(a) + b
	case 3:
		return fmt.Sprintf("%d-%s", m.Below(120), a)
	case 4:
		return fmt.Sprintf("%s%d", a, m.Below(120))
	case 5:
		return a + " " + b
	case 6:
		return a + "." + b
	case 7:
		return a + strings.ToUpper(b[:1]) + b[1:]
	case 8:
		return strings.Repeat(a+"-", 64)[:62+m.Below(5)] + "x" // around the limit of 64
	case 9:
		return Pick(m.Random, []string{"(", "[", "@", "~", "+", "=", "$", "%", "#", "&", "!", "'", ",", ";", "^", "{", "-", "_"}) + a
	case 10:
		return a + Pick(m.Random, []string{"!", "+", "-", "_", "'s", "@home", "&co", "=1", "~", "(2)", ", " + b, ": " + b})
	}
	return a + "--" + b
}
