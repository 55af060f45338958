package portability

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// BlockScalar reports block scalars (">-", "|") where a version of a client reads frontmatter line by line.
//
// Cursor reads only the first line of a value of a subagent, so the description becomes ">-", and so did older versions of
// OpenClaw for skills. OpenClaw 2026.9.6 and the other measured clients read block scalars correctly.
//
// Severity: an info in skills, because only older versions of OpenClaw are affected.
//
// Fix: --fix writes the value on one line in quotes if that does not change it; --unsafe-fixes also
// does so where line breaks are lost.
var BlockScalar = &analysis.Analyzer{
	Name:     "portability/block-scalar",
	Doc:      "block scalar that older versions of a client cannot read",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-28",
		Name: "openclaw 2026.9.6, codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 on block scalars; earlier documentation of OpenClaw's skills; @cursor/sdk 1.0.32 on subagents"},
	Run: blockScalar,
}

func blockScalar(pass *analysis.Pass) error {
	d := pass.Document
	reader := lineReader(d)
	if reader == nil || d.Data == nil {
		return nil
	}
	severity := analysis.Warning
	if d.Kind == analysis.Skill {
		severity = analysis.Info
	}
	for _, m := range d.Data.Members {
		v := m.Value
		if v.Style != analysis.Literal && v.Style != analysis.Folded || m.Merged || v.Kind != analysis.String {
			continue
		}
		if !slices.Contains(schema.Fields(reader.Name, d.Kind.String()), m.Key) {
			continue
		}
		found := analysis.Diagnostic{Range: v.Range, Severity: severity,
			Message: "block scalar in " + quote.Text(m.Key), Effect: reader.Kinds[d.Kind.String()].Header.OneLine, Help: onOneLine}
		if fix := joinLines(v); fix != nil {
			found.Help, found.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
		}
		pass.Report(found)
	}
	return nil
}

const onOneLine = "write the value on one line"

// lineReader returns a client that reads frontmatter line by line in some version: a target, or the client of the file.
func lineReader(d *analysis.Document) *schema.Dialect {
	for _, target := range d.Targets {
		if t := schema.Lookup(target); readsLines(t, d.Kind) {
			return t
		}
	}
	if readsLines(d.Dialect, d.Kind) {
		return d.Dialect
	}
	return nil
}

func readsLines(d *schema.Dialect, kind analysis.Kind) bool {
	if d == nil {
		return false
	}
	rules := d.Kinds[kind.String()]
	return rules != nil && rules.Header.OneLine != ""
}

// joinLines returns the fix that writes a value in quotes on one line. It is safe if it removes only the last line break, which
// all clients drop.
func joinLines(v *analysis.Value) *analysis.SuggestedFix {
	text := strings.TrimRight(v.Text, "\n")
	if v.Note != 0 || text == "" || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' }) {
		return nil
	}
	line := strings.Join(strings.Fields(text), " ")
	return &analysis.SuggestedFix{Title: onOneLine, Safe: line == text,
		Edits: []analysis.Edit{{Range: v.Range, Text: quoted(line)}}}
}

// quoted returns a text as a double-quoted YAML scalar.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
