package catalog_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
)

func TestClaudeCode(t *testing.T) {
	files := map[string]string{
		"/h/.claude/skills/both/SKILL.md": skill("both", "Of the user."), "/p/.claude/skills/both/SKILL.md": skill("both", "Of the project."),
		"/p/sub/.claude/skills/near/SKILL.md": skill("near", "Near.\nwhen_to_use: Often."), "/p/.claude/skills/none/SKILL.md": "# Title\n\nThe first paragraph\nof the text.\n",
		"/p/.claude/skills/hand/SKILL.md": skill("hand", "By hand.\ndisable-model-invocation: true"), "/p/.claude/skills/off/SKILL.md": skill("off", "Off.\ndisable-model-invocation: false"), "/p/.claude/skills/deep/er/SKILL.md": skill("er", "Deeper."),
		"/p/.agents/skills/x/SKILL.md": skill("x", "Elsewhere."), "/p/.claude/skills/long/SKILL.md": skill("long", strings.Repeat("字", 1_500)+"\nwhen_to_use: "+strings.Repeat("w", 50)),
		"/p/.claude/skills/longer/SKILL.md": skill("longer", strings.Repeat("x", 1_600)),
	}
	list := listOf(t, "claude-code", files, func(r *catalog.Request) { r.Start = "/p/sub" })
	equal(t, "list", list.Text, "- both: Of the user.\n- long: "+strings.Repeat("字", 1_500)+" "+strings.Repeat("w", 35)+"\n- longer: "+strings.Repeat("x", 1_536)+
		"\n- near: Near. Often.\n- none: The first paragraph of the text.\n- off: Off.\n")
	equal(t, "states", states(list), `full both /h/.claude/skills/both/SKILL.md 12 0
cut long /p/.claude/skills/long/SKILL.md 1500 0 description and when_to_use are 1,551 characters long (limit 1,536)
cut longer /p/.claude/skills/longer/SKILL.md 1536 64 description and when_to_use are 1,600 characters long (limit 1,536)
full near /p/sub/.claude/skills/near/SKILL.md 5 0
full none /p/.claude/skills/none/SKILL.md 32 0
full off /p/.claude/skills/off/SKILL.md 4 0
gone both /p/.claude/skills/both/SKILL.md 0 15 Claude Code lists the first skill with this name, /h/.claude/skills/both/SKILL.md`)
	if list.Estimate == "" || list.Limit != 8_000 {
		t.Errorf("%d, %q", list.Limit, list.Estimate)
	}
}

// If the list exceeds the budget, a note reports how many descriptions are dropped, but not which.
func TestClaudeCodeOverBudget(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d"} { // 4 + 1 + 10, 20, 30, 40 characters
		files["/p/.claude/skills/"+name+"/SKILL.md"] = skill(name, strings.Repeat(name, 10*int(name[0]-'a'+1)))
	}
	files["/p/.claude/skills/e/SKILL.md"] = "# No text\n"
	for _, test := range []struct {
		change func(*catalog.Request)
		state  catalog.State // of the first skill
		note   string
	}{
		{func(r *catalog.Request) { r.BudgetChars = 123 }, catalog.Full, ""},
		{func(r *catalog.Request) { r.BudgetChars = 122 }, catalog.Uncertain, "list is 123 characters long (limit 122): Claude Code drops 1 of 4 descriptions, those of the least used skills"},
		{func(r *catalog.Request) { r.BudgetChars = 90 }, catalog.Uncertain, "list is 123 characters long (limit 90): Claude Code drops 1 to 2 of 4 descriptions, those of the least used skills"},
		{func(r *catalog.Request) { r.Window = 2_000 }, catalog.Uncertain, "list is 123 characters long (limit 80): Claude Code drops 2 to 3 of 4 descriptions, those of the least used skills"},
		{func(r *catalog.Request) { r.BudgetChars = 20 }, catalog.NameOnly, "list is 123 characters long (limit 20): Claude Code drops all descriptions"},
		{func(r *catalog.Request) { r.BudgetChars = 1 }, catalog.NameOnly, "list is 123 characters long (limit 1): Claude Code drops all descriptions"},
	} {
		list := listOf(t, "claude-code", files, test.change)
		if list.Items[0].State != test.state || list.Items[4].State != catalog.Full || strings.Join(list.Notes, "\n") != test.note {
			t.Errorf("%d: %s, %q, want %s, %q", list.Limit, list.Items[0].State, list.Notes, test.state, test.note)
		}
		if names := list.Text == "- a\n- b\n- c\n- d\n- e\n"; names != (test.state == catalog.NameOnly) || strings.Contains(list.Text, "- e:") {
			t.Errorf("%d: %s", list.Limit, list.Text)
		}
	}
}
