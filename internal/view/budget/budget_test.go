package budget

import "testing"

func TestAgentFolder(t *testing.T) {
	for rel, want := range map[string]string{
		".claude/skills/a/SKILL.md":           ".claude/skills",
		"sub/.agents/skills/a/b/SKILL.md":     "sub/.agents/skills",
		".opencode/skill/a/SKILL.md":          ".opencode/skill",
		".claude/skills/SKILL.md":             ".claude/skills",
		"plugins/a/skills/b/SKILL.md":         "",
		".claude/skills.md":                   "",
		".claude/x/skills/a/SKILL.md":         "",
		"skills/a/SKILL.md":                   "",
		"SKILL.md":                            "",
		".a/skills/b/.c/skills/d/SKILL.md":    ".a/skills",
		"team/skills/omnia/core/something.md": "",
	} {
		if got := agentFolder(rel); got != want {
			t.Errorf("agentFolder(%q) = %q, want %q", rel, got, want)
		}
	}
}
