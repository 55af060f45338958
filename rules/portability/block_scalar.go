package portability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// BlockScalar reports a field over several lines (">-", "|") where an agent reads headers line by
// line.
//
// OpenClaw's documentation asks for one line for each key; its older versions read no more, so that
// ">-" is the whole description. Its current versions read YAML, so this is advice in a skill of
// OpenClaw, and a warning where OpenClaw is a target.
//
// Write the value on one line, in quotation marks where it has a colon. That is the fix where it
// does not change the value; line breaks that a literal block keeps would be lost.
//
// All other agents that were run read block scalars as they are meant.
var BlockScalar = &analysis.Analyzer{
	Name:     "portability/block-scalar",
	Doc:      "value over several lines, where an agent reads headers line by line",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-21",
		Name: "OpenClaw's documentation of skills; codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 on block scalars"},
	Run: blockScalar,
}

func blockScalar(pass *analysis.Pass) error {
	d := pass.Document
	reader, severity := lineReader(d)
	if reader == nil || d.Data == nil {
		return nil
	}
	for _, m := range d.Data.Members {
		v := m.Value
		if v.Style != analysis.Literal && v.Style != analysis.Folded || m.Merged || v.Kind != analysis.String {
			continue
		}
		if !slices.Contains(schema.Fields(reader.Name, analysis.Skill.String()), m.Key) {
			continue
		}
		found := analysis.Diagnostic{Range: v.Range, Severity: severity,
			Message: fmt.Sprintf("the value of %s is a block over several lines, and %s; write it on one line", quote.Text(m.Key),
				reader.Kinds[analysis.Skill.String()].Header.OneLine)}
		if fix := onOneLine(v); fix != nil {
			found.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
		pass.Report(found)
	}
	return nil
}

// lineReader returns the agent that reads a skill's header line by line, and how bad that is: the
// worst for one that the skill must work on.
func lineReader(d *analysis.Document) (*schema.Dialect, analysis.Severity) {
	for _, target := range d.Targets {
		if t := schema.Lookup(target); readsLines(t) {
			return t, analysis.Warning
		}
	}
	if readsLines(d.Dialect) {
		return d.Dialect, analysis.Info
	}
	return nil, analysis.Off
}

func readsLines(d *schema.Dialect) bool {
	if d == nil {
		return false
	}
	rules := d.Kinds[analysis.Skill.String()]
	return rules != nil && rules.Header.OneLine != ""
}

// onOneLine writes a value in quotation marks. It is safe where no line break is lost but the
// last one, which every reader drops.
func onOneLine(v *analysis.Value) *analysis.SuggestedFix {
	text := strings.TrimRight(v.Text, "\n")
	if v.Note != 0 || text == "" || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' }) {
		return nil
	}
	line := strings.Join(strings.Fields(text), " ")
	return &analysis.SuggestedFix{Title: "write it on one line", Safe: line == text,
		Edits: []analysis.Edit{{Range: v.Range, Text: quoted(line)}}}
}

// quoted returns a text in YAML's double quotation marks.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
