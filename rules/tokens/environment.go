package tokens

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// Environment reports ${NAME} variables that the client does not replace.
//
// Claude Code replaces a few variables in skills and commands, code included: ${CLAUDE_SKILL_DIR},
// ${CLAUDE_PROJECT_DIR}, ${CLAUDE_SESSION_ID}, ${CLAUDE_EFFORT}, and in plugins ${CLAUDE_PLUGIN_ROOT} and
// ${CLAUDE_PLUGIN_DATA}. Other names stay unchanged, so the model sees a path that does not exist. The CLEO
// orchestrator replaces ${CLEO_ROOT}, ${SKILL_ROOT}, ${CLAUDE_PLUGIN_ROOT} and ${HOME}.
//
// In a skill outside of plugins, use ${CLAUDE_SKILL_DIR} for the skill's directory.
//
// Statements about CLEO apply to the first edition, of January 2026, not to its later packages.
//
// Not reported:
//   - in Claude Code, names without the prefix CLAUDE_, except ${PLUGIN_ROOT}, $PLUGIN_ROOT and the like in plugins whose text does not explain them
//   - names in code blocks, unless they resemble a known one
//   - variables that the file also uses as NAME=value or $NAME
//   - ${NAME:-default}
//   - subagents and bundled files, in which nothing is replaced
//   - variables of plugins in texts about plugin.json or hooks.json
//   - names under "tokens:" in the configuration
//
// Fix: --unsafe-fixes corrects a misspelled name.
var Environment = &analysis.Analyzer{
	Name:     "tokens/environment",
	Doc:      "unknown ${NAME} variable",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's documentation of skills, August 2026; CLEO's skill loading mechanism, section 7.2"},
	Requires: []*analysis.Analyzer{placeholder.VariableFact.Analyzer},
	Run:      environment,
}

func environment(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil || d.Dialect.Variables == nil || !slices.Contains(d.Dialect.Variables.Kinds, d.Kind.String()) {
		return nil
	}
	known := d.Dialect.Variables
	e := environmentCheck{d, known,
		bytes.Contains(d.Source, []byte("plugin.json")) || bytes.Contains(d.Source, []byte("hooks.json")),
		suggest.NewIndex(slices.Concat(known.Names, known.Plugin, d.Conventions.TokenNames()))}
	byName := map[string][]placeholder.Variable{}
	var names []string
	for _, v := range placeholder.VariableFact.Of(pass) {
		if v.Form != placeholder.Braced && (v.Form != placeholder.Named || e.rootMeant(v.Name) == "") || v.Escapes > 0 || !e.isOurs(v.Name) || isDeclared(d.File, v.Name) {
			continue
		}
		if byName[v.Name] == nil {
			names = append(names, v.Name)
		}
		byName[v.Name] = append(byName[v.Name], v)
	}
	for _, name := range names[:min(len(names), maxUnknown)] {
		if d, ok := e.check(name, byName[name]); ok {
			pass.Report(d)
		}
	}
	return nil
}

// maxUnknown limits the distinct names per file that are checked.
const maxUnknown = 100

// An environmentCheck checks a file.
type environmentCheck struct {
	d       *analysis.Document
	known   *schema.Variables
	plugins bool // the text is about plugins
	names   *suggest.Index
}

// isOurs reports whether a name is unknown, but looks like a variable of the client.
func (e *environmentCheck) isOurs(name string) bool {
	return (strings.HasPrefix(name, e.known.Prefix) || e.rootMeant(name) != "") && name == strings.ToUpper(name) && !slices.Contains(e.known.Names, name) &&
		!slices.ContainsFunc(e.known.Shell, func(s string) bool {
			prefix, all := strings.CutSuffix(s, "*")
			return s == name || all && strings.HasPrefix(name, prefix)
		})
}

// check returns the finding for a name, at its first relevant occurrence.
func (e *environmentCheck) check(name string, all []placeholder.Variable) (analysis.Diagnostic, bool) {
	if e.isOwn(name, len(all)) {
		return analysis.Diagnostic{}, false
	}
	if slices.Contains(e.known.Plugin, name) {
		if e.d.Plugin || e.plugins || !isProject(e.d.File) {
			return analysis.Diagnostic{}, false
		}
		return e.finding(ofKinds(all, markdown.InText, markdown.InSpan, markdown.InShell), fmt.Sprintf("variable ${%s} is defined only in plugins", name),
			fmt.Sprintf("use ${%s} for the skill's directory", e.known.Dir))
	}
	message := fmt.Sprintf("unknown variable ${%s}", name)
	if meant := e.rootMeant(name); meant != "" {
		return e.finding(all, message, fmt.Sprintf("did you mean ${%s}?", meant))
	}
	if meant := nearest(name, e.names); meant != "" {
		d, ok := e.finding(all, message, fmt.Sprintf("did you mean ${%s}?", meant))
		fix := analysis.SuggestedFix{Title: "replace with ${" + meant + "}"}
		for _, p := range all {
			fix.Edits = append(fix.Edits, analysis.Edit{Range: p.Range, Text: "${" + meant + "}"})
		}
		d.SuggestedFixes = []analysis.SuggestedFix{fix}
		return d, ok
	}
	return e.finding(ofKinds(all, markdown.InText, markdown.InSpan), message, "write the value, or use "+list(e.known.Names))
}

func (e *environmentCheck) finding(places []placeholder.Variable, message, help string) (analysis.Diagnostic, bool) {
	if len(places) == 0 {
		return analysis.Diagnostic{}, false
	}
	d := analysis.Diagnostic{Range: places[0].Range, Severity: analysis.Warning, Must: e.d.Dialect.Protocol != nil, Message: message, Effect: e.known.Effect, Help: help}
	d.Related = alsoHere(e.d, places[1:])
	return d, true
}

// ofKinds returns the variables in text or code of certain kinds.
func ofKinds(all []placeholder.Variable, kinds ...markdown.Context) []placeholder.Variable {
	var places []placeholder.Variable
	for _, v := range all {
		if slices.Contains(kinds, v.Kind) {
			places = append(places, v)
		}
	}
	return places
}
