package placeholder_test

import (
	"testing"

	"github.com/skilllint/skilllint/facts/placeholder"
)

func TestIs(t *testing.T) {
	tests := map[string]bool{
		"templates/SKILL.md": true, "skills/x/assets/SKILL.md": true, "skills/x/Examples/a/SKILL.md": true, "skill-template/SKILL.md": true,
		"scaffolds/x/SKILL.md": true, "skills/{name}/SKILL.md": true, "tests/x/SKILL.md": true, "agents/agent-template.md": true,
		"SKILL.md": false, "skills/x/SKILL.md": false, "skills/my-assets/SKILL.md": false, "skills/testing/SKILL.md": false,
		"agents/tests.md": false, "agents/scaffold.md": false,
	}
	for rel, want := range tests {
		if got := placeholder.IsTemplatePath(rel); got != want {
			t.Errorf("Is(%q) = %t, want %t", rel, got, want)
		}
	}
}
