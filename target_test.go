package skilllint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneFindingPerCause checks that a problem for both the dialect's rules and a target client is reported once,
// with the higher severity.
func TestOneFindingPerCause(t *testing.T) {
	t.Parallel()
	binary := build(t)
	for _, test := range []struct{ name, dir, frontmatter string }{
		{"no name", ".github/skills/mail", "description: Sorts mail. Use when asked."},
		{"name mismatch", ".opencode/skills/mail", "name: post\ndescription: Sorts mail. Use when asked."},
		{"name too long", ".claude/skills/mail", "name: " + strings.Repeat("m", 70) + "\ndescription: Sorts mail. Use when asked."},
		{"upper-case name", ".cursor/skills/mail", "name: Mail\ndescription: Sorts mail. Use when asked."},
		{"empty name", ".gemini/skills/mail", "name:\ndescription: Sorts mail. Use when asked."},
		{"empty description", ".claude/skills/mail", "name: mail\ndescription:"},
		{"list as description", ".claude/skills/mail", "name: mail\ndescription: [a, b]"},
		{"description too long", ".codex/skills/mail", "name: mail\ndescription: Use when " + strings.Repeat("mail is old, ", 100)},
		{"duplicate field", ".gemini/skills/mail", "name: mail\ndescription: Sorts mail. Use when asked.\ndescription: Sorts mail."},
		{"unknown field", "skills/mail", "name: mail\ndescription: Sorts mail. Use when asked.\nfoo: bar"},
		{"unclosed quote", "skills/mail", "name: mail\ndescription: \"Sorts mail. Use when asked."},
	} {
		dir := t.TempDir()
		skill := filepath.Join(dir, filepath.FromSlash(test.dir))
		if err := os.MkdirAll(skill, 0o755); err != nil {
			t.Fatal(err)
		}
		text := "---\n" + test.frontmatter + "\n---\n\n# Mail\n\nSort it.\n"
		if err := os.WriteFile(filepath.Join(skill, "SKILL.md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := runIn(dir, binary, "--format", "jsonl", "--select", "frontmatter,portability", "--ignore", "frontmatter/description",
			"--target", "codex,opencode,gemini,copilot,agentskills")
		if n := strings.Count(out, "\n"); err == nil || n != 1 {
			t.Errorf("%s: %d findings, want 1 (%v)\n%s", test.name, n, err, out)
		}
	}
}
