package discover

import (
	"slices"
	"strings"
	"testing"
)

// TestDeclared checks plugins that only a marketplace names, and components that manifests list.
func TestDeclared(t *testing.T) {
	files := emptyFiles(`
one/agents/a.md one/commands/a.md one/hooks/hooks.json one/skills/x/SKILL.md one/sub/agents/a.md one/listed/b.md one/extra.md
two/agents/a.md base/two/agents/a.md base/two/named/c.md own/agents/a.md own/cmds/a.md own/cmds/deep/b.md own/cmds/README.md own/cmds/x/SKILL.md own/agent.md own/styles/s.md own/my/hooks.json own/my/servers.json own/my/notes.txt own/one.md
other/agents/a.md other/agents/b.agent.md other/plugin.json none/agents/a.md outside.md plugins/p/agents/a.md
codex/.codex-plugin/x codex/skills/x/SKILL.md shared/.codex-plugin/x shared/skills/x/SKILL.md shared/skills/y/SKILL.md`)
	files[".claude-plugin/marketplace.json"] = `{"metadata": {"pluginRoot": "./base"}, "plugins": [{"source": "./", "skills": ["./shared/skills/x"]},
		{"name": "one", "source": "./one", "agents": ["./extra.md", 1], "commands": "./listed"},
		{"name": "two", "source": "two", "commands": {"c": {"source": "./named/c.md"}, "d": {"content": "x"}}},
		{"name": "other", "source": "./other"}, {"source": {"source": "github", "repo": "a/b"}}, {"source": "../outside"}, 7, {"source": "/none"}, {"source": "./plugins/*"}]}`
	files["own/.claude-plugin/plugin.json"] = `{"commands": ["./cmds", "./one.md", "../outside.md"], "agents": "./agent.md", "outputStyles": ["./styles/"],
		"hooks": ["./my/hooks.json", {"hooks": {}}], "mcpServers": "./my/servers.json", "skills": 1}`
	files["broken/.claude-plugin/plugin.json"] = `{"commands": ["./cmds"`
	files["broken/cmds/a.md"] = ""
	root := t.TempDir()
	writeTree(t, root, files)
	lines, _ := walkLines(t, Options{Dir: root, Ceilings: root})
	var got []string
	for _, l := range lines {
		if f := strings.Split(l, " | "); !strings.HasSuffix(f[0], "plugin.json") && !strings.HasSuffix(f[0], "marketplace.json") {
			got = append(got, strings.Join(f[:3], " "))
		}
	}
	want := []string{
		"base/two/agents/a.md agent claude-code", "base/two/named/c.md command claude-code",
		"codex/skills/x/SKILL.md skill agentskills?",
		"one/agents/a.md agent claude-code", "one/commands/a.md command claude-code", "one/extra.md agent claude-code", "one/hooks/hooks.json hooks claude-code",
		"one/listed/b.md command claude-code", "one/skills/x/SKILL.md skill claude-code",
		"other/agents/a.md agent claude-code", "other/agents/b.agent.md agent copilot",
		"own/agent.md agent claude-code", "own/agents/a.md agent claude-code", "own/cmds/a.md command claude-code", "own/cmds/deep/b.md command claude-code",
		"own/cmds/x/SKILL.md skill claude-code", "own/my/hooks.json hooks claude-code", "own/my/servers.json mcp claude-code", "own/one.md command claude-code",
		"own/styles/s.md output-style claude-code", "shared/skills/x/SKILL.md skill claude-code", "shared/skills/y/SKILL.md skill claude-code", "two/agents/a.md agent claude-code",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
