package manifest

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/schema"
)

// Token reports {{NAME}} placeholders and other template text in entries.
//
// The orchestrator replaces placeholders before it passes a prompt to a subagent. Nothing replaces them in
// a manifest: the entry comes from a template that was not filled in. No query finds the id
// "{{TASK_ID}}-notes", and no file is named "{{TASK_ID}}.md". Write the value. The protocol's template also has
// <slug>, <title> and "...".
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - error in ids, paths, dates and other fields that programs compare
//   - error in other texts for a placeholder of the protocol, also in another form such as {{ TASK_ID }}
//   - warning in other texts for other placeholders, for those in backticks, and for {TASK_ID} and {{title}}
//   - error for <slug> in a field that programs compare, and for values that are only "..." or <title>
//
// Not reported:
//   - other template languages: {{#if}}, {{{X}}}, ${{ }}; {{ x }} and {{x}} with names that the protocol lacks
//   - the words TOKEN, VAR and PLACEHOLDER in texts
//   - {TASK_ID} and {{title}} in backticks
//   - files that are not manifests
var Token = &analysis.Analyzer{
	Name:     "manifest/token",
	Doc:      "unresolved placeholder in an entry",
	Severity: analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, token system", Checked: "2026-11-21"},
	Gate: &manifest.Fact,
	Run:  findTokens,
}

func findTokens(pass *analysis.Pass) error {
	entry := pass.Line.Data
	if entry == nil || entry.Kind != analysis.Map || bytes.Count(pass.Line.Source, []byte("{")) == 1 && !mayHaveLeftover(pass.Line.Source) {
		return nil
	}
	var names schema.Tokens
	if d := pass.File.Dialect; d != nil && d.Tokens != nil {
		names = *d.Tokens
	}
	values := newLimiter(pass)
	for i := range entry.Members {
		m := &entry.Members[i]
		walkTexts(m.Value, func(v *analysis.Value) {
			if d, ok := unresolved(pass.Line, v, isCompared(m.Key), names); ok {
				values.report(d)
			} else if d, ok := leftover(v, isCompared(m.Key)); ok {
				values.report(d)
			}
		})
	}
	values.close(entry, "values")
	return nil
}

// walkTexts visits all strings in a value.
func walkTexts(v *analysis.Value, see func(*analysis.Value)) {
	if v.Kind == analysis.String {
		see(v)
	}
	for _, item := range v.Items {
		walkTexts(item, see)
	}
	for i := range v.Members {
		walkTexts(v.Members[i].Value, see)
	}
}

// isCompared reports whether programs compare the values of a field. Such values never contain text about placeholders.
func isCompared(field string) bool {
	switch field {
	case "id", "file", "date", "status", "agent_type", "topics", "linked_tasks", "actionable":
		return true
	}
	return false
}

// unresolved reports the placeholders of a text.
func unresolved(line *analysis.Line, v *analysis.Value, compared bool, names schema.Tokens) (analysis.Diagnostic, bool) {
	d := analysis.Diagnostic{Range: v.Range, Severity: analysis.Warning}
	var shown []string
	var first tokenAt
	for _, t := range tokensOf(v.Text) {
		known := slices.Contains(names.Names, t.name)
		if line.Conventions.AllowsToken(t.name) || !compared && (slices.Contains(names.Any, t.name) || t.variant && (!known || t.loose && t.quoted)) {
			continue
		}
		if compared || known && !t.quoted && !t.loose {
			d.Severity = analysis.Error
		}
		if text := v.Text[t.start:t.end]; !slices.Contains(shown, text) {
			shown = append(shown, text)
			first = t
		}
	}
	switch len(shown) {
	case 0:
		return d, false
	case 1:
		d.Range = placeIn(line, v, first)
	}
	d.Message = "unresolved placeholder " + strings.Trim(quote.List(shown, "and"), `"`)
	if len(shown) > 1 {
		d.Message = "unresolved placeholders " + quote.List(shown, "and")
	}
	d.Effect, d.Help = "nothing replaces placeholders in a manifest", "write the value"
	if d.Severity == analysis.Warning {
		d.Help += ", unless the text is about the placeholder"
	}
	return d, true
}

// placeIn returns the range of a placeholder, or of the whole text if it contains escapes.
func placeIn(line *analysis.Line, v *analysis.Value, t tokenAt) analysis.Range {
	from := v.Range.Start + len(`"`) + t.start
	r := analysis.Range{Start: from, End: from + t.end - t.start}
	raw := line.Source[v.Range.Start-int(line.Offset) : v.Range.End-int(line.Offset)]
	if len(raw) == len(v.Text)+len(`""`) {
		return r
	}
	if at := bytes.Index(raw, []byte(v.Text[t.start:t.end])); at >= 0 {
		return analysis.Range{Start: v.Range.Start + at, End: v.Range.Start + at + t.end - t.start}
	}
	return v.Range
}
