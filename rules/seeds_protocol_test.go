package rules_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules/protocol"
)

// TestSeedProtocol lints CLEO's documents as a skill, as its reference, and as a subagent. They define the protocol and
// label violations as bad, so there must be no findings.
func TestSeedProtocol(t *testing.T) {
	rules := []*analysis.Analyzer{protocol.ManifestWrite, protocol.Return, protocol.Role, protocol.Sequence}
	seeds := readSeeds(t)
	for _, number := range []string{"000", "002"} {
		data := seeds[number]
		files := []fixture.File{
			{Path: "skills/manifest.json", Data: []byte(`{"_meta": {"schemaVersion": "1.0.0", "lastUpdated": "2026-01-22", "totalSkills": 0}, "skills": []}`)},
			{Path: "skills/ct-seed/SKILL.md", Data: append([]byte("---\nname: ct-seed\ndescription: x\n---\n"), data...)},
			{Path: "skills/ct-seed/references/seed.md", Data: data},
			{Path: "agents/seed/AGENT.md", Data: append([]byte("---\nname: seed\ndescription: x\nallowed_tools: [Bash]\n---\n"), data...)},
		}
		for _, rule := range rules {
			for _, f := range lintSeeds(t, files, rule) {
				t.Errorf("seed %s: %s:%d: %s", number, f.Place.Path, f.Place.Start.Line, f.Message)
			}
		}
		if number != "002" {
			continue
		}
		for _, f := range lintSeeds(t, files, protocol.Coverage) {
			t.Errorf("seed %s contains all requirements, but: %s", number, f.Message)
		}
	}
}
