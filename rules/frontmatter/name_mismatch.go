package frontmatter

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
	"golang.org/x/text/unicode/norm"
)

// NameMismatch reports a name that is not that of the directory, or of the file where a dialect's
// skills are flat files.
//
// Who looks a skill up by its path gets one that calls itself otherwise; who looks it up by its
// name does not find it. The specification's validator rejects it, CLEO's registry leads to it by
// its path, a persona of Triagent by its file. Claude Code calls a skill by its directory and
// shows the name as a label, so one with capitals or blanks, which was meant for people, is advice.
// Copilot, Cursor and opencode document that both are the same, and load the skill anyway: a
// warning. The message says what the dialect's loader does.
//
// Write the name of the directory, or rename the directory.
//
// Names are compared as the loader does it: in the composed form of Unicode (NFKC), in duyetbot
// after the clean-up of the name. A skill below another skill is a warning, one in a directory
// called "template" is advice. Left alone: skills of Codex and Gemini, and of plugins, where the name
// counts, agents of all but duyetbot, a skill that is its repository or stands in a directory called
// "skill", as it is installed under another name, and a name that frontmatter/schema reports
// already for its form.
var NameMismatch = &analysis.Analyzer{
	Name:     "frontmatter/name-mismatch",
	Doc:      "name that is not that of the directory or file",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "skills-ref 0.1.5; loaders of duyetbot and Triagent; documentation of Claude Code", Checked: "2026-11-21"},
	Run: nameMismatch,
}

func nameMismatch(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil {
		return nil
	}
	name := fields.Get("name")
	rules := d.Dialect.Kinds[readAs(d.File)]
	if rules == nil || rules.Name == nil || name == nil || name.Kind != analysis.String && name.Kind != analysis.Number {
		return nil
	}
	want, container := wanted(d.File, rules.Name.Equals)
	got := strings.TrimSpace(name.Text)
	if rules.Name.Normalise {
		got = schema.Normalised(got)
	}
	if want == "" || got == "" || norm.NFKC.String(got) == norm.NFKC.String(want) {
		return nil
	}
	severity := mismatchSeverity(d.File, rules.Name, got, want)
	if severity == analysis.Off || misspeltName(d, fields, suggest.Same(got, want)) >= severity {
		return nil
	}
	advice := "write " + quote.Text(want)
	if !isPlain(want) {
		advice = "rename the " + container
	}
	pass.Report(analysis.Diagnostic{
		Range:    name.Range,
		Severity: severity,
		Message: fmt.Sprintf("%s is not the name of its %s, %s, so %s; %s",
			quote.Text(strings.TrimSpace(name.Text)), container, quote.Text(want), rules.Name.Effect, advice),
		SuggestedFixes: renamed(name, want),
	})
	return nil
}

func mismatchSeverity(f *analysis.File, rules *schema.NameRules, got, want string) analysis.Severity {
	name := rules.Severity
	switch {
	case f.Plugin && rules.Plugin != "":
		name = rules.Plugin
	case f.Nested && rules.Nested != "":
		name = rules.Nested
	case rules.Label != "" && isLabel(got):
		name = rules.Label
	}
	severity, _ := analysis.ParseSeverity(name)
	if want == "template" {
		return min(severity, analysis.Info)
	}
	return severity
}

// misspeltName returns how bad it is what frontmatter/schema has to say about the name; Off when
// it has nothing to say, or nothing that leads to the name of the directory.
func misspeltName(d *analysis.Document, fields *analysis.Value, same bool) analysis.Severity {
	worst := analysis.Off
	found, _ := violations(d.Dialect.Name, readAs(d.File), fields)
	for _, v := range oneOfEach(found, isNamed(d)) {
		if len(v.Path) != 1 || v.Path[0] != "name" {
			continue
		}
		if same || isForm(d, v) && directoryName(d, fields.Get("name")) != "" {
			worst = max(worst, violation.Severity(v))
		}
	}
	return worst
}

// renamed writes the wanted name, unless it is none, or YAML would take it for something else.
func renamed(name *analysis.Value, want string) []analysis.SuggestedFix {
	if !isPlain(want) || strings.Trim(want, "0123456789-_") == "" {
		return nil
	}
	if fix := replacement("write the name of the path", false, name, want); fix != nil {
		return []analysis.SuggestedFix{*fix}
	}
	return nil
}
