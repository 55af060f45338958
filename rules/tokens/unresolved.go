package tokens

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Unresolved reports {{NAME}} placeholders that nothing replaces.
//
// The CLEO orchestrator replaces placeholders in the whole text of a skill, code included, before a subagent
// reads it. An unknown name stays unchanged, braces included. Known names are those that the orchestrator
// sets itself, those in skills/_shared/placeholders.json, the inputs of the skill's registry entry, and
// "tokens: {known: [NAME]}" in the configuration.
//
// Only {{NAME}} in capitals is replaced. Known names in other forms stay unchanged, too: {{ TASK_ID }},
// {{task_id}}, {{TASK-ID}}, {TASK_ID}, {{TASK_ID}.
//
// A name may also be a field of a form that the model fills in, such as {{N}} in an example of a report. If
// the model reads a reference itself, nothing is replaced there.
//
// In output files, nothing is replaced any more, so readers see the braces instead of the value. This applies to CLEO's first edition, of January 2026, not to its later packages.
//
// Severity:
//   - error for a name that resembles a known one, and in output files; warning in references
//   - warning for a known name in single braces, info in code: the model may fill it in
//   - warning for a known name of one word in small letters, as other template languages have
//   - warning for other unknown names in the text of a skill, and for commands (NAME_CMD) in its code
//   - info for unknown names in other code, in references, templates and examples
//   - warning in code of output files, which may quote a placeholder
//   - error for any unknown name in a SKILL.md in the strict profile
//
// The unknown names of a skill are one finding for each severity, with the first place of each name.
//
// Not reported:
//   - other template languages: {{#if}}, {{.X}}, {{{X}}}, ${{ }}; {{ x }} and {{x}} with unknown names
//   - known names in single braces in code of output files
//   - {{TOKEN}} and {{VAR}} in texts about placeholders
//   - names that match "tokens: {allow: [PATTERN]}" in the configuration
//   - files of dialects without placeholders
//
// Fix: --unsafe-fixes replaces a misspelled name.
var Unresolved = &analysis.Analyzer{
	Name:     "tokens/unresolved",
	Doc:      "unresolved placeholder",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO subagent protocol 1.0.0 on its token system, and the token library of kryptobaseddev/cleo"},
	Requires: []*analysis.Analyzer{placeholder.Fact.Analyzer, placeholder.VariantFact.Analyzer, placeholder.DeclaredFact.Analyzer, registry.Fact.Analyzer,
		registry.ListedFact.Analyzer, manifest.Outputs.Analyzer},
	Run: unresolved,
}

func unresolved(pass *analysis.Pass) error {
	v := newVocabulary(pass)
	outputs := manifest.Outputs.Of(pass)
	unknown := newGroups()
	for file, tokens := range placeholder.Fact.All(pass.Store) {
		if file.Kind == analysis.Output {
			if outputs[file] {
				leftovers(pass, file, tokens)
			}
			continue
		}
		names, ok := v.namesOf(file)
		if !ok {
			continue
		}
		reportOmitted(pass, tokens)
		owned := file.Kind == analysis.Reference && v.find.Owner(file) != nil
		for _, t := range mergeNames(tokens, names.tokens.InCode) {
			if names.known(t.Name) || file.Conventions.AllowsToken(t.Name) {
				continue
			}
			if meant := nearest(t.Name, names.declared.index, names.inputs); meant != "" {
				pass.Report(names.mistyped(t, meant, owned))
			} else {
				unknown.add(v.find.Owner(file), file, names.undeclared(file, t, owned))
			}
		}
	}
	for _, d := range unknown.bySkill(undeclaredNames) {
		pass.Report(d)
	}
	for file, found := range placeholder.VariantFact.All(pass.Store) {
		if file.Kind != analysis.Output || outputs[file] {
			variants(pass, v, file, found)
		}
	}
	return nil
}

// undeclaredNames is the group of findings for the undeclared names of a skill.
var undeclaredNames = analysis.Group{Message: analysis.Many + " undeclared placeholders",
	Effect: "nothing replaces them, so the subagent reads them literally",
	Help:   "write the values or declare the names; if the model fills them in, add them to tokens.known in .skilllint.yaml"}

// leftovers reports the placeholders of an output file.
func leftovers(pass *analysis.Pass, file *analysis.File, tokens placeholder.Placeholders) {
	if file.Dialect == nil || file.Dialect.Tokens == nil {
		return
	}
	reportOmitted(pass, tokens)
	for _, t := range mergeNames(tokens, true) {
		if slices.Contains(file.Dialect.Tokens.Any, t.Name) || file.Conventions.AllowsToken(t.Name) {
			continue
		}
		d := place(t)
		d.Message = fmt.Sprintf("unresolved placeholder {{%s}}", t.Name)
		d.Effect, d.Help = "readers of the output do not see its value", "write the value"
		if t.Code {
			d.Severity = analysis.Warning
			d.Help = "write the value, unless the code is about the placeholder"
		}
		pass.Report(d)
	}
}

// reportOmitted reports that there are too many placeholders to check.
func reportOmitted(pass *analysis.Pass, tokens placeholder.Placeholders) {
	if tokens.Omitted == 0 {
		return
	}
	last := tokens.Names[len(tokens.Names)-1]
	pass.Report(analysis.Diagnostic{Location: &last.Places[0], Anywhere: true, About: "rest", Measured: tokens.Omitted, Severity: analysis.Warning,
		Message: fmt.Sprintf("more than %s different placeholders", quote.Count(len(tokens.Names))),
		Effect:  fmt.Sprintf("%s occurrences of others were not checked", quote.Count(tokens.Omitted)), Help: "split the file"})
}
