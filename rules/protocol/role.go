package protocol

import (
	"github.com/skilllint/skilllint/analysis"
)

// Role reports text that confuses the roles of orchestrator, subagent and skill.
//
// In CLEO the orchestrator resolves all skills. It spawns one type of subagent, cleo-subagent, and adds the
// text of a skill to its prompt.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Severity:
//   - warning for a subagent_type that names a skill: no such subagent exists
//   - info for another subagent_type, which runs without the base protocol and BASE-001 to BASE-007
//   - info for an orchestrator with tools that write files, because it should delegate
//   - error for all of them in the strict profile
//
// Write subagent_type: cleo-subagent, and leave the choice of skills to the orchestrator.
//
// Not reported:
//   - @path in a subagent, which tokens/reference reports
//   - placeholders as subagent_type
//   - examples under a heading or line that calls them bad, wrong or an anti-pattern
var Role = &analysis.Analyzer{
	Name:     "protocol/role",
	Doc:      "confusion of orchestrator, subagent and skill",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    stepKinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, skill loading mechanism and anti-patterns"},
	Requires: []*analysis.Analyzer{stepsFact.Analyzer},
	Run:      checkRole,
}

func checkRole(pass *analysis.Pass) error {
	t := stepsFact.Of(pass)
	checkTools(pass, t)
	checkTypes(pass, t)
	return nil
}
