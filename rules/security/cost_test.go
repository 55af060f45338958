package security

import (
	"os"
	"path/filepath"
	"testing"
)

func BenchmarkCost(b *testing.B) {
	files, _ := filepath.Glob("/tmp/w/t10k/skills/*/SKILL.md")
	var texts []string
	for _, f := range files[:500] {
		t, _ := os.ReadFile(f)
		texts = append(texts, string(t))
	}
	b.ResetTimer()
	for b.Loop() {
		for _, t := range texts {
			findings(b, RemoteCode, "SKILL.md", t)
		}
	}
}
