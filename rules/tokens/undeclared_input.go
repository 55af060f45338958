package tokens

import (
	"fmt"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
)

// UndeclaredInput reports inputs that a skill's registry entry and its text disagree about.
//
// capabilities.inputs tells CLEO's orchestrator which values a skill wants for its {{NAME}} tokens. An
// input that no file of the skill has as a token is asked for in vain; a token that
// skills/_shared/placeholders.json declares for single skills (skillSpecific), and the entry does not,
// is left for the orchestrator to guess.
//
// Use the input, or take it out of the entry; declare what is used.
//
// Left alone: inputs that are words of prose (file_path), which no token is made of; the protocol's
// standard names and what placeholders.json declares for all skills, which the protocol's own text may
// need; entries without inputs that are tokens; skills with bundled files that are no Markdown, which are not read
// here; tokens that nothing at all declares, which tokens/unresolved reports.
var UndeclaredInput = &analysis.Analyzer{
	Name:     "tokens/undeclared-input",
	Doc:      "input that is declared and not used, or used and not declared",
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
			if _, known := declared[u.token.Name]; !known && specific[u.token.Name] && !isAgreed(u.file, u.token.Name) {
				d := place(u.token)
				d.Message = fmt.Sprintf("{{%s}} is an input of single skills by %s, and the registry's entry of this one does not declare it; add it to %s",
					u.token.Name, path.Base(l.Registry.Dialect.Tokens.Placeholders), l.Registry.Dialect.Tokens.Inputs)
				undeclared.add(skill, u.file, d)
			}
		}
	}
	for _, d := range undeclared.found {
		pass.Report(d)
	}
	return nil
}

// isToken reports whether an input's name is one of a token.
func isToken(name string) bool {
	return len(analysis.ScanPlaceholders([]byte("{{"+name+"}}"))) == 1
}
