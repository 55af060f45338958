package portability

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// BlockScalar reports values that a client misreads because it reads each line of frontmatter for itself: block scalars
// (">-", "|"), and for CLEO also other values over several lines and lists in brackets.
//
// Cursor reads only the first line of a value of a subagent, so the description becomes ">-", and so did older versions of
// OpenClaw for skills. CLEO's packages, as of August 2026, do so for skills, and read "tags: [a, b]" as one text, so that no
// label of a task selects the skill. OpenClaw 2026.9.6 and the other measured clients read block scalars correctly.
//
// Severity: an info for OpenClaw, because only older versions are affected.
//
// Fix: --fix writes the value on one line in quotes if that does not change it, and the items of a list on lines of their own;
// --unsafe-fixes also writes a value on one line where line breaks are lost.
var BlockScalar = &analysis.Analyzer{
	Name:     "portability/block-scalar",
	Doc:      "value over several lines that a client cannot read",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-28",
		Name: "openclaw 2026.9.6, codex 0.169.0, opencode 1.18.33, gemini 0.61.0 and copilot 1.0.102 on block scalars; earlier documentation of OpenClaw's skills; @cursor/sdk 1.0.32 on subagents; packages/core/src/skills/discovery.ts of kryptobaseddev/cleo 77fb47e0"},
	Run: blockScalar,
}

func blockScalar(pass *analysis.Pass) error {
	d := pass.Document
	reader := lineReader(d)
	if reader == nil || d.Data == nil {
		return nil
	}
	rules := reader.Kinds[d.Kind.String()].Header.ByLine
	severity, _ := analysis.ParseSeverity(rules.Severity)
	fields := rules.Fields
	if fields == nil {
		fields = schema.Fields(reader.Name, d.Kind.String())
	}
	for _, m := range d.Data.Members {
		v := m.Value
		if m.Merged || !slices.Contains(fields, m.Key) {
			continue
		}
		found := analysis.Diagnostic{Range: v.Range, Severity: severity, Effect: rules.Value, Help: onOneLine}
		var fix *analysis.SuggestedFix
		switch {
		case v.Kind == analysis.String && (v.Style == analysis.Literal || v.Style == analysis.Folded):
			found.Message, fix = "block scalar in "+quote.Text(m.Key), joinLines(v)
		case rules.List != "" && v.Kind == analysis.String && bytes.IndexByte(d.Source[v.Range.Start:v.Range.End], '\n') >= 0:
			found.Message, fix = "value over several lines in "+quote.Text(m.Key), joinLines(v)
		case rules.List != "" && v.Kind == analysis.List && v.Style == analysis.Flow && len(v.Items) > 0:
			found.Message, found.Effect, found.Help = "list in brackets in "+quote.Text(m.Key), rules.List, inLines
			fix = splitList(d, &m)
		default:
			continue
		}
		if fix != nil {
			found.Help, found.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
		}
		pass.Report(found)
	}
	return nil
}

const (
	onOneLine = "write the value on one line"
	inLines   = "write each item on a line of its own"
)

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
	return rules != nil && rules.Header.ByLine != nil
}

// splitList returns the fix that writes the items of a list in brackets on lines of their own; nil if one of them is not a word, or text in
// quotes.
func splitList(d *analysis.Document, m *analysis.Member) *analysis.SuggestedFix {
	v := m.Value
	between := d.Source[m.KeyRange.End:v.Range.Start]
	if v.Note != 0 || string(bytes.TrimSpace(between)) != ":" || bytes.IndexByte(d.Source[v.Range.Start:v.Range.End], '\n') >= 0 {
		return nil
	}
	var b strings.Builder
	b.WriteByte(':')
	for _, item := range v.Items {
		if item.Kind != analysis.String || item.Note != 0 || item.Style == analysis.Literal || item.Style == analysis.Folded {
			return nil
		}
		b.WriteString(lineBreak(d) + "  - " + d.Text(item.Range))
	}
	return &analysis.SuggestedFix{Title: inLines, Safe: true,
		Edits: []analysis.Edit{{Range: analysis.Range{Start: m.KeyRange.End, End: v.Range.End}, Text: b.String()}}}
}

// lineBreak returns the line break of a document.
func lineBreak(d *analysis.Document) string {
	if bytes.Contains(d.Source[:d.BodyStart()], []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
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
