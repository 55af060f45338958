package placeholder_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/facts/placeholder"
)

func TestIsTemplatePath(t *testing.T) {
	tests := map[string]bool{
		"templates/SKILL.md": true, "skills/x/assets/SKILL.md": true, "skills/x/Examples/a/SKILL.md": true, "skill-template/SKILL.md": true,
		"scaffolds/x/SKILL.md": true, "skills/{name}/SKILL.md": true, "tests/x/SKILL.md": true, "agents/agent-template.md": true,
		"SKILL.md": false, "skills/x/SKILL.md": false, "skills/my-assets/SKILL.md": false, "skills/testing/SKILL.md": false,
		"agents/tests.md": false, "agents/scaffold.md": false,
	}
	for rel, want := range tests {
		if got := placeholder.IsTemplatePath(rel); got != want {
			t.Errorf("IsTemplatePath(%q) = %t, want %t", rel, got, want)
		}
	}
}

func TestIsUnwrittenText(t *testing.T) {
	for text, want := range map[string]bool{
		"TODO": true, "todo.": true, "TBD": true, "FIXME: write this": true, "TODO: explain what it does": true, "TODO - description": true,
		"...": true, "<description>": true, "[what it does]": true, "{description}": true, "{{ description }}": true, "${DESCRIPTION}": true,
		"[TODO: Complete and informative explanation of what the skill does.]": true,
		"Description of the skill": true, "A brief description of what this skill does and when to use it.": true, "Your skill description here": true,
		"Replace with description of the skill and when Claude should use it.": true, "Describe what this skill does": true,
		"What this skill does and when to use it": true, "A clear and concise description of the agent": true, "Description": true, "Summary here": true,
		"Lorem ipsum dolor sit amet": true, "Enter a description": true,

		"$ARGUMENTS are parsed. Use when asked.": false, "Todo: keeps lists. Use when asked.": false, "Writes {{x}} and ${y}": false, "<a> and <b>": false,
		"TODO comments are found. Use when a code base has many.": false, "Todo lists. Use when asked.": false,
		"Description of the skill registry and its entries": false, "Describe what changed in a commit": false, "Descriptions of skills are checked": false,
		"Writes a description of what an API does. Use when asked.": false, "A complete summary of pull requests": false, "Replace text in files": false,
		"[WIP] Writes tests [beta]": false, "<b>Writes</b> tests": false, "Insert rows into tables": false, "写测试": false, "Deploys": false,
		"Lorem templates are filled": false, "[a [b]": false, "[" + strings.Repeat("x", 400) + "]": false, "[" + strings.Repeat("x", 300) + "]": true,
		"Add a skill to the registry": false, "What changed and why": false, "Brief description of images for the blind": false, "": true,
	} {
		if got := placeholder.IsUnwrittenText(text); got != want {
			t.Errorf("IsUnwrittenText(%q) = %v", text, got)
		}
	}
}
