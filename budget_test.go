package skilllint_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSameTokens compares token counts in findings with those of the budget command.
func TestSameTokens(t *testing.T) {
	t.Parallel()
	binary, dir := build(t), t.TempDir()
	for path, text := range map[string]string{
		".claude/skills/latin/SKILL.md": strings.Repeat("Sort the mail by its sender, then by date.\n", 800),
		".claude/skills/large/SKILL.md": strings.Repeat("if err != nil { return err }\n", 4_000),
		".agents/skills/dense/SKILL.md": strings.Repeat("审查每一次提交，检查错误处理和测试覆盖率。\n", 700),
		"skills/ct-limited/SKILL.md":    strings.Repeat("Sort the mail by its sender, then by date.\n", 600),
		"skills/ct-dense/SKILL.md":      strings.Repeat("审查每一次提交，检查错误处理。\n", 800),
		"skills/manifest.json": `{"_meta": {"schemaVersion": "1.0.0"}, "skills": [
			{"name": "ct-limited", "version": "1.0.0", "path": "skills/ct-limited", "token_budget": 2000},
			{"name": "ct-dense", "version": "1.0.0", "path": "skills/ct-dense", "token_budget": 2000}]}`,
	} {
		if name := filepath.Base(filepath.Dir(path)); strings.HasSuffix(path, ".md") {
			text = "---\nname: " + name + "\ndescription: Sorts mail. Use when asked.\n---\n\n" + text
		}
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var report struct {
		Skills []struct {
			Path   string `json:"path"`
			Tokens int    `json:"tokens"`
		} `json:"skills"`
	}
	out, err := runIn(dir, binary, "budget", "--format", "json")
	if err == nil {
		err = json.Unmarshal([]byte(out), &report)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, _ = runIn(dir, binary, "--format", "jsonl", "--select", "budget/skill")
	found := map[string]int{}
	for line := range strings.Lines(out) {
		var f struct{ Path, Message string }
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		if tokens := regexp.MustCompile(`about ([\d,]+) tokens`).FindStringSubmatch(f.Message); tokens != nil {
			found[f.Path], _ = strconv.Atoi(strings.ReplaceAll(tokens[1], ",", ""))
		}
	}
	if len(found) != len(report.Skills) {
		t.Errorf("%d findings for %d skills:\n%s", len(found), len(report.Skills), out)
	}
	for _, s := range report.Skills {
		if found[s.Path] != s.Tokens {
			t.Errorf("%s: %d tokens in the finding, %d in the report", s.Path, found[s.Path], s.Tokens)
		}
	}
}
