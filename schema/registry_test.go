package schema

import "testing"

func TestIsRegistry(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"a name of CLEO's", `{"skills":[{"name":"ct-a","path":"x"}]}`, true},
		{"the three fields that it demands", `{"skills":[{"name":"a","version":"1.0.0","path": "skills/a"}]}`, true},
		{"broken JSON with its marks", `{"skills":[{"name":"a","token_budget":`, true},
		{"capabilities as an object", `{"skills":[{"name":"a","capabilities" : {}}]}`, true},
		{"its head", `{"_meta":{"totalSkills":1},"skills":[]}`, true},
		{"paths of files", `{"skills":[{"name":"a","version":"1.0.0","path":"skills/a/SKILL.md"}]}`, false},
		{"a version of the list, not of its entries", `{"version":"2026-10-07","skills":[{"name":"a","path":"skills/a"}]}`, false},
		{"no versions", `{"skills":[{"name":"a","path":"skills/a"}]}`, false},
		{"capabilities as a list", `{"name":"x","version":"1.0.0","capabilities":["a"]}`, false},
		{"a browser extension", `{"manifest_version":3,"name":"x","version":"1.0.0"}`, false},
		{"nothing", ``, false},
	}
	for _, tt := range tests {
		if got := IsRegistry([]byte(tt.text)); got != tt.want {
			t.Errorf("%s: IsRegistry(%s) = %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}
