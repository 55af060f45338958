package deps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
)

// Missing reports the name of a skill or agent that does not exist.
//
// What a loader does with it differs, and the message says it: a Claude Code agent starts without
// the skill and only a log tells, a triagent persona too, duyetbot drops the dependency, a CLEO
// spawn fails. None says it to whoever wrote the name. Where no loader reads the field, and where
// something else still works, it is a warning. Write a name that exists, or remove it.
//
// A name resolves when anything in the same tree bears it: by its header, its directory, its file
// or its entry in a registry. triagent looks in a persona's own folders only, so there nothing
// else counts. "plugin:name" is left alone unless that plugin is here, and so is a tree of which
// only one skill's own directory is linted. Where no loader reads the field, as "dependencies" in
// most headers, names may be those of software: one is reported only beside a skill that exists,
// or when it is nearly the name of one, and never when it is that of a common program.
var Missing = &analysis.Analyzer{
	Name:     "deps/missing",
	Doc:      "name of a skill or agent that does not exist",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "Claude Code's sub-agents page; loaders of triagent and duyetbot; CLEO's subagent protocol"},
	Requires: []*analysis.Analyzer{graph.Fact.Analyzer},
	Run:      missing,
}

func missing(pass *analysis.Pass) error {
	g := graph.Fact.Of(pass)
	s := newSpeller(g)
	for _, m := range g.Missing {
		severity, ok := analysis.ParseSeverity(m.Rule.Missing)
		if !ok || severity == analysis.Off || slices.Contains(m.Rule.BuiltIn, m.Need.Name) || g.Unseen(m) {
			continue
		}
		near, found := s.near(m)
		if m.Rule.Loose && isSoftware(m, found) {
			continue
		}
		at := m.Need.At
		d := analysis.Diagnostic{Location: &at, Severity: severity, Message: missingMessage(g, m, near)}
		if fix, ok := rename(m, near); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
		pass.Report(d)
	}
	return nil
}

func missingMessage(g *graph.Graph, m graph.Missing, near string) string {
	what := fmt.Sprintf("no %s is named %s", m.Rule.Targets, quote.Text(m.Need.Name))
	if elsewhere := g.Elsewhere(m); elsewhere != "" {
		what = fmt.Sprintf("%s stands in %s, where it is not looked for", quote.Text(m.Need.Name), quote.Text(elsewhere))
	}
	what += ", so " + m.Rule.Effect
	switch {
	case near != "":
		return what + "; write " + quote.Text(near)
	case len(m.Rule.In) > 0:
		return what + "; put it into " + folder(m) + ", or remove the name"
	}
	return what + "; add it, or remove the name"
}

// folder says where a loader would find what is missing.
func folder(m graph.Missing) string {
	var folders []string
	for _, dir := range m.Folders() {
		if !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	return quote.List(folders, "or")
}

// rename returns the fix that writes another name. It keeps the quotation marks; where the name
// is written in another way than plainly or between marks there is none.
func rename(m graph.Missing, near string) (analysis.SuggestedFix, bool) {
	text := near
	switch m.Need.At.Range.Len() - len(m.Need.Name) {
	case 0:
		if strings.Trim(near, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
			return analysis.SuggestedFix{}, false
		}
	case 2:
		text = `"` + near + `"`
	default:
		return analysis.SuggestedFix{}, false
	}
	if near == "" || strings.ContainsAny(near, "\"\\\n") {
		return analysis.SuggestedFix{}, false
	}
	return analysis.SuggestedFix{Title: "write " + quote.Text(near),
		Edits: []analysis.Edit{{Range: m.Need.At.Range, Text: text}}}, true
}
