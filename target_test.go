package skilllint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneFindingForACause: what the dialect's rules and a targeted agent both object to is reported
// once, by whoever objects most.
func TestOneFindingForACause(t *testing.T) {
	t.Parallel()
	binary := build(t)
	for _, test := range []struct{ name, folder, header string }{
		{"no name", ".github/skills/mail", "description: Sorts mail. Use when asked."},
		{"another name", ".opencode/skills/mail", "name: post\ndescription: Sorts mail. Use when asked."},
		{"name too long", ".claude/skills/mail", "name: " + strings.Repeat("m", 70) + "\ndescription: Sorts mail. Use when asked."},
		{"capitals", ".cursor/skills/mail", "name: Mail\ndescription: Sorts mail. Use when asked."},
		{"empty name", ".gemini/skills/mail", "name:\ndescription: Sorts mail. Use when asked."},
		{"empty description", ".claude/skills/mail", "name: mail\ndescription:"},
		{"list", ".claude/skills/mail", "name: mail\ndescription: [a, b]"},
		{"description too long", ".codex/skills/mail", "name: mail\ndescription: Use when " + strings.Repeat("mail is old, ", 100)},
		{"twice", ".gemini/skills/mail", "name: mail\ndescription: Sorts mail. Use when asked.\ndescription: Sorts mail."},
		{"unknown field", "skills/mail", "name: mail\ndescription: Sorts mail. Use when asked.\nfoo: bar"},
		{"broken", "skills/mail", "name: mail\ndescription: \"Sorts mail. Use when asked."},
	} {
		dir := t.TempDir()
		folder := filepath.Join(dir, filepath.FromSlash(test.folder))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		text := "---\n" + test.header + "\n---\n\n# Mail\n\nSort it.\n"
		if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := inDir(dir, binary, "--format", "jsonl", "--select", "frontmatter,portability", "--ignore", "frontmatter/description",
			"--target", "codex,opencode,gemini,copilot,agentskills")
		if n := strings.Count(out, "\n"); err == nil || n != 1 {
			t.Errorf("%s: %d findings, want 1 (%v)\n%s", test.name, n, err, out)
		}
	}
}
