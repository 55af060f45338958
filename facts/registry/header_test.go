package registry_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
)

const prompt = `---
name: ct-x
version: 1.0
model: opus
---
# Prompt

### ct-before (v1.0.0)

## Skill Context

### ct-a (v1.0.0)

### ` + "`ct-b`" + ` (v2.1.0)

### ct-c (latest)

### two words (v1.0.0)

### ct-d (v1.x)

` + "```" + `
### ct-e (v1.0.0)
` + "```" + `

## Task

### ct-f (v1.0.0)
`

// TestFacts shows the facts of a file as findings.
func TestFacts(t *testing.T) {
	view := &analysis.Analyzer{Name: "test/view", Doc: "shows facts", Severity: analysis.Info, Scope: analysis.PerDocument,
		Kinds: analysis.Skill, Requires: []*analysis.Analyzer{registry.HeaderFact.Analyzer, registry.ClaimFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			h := registry.HeaderFact.Of(pass)
			pass.Reportf(h.Range, "%s", h.Name.Value)
			pass.Reportf(h.Version.Location.Range, "version %s, model %s", h.Version.Value, h.Model)
			for _, c := range registry.ClaimFact.Of(pass) {
				pass.Reportf(c.Version.Location.Range, "%s %s", c.Name, c.Version.Value)
			}
			return nil
		}}
	w, err := fixture.Write(t.TempDir(), []fixture.File{{Path: "skills/ct-x/SKILL.md", Data: []byte(prompt)}})
	if err != nil {
		t.Fatal(err)
	}
	found, err := w.Lint(fixture.Options{Rules: []*analysis.Analyzer{view}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ct-x: ct-x", "1.0: version 1.0, model opus", "1.0.0: ct-a 1.0.0", "2.1.0: ct-b 2.1.0"}, messages(found)); diff != "" {
		t.Error(diff)
	}
}

func messages(found []finding.Finding) []string {
	var lines []string
	for _, f := range found {
		lines = append(lines, fmt.Sprintf("%s: %s", prompt[f.Place.Range.Start:f.Place.Range.End], f.Message))
	}
	return lines
}
