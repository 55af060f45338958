package tokens

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
)

// UndeclaredInput reports inputs that a skill uses but its registry entry does not declare, or the reverse.
//
// capabilities.inputs lists the values that the skill needs for its {{NAME}} placeholders. The CLEO orchestrator
// collects a declared input even if no file of the skill uses it. A name that
// skills/_shared/placeholders.json declares for single skills (skillSpecific), and the entry does not, is
// left for the orchestrator to guess.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Not reported:
//   - inputs whose names cannot be placeholders (file_path)
//   - standard names of the protocol, and names that placeholders.json declares for all skills
//   - entries without an input that is a placeholder
//   - unused inputs of skills with files other than Markdown, which are not read
//   - placeholders that are not declared anywhere, which tokens/unresolved reports
var UndeclaredInput = &analysis.Analyzer{
	Name:     "tokens/undeclared-input",
	Doc:      "unused or undeclared input",
	Severity: analysis.Info,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's registry schema and placeholders.json, January 2026"},
	Requires: []*analysis.Analyzer{placeholder.Fact.Analyzer, placeholder.DeclaredFact.Analyzer, registry.Fact.Analyzer, registry.ListedFact.Analyzer},
	Run:      undeclaredInput,
}

func undeclaredInput(pass *analysis.Pass) error {
	c := newInputs(pass)
	undeclared := newGroups()
	for _, skill := range pass.Workspace.Files {
		l, ok := c.listed[skill]
		if !ok || l.Registry.Dialect == nil || l.Registry.Dialect.Tokens == nil {
			continue
		}
		declared := map[string]registry.Text{}
		for _, input := range l.Entry.Inputs {
			if isToken(input.Value) {
				declared[input.Value] = input
			}
		}
		if len(declared) == 0 {
			continue
		}
		specific := c.specific(file{skill.Tree, path.Dir(skill.Rel)}, l.Registry.Dialect.Tokens)
		if c.isWhole(skill) {
			c.unused(pass, skill, l, declared, specific)
		}
		for _, u := range c.used[skill] {
			if _, known := declared[u.token.Name]; !known && specific[u.token.Name] && !isDeclared(u.file, u.token.Name) {
				d := place(u.token)
				d.Message = fmt.Sprintf("input {{%s}} is missing in the registry entry", u.token.Name)
				d.Effect = "the orchestrator has to guess that the skill needs it"
				d.Help = fmt.Sprintf("add it to %s of %s in %s", l.Registry.Dialect.Tokens.Inputs, quote.Text(l.Entry.Name.Value), l.Entry.Name.Location.Path)
				undeclared.add(skill, u.file, d)
			}
		}
	}
	for _, d := range undeclared.found {
		pass.Report(d)
	}
	return nil
}

// isToken reports whether the name of an input can be a placeholder.
func isToken(name string) bool {
	return len(analysis.ScanPlaceholders([]byte("{{"+name+"}}"))) == 1
}
