package treefs

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSimilar(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(filepath.Join("skills", "deploy", "references"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("skills", "deploy", "SKILL.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"skils":                       "skills",
		"./skils/":                    "skills",
		"skills/deplyo":               "skills/deploy",
		"skils/deploy/SKILL.md":       "skills/deploy/SKILL.md",
		"skils/deploy/other.md":       "skills",
		"skills/deploy/skill.md":      "skills/deploy/SKILL.md",
		"skills/deploy/SKILL.md/more": "",
		"something":                   "",
		"missing/deploy/references":   "",
	} {
		if got := Similar(filepath.FromSlash(path)); filepath.ToSlash(got) != want {
			t.Errorf("Similar(%q) = %q, want %q", path, got, want)
		}
	}
}
