package tokens

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Unresolved reports {{NAME}} tokens that nothing will replace.
//
// CLEO's orchestrator replaces tokens in the whole text of a skill, code included, before an agent
// reads it. A name that it does not know stays as it stands, braces and all. It knows the
// protocol's standard names, those that skills/_shared/placeholders.json declares, and the inputs
// of the skill's entry in the registry; "tokens: {known: [NAME]}" in the configuration adds others, and
// "allow" has patterns of names that are left alone. An unknown name in a skill
// is a warning, since it may be meant for whoever fills in a form; one that is nearly a known name
// is an error. An output file is text for people, in which nothing is replaced any more: a token in
// it is an error, in its code a warning, where documents about the protocol quote tokens.
//
// Each name is reported once for a skill, at its first place. Other template languages are left
// alone: {{ x }}, {{x}}, {{#if}}, {{.X}}, {{{X}}}, ${{ }}; so are {{TOKEN}} and {{VAR}} in texts about
// tokens, and files of dialects without tokens.
var Unresolved = &analysis.Analyzer{
	Name:     "tokens/unresolved",
	Doc:      "token that nothing will replace",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, token system; token library of kryptobaseddev/cleo"},
	Requires: []*analysis.Analyzer{placeholder.Fact.Analyzer, placeholder.DeclaredFact.Analyzer, registry.Fact.Analyzer,
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
		names, ok := v.of(file)
		if !ok {
			continue
		}
		omitted(pass, tokens)
		for _, t := range merged(tokens, names.tokens.InCode) {
			if names.known(t.Name) || file.Conventions.AllowsToken(t.Name) {
				continue
			}
			if meant := nearest(t.Name, names.declared.index, names.inputs); meant != "" {
				pass.Report(names.mistyped(t, meant))
			} else {
				unknown.add(v.find.Owner(file), file, names.undeclared(t))
			}
		}
	}
	for _, d := range unknown.found {
		pass.Report(d)
	}
	return nil
}

// leftovers reports the tokens of an output file.
func leftovers(pass *analysis.Pass, file *analysis.File, tokens placeholder.Placeholders) {
	if file.Dialect == nil || file.Dialect.Tokens == nil {
		return
	}
	omitted(pass, tokens)
	for _, t := range merged(tokens, true) {
		if slices.Contains(file.Dialect.Tokens.Any, t.Name) || file.Conventions.AllowsToken(t.Name) {
			continue
		}
		d := place(t)
		d.Message = fmt.Sprintf("{{%s}} was never replaced, so nobody who reads this output learns its value; write the value", t.Name)
		if t.Code {
			d.Severity = analysis.Warning
			d.Message = fmt.Sprintf("{{%s}} was never replaced, unless this code quotes it; write the value", t.Name)
		}
		pass.Report(d)
	}
}

// omitted says what was too much to keep of a file.
func omitted(pass *analysis.Pass, tokens placeholder.Placeholders) {
	if tokens.Omitted == 0 {
		return
	}
	last := tokens.Names[len(tokens.Names)-1]
	pass.Report(analysis.Diagnostic{Location: &last.Places[0], Anywhere: true, About: "rest", Measured: tokens.Omitted, Severity: analysis.Warning, Message: fmt.Sprintf(
		"the file has more than %d different tokens, so %d places of others were not looked at; split it", len(tokens.Names), tokens.Omitted)})
}

// merged returns one token for each name, beginning outside of code where it stands there. Those in
// code count only where it is asked for.
func merged(tokens placeholder.Placeholders, inCode bool) []placeholder.Placeholder {
	var all []placeholder.Placeholder
	index := map[string]int{}
	for _, t := range tokens.Names {
		at, ok := index[t.Name]
		if t.Code && !inCode {
			continue
		}
		if !ok {
			index[t.Name] = len(all)
			all = append(all, t)
			continue
		}
		m := &all[at]
		first, second := *m, t
		if first.Code && !second.Code {
			first, second = second, first
		}
		*m = placeholder.Placeholder{Name: t.Name, Count: first.Count + second.Count, Code: first.Code,
			Places: append(first.Places[:len(first.Places):len(first.Places)], second.Places...)}
	}
	return all
}

// place returns a finding at the first place of a token, with the further ones related.
func place(t placeholder.Placeholder) analysis.Diagnostic {
	at := t.Places[0]
	d := analysis.Diagnostic{Location: &at, Anywhere: true, About: t.Name}
	for i, p := range t.Places[1:] {
		message := "also here"
		if rest := t.Count - len(t.Places); rest > 0 && i == len(t.Places)-2 {
			message = fmt.Sprintf("also here, and at %d more places", rest)
		}
		d.Related = append(d.Related, analysis.Related{Location: p, Message: message})
	}
	return d
}
