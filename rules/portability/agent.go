package portability

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/rules/frontmatter"
)

// Agent reports skills that your targets reject, or load differently than you wrote them.
//
// Set the clients that your skills must support with --target or the configuration key "targets".
// Without targets the rule reports nothing. A model of each client reads the skill as the client does;
// "skilllint compat" shows the results for all clients.
//
// Severity:
//   - error where a target does not load the skill
//   - warning where a target loses or changes a value
//   - info for a field that a target does not support, and for a tool that it does not have
//
// Each cause and place is one finding, which names the affected clients. All clients load a skill that
// starts with frontmatter, has a quoted name and description, and uses only fields of the
// specification.
//
// Not reported:
//   - what another rule reports for the file's dialect with the same severity or a higher one
//   - templates
//   - undocumented behavior of clients
//   - the name of a directory that only contains a skill, such as "skill"
//   - the directories in which clients look for skills
//
// Fix: as for the rules that report the same cause.
var Agent = &analysis.Analyzer{
	Name:     "portability/agent",
	Doc:      "skill that a target rejects or misreads",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33, gemini-cli 0.61.0, copilot 1.0.102, skills-ref 0.1.5; documentation of other clients"},
	Requires: []*analysis.Analyzer{loader.Fact.Analyzer},
	Run:      agent,
}

func agent(pass *analysis.Pass) error {
	objections := collect(loader.Fact.Of(pass).Verdicts, frontmatter.DirName(pass.Document.File) != "")
	if len(objections) == 0 || frontmatter.IsTemplate(pass.Document) {
		return nil
	}
	reported, err := reportedElsewhere(pass)
	if err != nil {
		return err
	}
	for _, o := range objections {
		if reported.covers(o) {
			continue
		}
		d := analysis.Diagnostic{Range: o.at, Severity: o.severity, Message: o.voices[0].message, Effect: o.effect(), Help: o.help(pass.Document)}
		adopted := false
		for _, milder := range reported.milder(o) {
			d.Supersedes = append(d.Supersedes, analysis.Superseded{Rule: milder.rule.Name, Range: milder.Range, Message: milder.Message})
			other := milder.help()
			if other == "" {
				continue
			}
			if d.Help == "" || o.adopts() && !adopted {
				d.Help, adopted = other, true
			}
			if d.Help == other {
				d.SuggestedFixes = milder.SuggestedFixes
			}
		}
		if len(d.SuggestedFixes) > 0 {
			d.Help = ""
		}
		pass.Report(d)
	}
	return nil
}
