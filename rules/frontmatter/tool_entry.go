package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// A toolEntry is an entry of a field that lists tools.
type toolEntry struct {
	text       string // verbatim: "Bash(git log:*)"
	name       string // "Bash"
	place      analysis.Range
	exact      bool   // place is the exact range of text
	field      string // key of the field
	client     string // title of the dialect
	disallowed bool
	split      bool            // YAML split it at a comma in an unquoted flow sequence
	siblings   map[string]bool // all names in the field
}

// removes reports whether a disallowed entry removes an allowed one completely.
func (t toolEntry) removes(allowed toolEntry) bool {
	if rest, ok := strings.CutSuffix(t.text, "*"); ok && strings.HasPrefix(t.text, "mcp__") {
		return strings.HasPrefix(allowed.text, rest)
	}
	if strings.HasPrefix(t.text, "mcp__") && strings.HasPrefix(allowed.text, t.text+"__") {
		return true
	}
	return t.text == allowed.name || t.text == allowed.text
}

// toolEntries returns the tools of a field, in the order of the file. Other values are reported by
// frontmatter/schema.
func toolEntries(d *analysis.Document, field schema.ToolField, value *analysis.Value) []toolEntry {
	var entries []toolEntry
	switch {
	case field.Role == "switches" && value.Kind == analysis.Map:
		for _, m := range value.Members {
			if m.Duplicate || m.Merged {
				continue
			}
			off := m.Value.Kind == analysis.Bool && m.Value.Text == "false" || m.Value.IsString() && m.Value.Text == "deny"
			entries = append(entries, toolEntry{text: m.Key, name: m.Key, place: m.KeyRange,
				exact: d.Text(m.KeyRange) == m.Key, field: field.Field, disallowed: off})
		}
	case field.Role == "switches":
	default:
		for _, v := range value.Strings() {
			if len(entries) > mostTools {
				break
			}
			for _, e := range splitTools(d, v) {
				e.field, e.disallowed = field.Field, field.Role == "takes"
				entries = append(entries, e)
			}
		}
		if value.Kind == analysis.List && value.Style == analysis.Flow {
			entries = rejoin(d, entries)
		}
	}
	return entries[:min(len(entries), mostTools)]
}

// mostTools limits the entries that are compared. Clients have a few dozen tools.
const mostTools = 1000

// rejoin joins the pieces of patterns that a flow sequence split at commas.
func rejoin(d *analysis.Document, entries []toolEntry) []toolEntry {
	var joined []toolEntry
	open := 0
	for _, e := range entries {
		if last := len(joined) - 1; open > 0 && e.place.Start > joined[last].place.Start {
			joined[last].place.End = e.place.End
			joined[last].text, joined[last].split = d.Text(joined[last].place), true
		} else {
			joined = append(joined, e)
			open = 0
		}
		if e.exact && d.Text(e.place) == e.text {
			open += strings.Count(e.text, "(") - strings.Count(e.text, ")")
		}
	}
	return joined
}

// splitTools splits a text at commas and white space outside parentheses.
func splitTools(d *analysis.Document, v *analysis.Value) []toolEntry {
	base := strings.Index(d.Text(v.Range), v.Text)
	var entries []toolEntry
	start, depth := -1, 0
	flush := func(end int) {
		if start < 0 {
			return
		}
		e := toolEntry{text: strings.Clone(v.Text[start:end]), place: v.Range, exact: base >= 0}
		if base >= 0 {
			e.place = analysis.Range{Start: v.Range.Start + base + start, End: v.Range.Start + base + end}
		}
		e.name, _, _ = strings.Cut(e.text, "(")
		entries = append(entries, e)
		start = -1
	}
	for i := range len(v.Text) {
		switch c := v.Text[i]; {
		case depth <= 0 && strings.IndexByte(", \t\r\n", c) >= 0:
			flush(i)
			depth = 0
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(v.Text))
	return entries
}

// checkTool returns a finding on an entry, if any, and whether the entry is a tool nevertheless.
func checkTool(tools *schema.Tools, field schema.ToolField, e toolEntry) (found *analysis.Diagnostic, isTool bool) {
	shown := quote.Text(e.text)
	report := func(s analysis.Severity, message, effect, help string) *analysis.Diagnostic {
		return &analysis.Diagnostic{Range: e.place, Severity: s, Message: message, Effect: effect, Help: help}
	}
	switch {
	case tools.Grammar == schema.ToolEnum:
		return nil, true
	case tools.Grammar == schema.ToolForm:
		if problem := malformedName(e.text); problem != "" {
			return report(analysis.Info, "invalid tool name "+shown+": "+problem, "it matches no tool", "write the name of one tool"), true
		}
		return nil, true
	case tools.Grammar == schema.ToolWords:
		return checkWord(tools, e, report), true
	case e.text == "*" || contains(tools.Names, e.text) || contains(tools.Aliases, e.name) && isBalanced(e.text):
		return nil, true
	case e.split:
		return report(analysis.Error, "unquoted comma in tool "+shown, field.Effect, "quote it"), false
	case !isBalanced(e.text):
		return report(analysis.Error, "unbalanced parentheses in tool "+shown, field.Effect, "close each parenthesis after the pattern"), false
	case strings.HasPrefix(e.name, "mcp_"):
		if problem := malformedMCP(e.text); problem != "" {
			return report(analysis.Error, "invalid MCP tool "+shown+": "+problem, field.Effect, "write mcp__server__tool, or mcp__server for all tools of a server"), false
		}
		return nil, true
	case contains(tools.Names, e.name):
		return nil, true
	}
	if now, older := tools.Older[e.name]; older {
		return olderTool(e, now, report), true
	}
	if meant := nearTool(tools, e.name); meant != "" {
		return e.suggestName(report(analysis.Error, "unknown tool "+shown, field.Effect, ""), meant), false
	}
	return unknownTool(tools, field, e, report), false
}

// useExisting is the help for a name that is not similar to any tool.
const useExisting = "use an existing tool, or mcp__server__tool"

func asOf(tools *schema.Tools) string { return " (as of " + month(tools.Checked) + ")" }

type reportFunc func(s analysis.Severity, message, effect, help string) *analysis.Diagnostic

// olderTool reports a tool of older releases. now is its current name, or "".
func olderTool(e toolEntry, now string, report reportFunc) *analysis.Diagnostic {
	d := report(analysis.Info, "tool "+quote.Text(e.name)+" no longer exists in "+e.client, "", "remove it, unless you support older releases")
	if now != "" && !e.siblings[now] {
		d.Message, d.Effect = "tool "+quote.Text(e.name)+" is an outdated name", "newer releases of "+e.client+" may not know this name"
		return e.suggestName(d, now)
	}
	d.Group = analysis.Group{Key: d.Message, Message: d.Message + " (" + analysis.Many + " places)"}
	return d
}

// unknownTool reports a name that is not similar to any tool. A capitalized name may be a tool of a newer release; other
// names may be tools of other clients.
func unknownTool(tools *schema.Tools, field schema.ToolField, e toolEntry, report reportFunc) *analysis.Diagnostic {
	message, help := "unknown tool "+quote.Text(e.text)+asOf(tools), useExisting
	if c := e.name; c != "" && c[0] >= 'A' && c[0] <= 'Z' {
		return report(analysis.Warning, message, field.Effect, help)
	}
	if field.Role == "grants" {
		return report(analysis.Info, message, field.Effect, help)
	}
	return report(analysis.Warning, message, field.Effect, help)
}

// checkWord reports a name that is similar to a tool, in a field in which other names may also be tools.
func checkWord(tools *schema.Tools, e toolEntry, report reportFunc) *analysis.Diagnostic {
	if contains(tools.Names, e.name) {
		return nil
	}
	meant := nearTool(tools, e.name)
	if meant == "" {
		return nil
	}
	severity := analysis.Warning
	if suggest.Same(meant, e.name) {
		severity = analysis.Error
	}
	return e.suggestName(report(severity, "unknown tool "+quote.Text(e.text), "it does not apply to "+quote.Text(meant), ""), meant)
}

// suggestName adds the suggestion of another name to a finding on the entry.
func (t toolEntry) suggestName(d *analysis.Diagnostic, name string) *analysis.Diagnostic {
	if t.siblings[name] {
		d.Help = "remove it, as " + quote.Text(name) + " is in the list"
		return d
	}
	if !t.exact {
		d.Help = "did you mean " + quote.Text(name) + "?"
		return d
	}
	where := analysis.Range{Start: t.place.Start, End: t.place.Start + len(t.name)}
	d.Help, d.SuggestedFixes = "", rewrite("rename it to "+quote.Text(name), false, where, name)
	return d
}
