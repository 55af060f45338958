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

// Environment reports a ${NAME} that the loader does not replace.
//
// Claude Code puts a few values of its own into the body of a skill or command before a model reads it,
// code included: ${CLAUDE_SKILL_DIR}, ${CLAUDE_PROJECT_DIR}, ${CLAUDE_SESSION_ID}, ${CLAUDE_EFFORT}, and in
// a plugin's files ${CLAUDE_PLUGIN_ROOT} and ${CLAUDE_PLUGIN_DATA}. Any other name stays as it stands, so the
// model sees a path that leads nowhere. CLEO's orchestrator knows ${CLEO_ROOT}, ${SKILL_ROOT},
// ${CLAUDE_PLUGIN_ROOT} and ${HOME}.
//
// Write the name that is meant; a slip of the pen is mended. In a skill that is no plugin's, write
// ${CLAUDE_SKILL_DIR} for its own folder.
//
// Left alone: names that do not begin with CLAUDE_ in Claude Code; names in blocks of code, where they
// are variables of that code, unless they are nearly known ones; a variable that the file mentions in
// another way as well, as NAME=value or $NAME; ${NAME:-default}; agents and bundled files, in which
// nothing is replaced; in texts about plugin.json and hooks what only plugins have; and what "tokens:" of
// the configuration knows or allows.
var Environment = &analysis.Analyzer{
	Name:     "tokens/environment",
	Doc:      "${NAME} that the loader does not replace",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's page on skills, August 2026; CLEO's skill loading mechanism, section 7.2"},
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
		if v.Form != placeholder.Braced || v.Escapes > 0 || !e.isOurs(v.Name) || isAgreed(d.File, v.Name) {
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

// maxUnknown is how many different names of a file are looked at.
const maxUnknown = 100

// An environmentCheck is the check of one file.
type environmentCheck struct {
	d       *analysis.Document
	known   *schema.Variables
	plugins bool // the text is about plugins
	names   *suggest.Index
}

// isOurs reports whether a name looks like one of the agent's.
func (e *environmentCheck) isOurs(name string) bool {
	return strings.HasPrefix(name, e.known.Prefix) && name == strings.ToUpper(name) && !slices.Contains(e.known.Names, name) &&
		!slices.ContainsFunc(e.known.Shell, func(s string) bool {
			prefix, all := strings.CutSuffix(s, "*")
			return s == name || all && strings.HasPrefix(name, prefix)
		})
}

// check returns the finding about a name, at its first place that counts.
func (e *environmentCheck) check(name string, all []placeholder.Variable) (analysis.Diagnostic, bool) {
	if e.isOwn(name, len(all)) {
		return analysis.Diagnostic{}, false
	}
	title := e.d.Dialect.Title
	if slices.Contains(e.known.Plugin, name) {
		if e.d.Plugin || e.plugins || !isProject(e.d.File) {
			return analysis.Diagnostic{}, false
		}
		return e.finding(named(all, markdown.InText, markdown.InSpan, markdown.InShell), fmt.Sprintf("${%s} has a value in files of a plugin only, so %s; write ${%s} for the skill's folder",
			name, e.known.Effect, e.known.Folder), "")
	}
	if meant := nearest(name, e.names); meant != "" {
		return e.finding(all, fmt.Sprintf("${%s} is no variable of %s, so %s; write ${%s}", name, title, e.known.Effect, meant), meant)
	}
	return e.finding(named(all, markdown.InText, markdown.InSpan), fmt.Sprintf("${%s} is no variable of %s, so %s; write the value, or %s",
		name, title, e.known.Effect, list(e.known.Names)), "")
}

func (e *environmentCheck) finding(places []placeholder.Variable, message, meant string) (analysis.Diagnostic, bool) {
	if len(places) == 0 {
		return analysis.Diagnostic{}, false
	}
	d := analysis.Diagnostic{Range: places[0].Range, Message: message}
	for _, p := range places[1:min(len(places), 1+maxPlaces)] {
		d.Related = append(d.Related, analysis.Related{Location: e.d.At(p.Range), Message: "also here"})
	}
	if meant != "" {
		fix := analysis.SuggestedFix{Title: "write ${" + meant + "}", Safe: true}
		for _, p := range places {
			fix.Edits = append(fix.Edits, analysis.Edit{Range: p.Range, Text: "${" + meant + "}"})
		}
		d.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
	return d, true
}

// named returns those of some places that stand in text or code of certain kinds.
func named(all []placeholder.Variable, kinds ...markdown.Context) []placeholder.Variable {
	var places []placeholder.Variable
	for _, v := range all {
		if slices.Contains(kinds, v.Kind) {
			places = append(places, v)
		}
	}
	return places
}
