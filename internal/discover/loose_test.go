package discover

import (
	"slices"
	"testing"
)

// Subagents and commands outside of client directories are recognized by the frontmatter of most files next to them.
func TestLooseFiles(t *testing.T) {
	const agent, command = "---\nname: a\ndescription: Reviews.\ntools: Read, Grep\n---\n", "---\ndescription: Ships.\nallowed-tools: Bash(git:*)\n---\n"
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		"agents/list.md":           "---\nname: b\ndescription: Writes.\ntools:\n  - Write\n---\n",
		"agents/model.md":          "---\nname: c\ndescription: a: b\nmodel: opus\n---\n",
		"agents/plain.md":          "---\nname: d\ndescription: Neither tools nor a model.\n---\n",
		"agents/notes.md":          "# Notes\n",
		"agents/README.md":         agent,
		"agents/_template.md":      agent,
		"agents/deep/a.md":         agent,
		"agents/deep/down/a.md":    agent,
		"agents/pages/a.md":        "# A\n",
		"agents/pages/b.md":        "# B\n",
		"agents/pages/c.md":        agent,
		"commands/ship.md":         command,
		"commands/hint.md":         "---\nargument-hint: file\n---\n",
		"dot/agents/a.md":          agent,
		"dot/skills/x/SKILL.md":    "---\nname: x\n---\n",
		"dot/skills/x/agents/a.md": agent,
		"other/agents/a.md":        agent,
		"archive/agents/a.md":      agent,
		"archive/skills/x/a.txt":   "",
		"few/skills/x/a.txt":       "",
		"few/agents/a.md":          agent,
		"few/agents/b.md":          "# B\n",
		"few/agents/c.md":          "# C\n",
		"open/skills/x/a.txt":      "",
		"open/agents/a.md":         "---\nname: a\ndescription: Builds.\nmode: subagent\ntools: Read\n---\n",
		"open/commands/a.md":       "---\ndescription: Builds.\nagent: build\n---\n",
	})
	lines, _ := walkLines(t, Options{Dir: root, Ceilings: root})
	want := []string{"agents/deep/a.md", "agents/deep/down/a.md", "agents/list.md", "agents/model.md", "agents/plain.md", "commands/hint.md", "commands/ship.md", "dot/agents/a.md",
		"dot/skills/x/SKILL.md", "dot/skills/x/agents/a.md"} // the last is a reference of the skill
	if got := paths(lines); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
