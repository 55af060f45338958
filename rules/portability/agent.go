package portability

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/rules/frontmatter"
)

// Agent reports what the agents that a tree must work on make of its skills, where that is not
// what their authors wrote.
//
// Which agents those are, --target or "targets" in the configuration says; without either the rule
// finds nothing. An agent that does not load a skill is an error, one that loses a value or reads
// it otherwise a warning, a field that it does not read advice. Each agent is a model of how its
// program reads a SKILL.md; "skilllint compat" shows what all of them make of each skill.
//
// There is one finding for each cause and place, which names all agents that share it. Write what
// all of them read: one header at the very start, a name and a description in quotation marks
// where they have a colon, fields that the specification knows.
//
// Left alone: what another rule reports at least as badly for the dialect that the file is read
// as; templates; what nobody has documented or measured; and the name of a folder that a skill only
// is packed in, such as "skill". Where an agent looks for skills is not judged.
var Agent = &analysis.Analyzer{
	Name:     "portability/agent",
	Doc:      "what a targeted agent rejects, loses or reads otherwise",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-21",
		Name: "codex 0.169.0, opencode 1.18.33, gemini-cli 0.61.0, copilot 1.0.102, skills-ref 0.1.5; the documentation of other agents"},
	Requires: []*analysis.Analyzer{loader.Fact.Analyzer},
	Run:      agent,
}

func agent(pass *analysis.Pass) error {
	objections := collect(loader.Fact.Of(pass).Verdicts, frontmatter.FolderName(pass.Document.File) != "")
	if len(objections) == 0 || frontmatter.IsTemplate(pass.Document) {
		return nil
	}
	told, err := toldElsewhere(pass)
	if err != nil {
		return err
	}
	for _, o := range objections {
		if told.covers(o) {
			continue
		}
		d := analysis.Diagnostic{Range: o.at, Severity: o.severity}
		advice := o.advised(pass.Document)
		for _, milder := range told.milder(o) {
			d.Supersedes = append(d.Supersedes, analysis.Superseded{Rule: milder.rule.Name, Range: milder.Range, Message: milder.Message})
			other := milder.Message[strings.LastIndex(milder.Message, "; ")+2:]
			if advice == "" || o.adopts() && d.SuggestedFixes == nil || strings.HasPrefix(other, advice) {
				advice = other
			}
			if short(advice) == short(other) {
				d.SuggestedFixes = milder.SuggestedFixes
			}
		}
		d.Message = o.message(advice)
		pass.Report(d)
	}
	return nil
}

// short returns an advice without what explains it.
func short(advice string) string {
	what, _, _ := strings.Cut(advice, ", the name of")
	return what
}
