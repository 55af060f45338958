package schema

import "testing"

func TestIsRegistry(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"a skill name of CLEO", `{"skills":[{"name":"ct-a","path":"x"}]}`, true},
		{"the three required fields", `{"skills":[{"name":"a","version":"1.0.0","path": "skills/a"}]}`, true},
		{"invalid JSON with a key of CLEO", `{"skills":[{"name":"a","token_budget":`, true},
		{"capabilities as an object", `{"skills":[{"name":"a","capabilities" : {}}]}`, true},
		{"metadata of CLEO", `{"_meta":{"totalSkills":1},"skills":[]}`, true},
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

func TestIsCertainRegistry(t *testing.T) {
	for text, want := range map[string]bool{
		`{"skills":[{"name":"ct-a","path":"x"}]}`:                           true,
		`{"_meta":{"totalSkills":1},"skills":[]}`:                           true,
		`{"$schema":"https://x/skills-manifest.schema.json","skills":[]}`:   true,
		`{"skills":[{"name":"a","version":"1.0.0","path":"skills/a"}]}`:     false,
		`{"skills":[{"name":"a","path":"a","capabilities":{"network":1}}]}`: false,
	} {
		if got := IsCertainRegistry([]byte(text)); got != want {
			t.Errorf("IsCertainRegistry(%s) = %v, want %v", text, got, want)
		}
	}
}

func TestIsLaterRegistry(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"a field of entries", `{"skills":[{"name":"ct-a","deliveryTier":"core"}]}`, true},
		{"a dispatch matrix", `{"_meta":{"schemaVersion":"2.7.0"},"dispatch_matrix":{"by_task_type":{}}}`, true},
		{"a dispatch matrix of the first edition", `{"_meta":{"schemaVersion" : "1.1.0"},"dispatch_matrix":{"by_task_type":{}}}`, false},
		{"an entry of the first edition", `{"skills":[{"name":"ct-a","version":"1.0.0","path":"skills/a","tags":[]}]}`, false},
		{"nothing", ``, false},
	}
	for _, tt := range tests {
		if got := IsLaterRegistry([]byte(tt.text)); got != tt.want {
			t.Errorf("%s: IsLaterRegistry(%s) = %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestIsEarlierProtocol(t *testing.T) {
	for text, want := range map[string]bool{
		"# Base\n":                         true,
		"# Base\n\n**Version**: 1.0.0\n":   true,
		"# Base\n\n**Version**:  1.0\r\nx": true,
		"# Base\n\n**Version**: 1.1.0\n":   false,
		"# Base\n\n**Version**: 1.05\n":    false,
		"# Base\n\n**Version**: 2.0.0":     false,
	} {
		if got := IsEarlierProtocol([]byte(text)); got != want {
			t.Errorf("IsEarlierProtocol(%q) = %v, want %v", text, got, want)
		}
	}
}
