package role_test

import (
	"testing"

	"github.com/skilllint/skilllint/facts/role"
)

func TestCallsBad(t *testing.T) {
	for _, text := range []string{"Bad:", "**WRONG** way", "Anti-Patterns", "## ❌ Pretty", "Don’t do this", "do NOT:", "Common mistakes", "Counter-example"} {
		if !role.CallsBad(text) {
			t.Errorf("CallsBad(%q) = false", text)
		}
	}
	for _, text := range []string{"", "Good:", "Badge", "Execution", "The sequence", "Badly needed", "✅", "Wrongly named"} {
		if role.CallsBad(text) {
			t.Errorf("CallsBad(%q) = true", text)
		}
	}
}
