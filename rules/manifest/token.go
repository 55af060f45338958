package manifest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/schema"
)

// Token reports {{NAME}} tokens in an entry.
//
// The orchestrator replaces tokens before it hands a prompt to a subagent, and a subagent cannot: an
// entry with one was written from a template that nobody filled in. "{{TASK_ID}}-notes" is no id
// that anything looks up, and a file "{{TASK_ID}}.md" does not exist. Write the value.
//
// In ids, paths, dates and other fields that programs compare every token is an error. In texts for
// people (title, findings, follow-ups, keys of other projects) it is one where its name is the
// protocol's; a warning otherwise, and in backticks, as the text may speak of tokens.
//
// Left alone: other template languages ({{ x }}, {{x}}, {{#if}}, {{{X}}}, ${{ }}), the words TOKEN,
// VAR and PLACEHOLDER in texts about tokens, and ledgers of another format. manifest/schema says
// nothing about a value with a token in it.
var Token = &analysis.Analyzer{
	Name:     "manifest/token",
	Doc:      "token in an entry, which nothing replaces any more",
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
	if entry == nil || entry.Kind != analysis.Map || !bytes.Contains(pass.Line.Source, []byte("{{")) && !bytes.Contains(pass.Line.Source, []byte(`\u007`)) {
		return nil
	}
	var names schema.Tokens
	if d := pass.File.Dialect; d != nil && d.Tokens != nil {
		names = *d.Tokens
	}
	values := newFew(pass)
	for i := range entry.Members {
		m := &entry.Members[i]
		walkTexts(m.Value, func(v *analysis.Value) {
			if d, ok := leftover(pass.Line, v, isCompared(m.Key), names); ok {
				values.report(d)
			}
		})
	}
	values.close(entry, "values")
	return nil
}

// walkTexts shows all texts below a value.
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

// isCompared reports whether programs compare the values of a field, so that a token in one is
// never a text about tokens.
func isCompared(field string) bool {
	switch field {
	case "id", "file", "date", "status", "agent_type", "topics", "linked_tasks", "actionable":
		return true
	}
	return false
}

// leftover tells of the tokens of one text.
func leftover(line *analysis.Line, v *analysis.Value, compared bool, names schema.Tokens) (analysis.Diagnostic, bool) {
	d := analysis.Diagnostic{Range: v.Range, Severity: analysis.Warning}
	var shown []string
	var first tokenAt
	for _, t := range tokensOf(v.Text) {
		known := slices.Contains(names.Names, t.name)
		if line.Conventions.AllowsToken(t.name) || !compared && (slices.Contains(names.Any, t.name) || t.spaced && !known) {
			continue
		}
		if compared || known && !t.quoted {
			d.Severity = analysis.Error
		}
		if text := "{{" + t.name + "}}"; !slices.Contains(shown, text) {
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
	doubt := ""
	if d.Severity == analysis.Warning {
		doubt = ", unless the text speaks of it"
	}
	d.Message = fmt.Sprintf("%s was never replaced%s, and nothing replaces it in a manifest; write the value", strings.Trim(quote.List(shown, "and"), `"`), doubt)
	if len(shown) > 1 {
		d.Message = fmt.Sprintf("%s were never replaced%s, and nothing replaces them in a manifest; write the values", quote.List(shown, "and"), doubt)
	}
	return d, true
}

// placeIn returns where a token of a text stands; the whole text where escapes hide that.
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
