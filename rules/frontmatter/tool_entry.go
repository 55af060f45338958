package frontmatter

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// A toolEntry is one tool that a field names.
type toolEntry struct {
	text   string // as written: "Bash(git log:*)"
	name   string // "Bash"
	place  analysis.Range
	exact  bool   // the place is that of the name and what follows, letter by letter
	field  string // that it stands in
	taken  bool   // it is disallowed
	sliced bool   // a list in brackets, without quotation marks, ended it at a comma
}

// takes reports whether an entry that is disallowed takes another one away as a whole.
func (t toolEntry) takes(given toolEntry) bool {
	if rest, ok := strings.CutSuffix(t.text, "*"); ok && strings.HasPrefix(t.text, "mcp__") {
		return strings.HasPrefix(given.text, rest)
	}
	if strings.HasPrefix(t.text, "mcp__") && strings.HasPrefix(given.text, t.text+"__") {
		return true
	}
	return t.text == given.name || t.text == given.text
}

// toolEntries returns the tools that a field names, in the order of the file. Values that are none
// are the matter of frontmatter/schema.
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
				exact: d.Text(m.KeyRange) == m.Key, field: field.Field, taken: off})
		}
	case field.Role == "switches":
	default:
		for _, v := range value.Strings() {
			if len(entries) > mostTools {
				break
			}
			for _, e := range splitTools(d, v) {
				e.field, e.taken = field.Field, field.Role == "takes"
				entries = append(entries, e)
			}
		}
		if value.Kind == analysis.List && value.Style == analysis.Flow {
			entries = whole(d, entries)
		}
	}
	return entries[:min(len(entries), mostTools)]
}

// mostTools bounds what is compared. An agent has some dozens.
const mostTools = 1000

// whole joins the pieces of a pattern that a list in brackets cut at its commas.
func whole(d *analysis.Document, entries []toolEntry) []toolEntry {
	var joined []toolEntry
	open := 0
	for _, e := range entries {
		if last := len(joined) - 1; open > 0 && e.place.Start > joined[last].place.Start {
			joined[last].place.End = e.place.End
			joined[last].text, joined[last].sliced = d.Text(joined[last].place), true
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

// splitTools takes a text apart at the commas and blanks outside of parentheses.
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

// judgeTool says what is wrong with an entry, if anything, and whether it is a tool all the same.
func judgeTool(tools *schema.Tools, field schema.ToolField, e toolEntry) (found *analysis.Diagnostic, isTool bool) {
	shown := quote.Text(e.text)
	report := func(s analysis.Severity, what, effect, advice string) *analysis.Diagnostic {
		return &analysis.Diagnostic{Range: e.place, Severity: s, Message: what, Effect: effect, Help: advice}
	}
	switch {
	case tools.Grammar == schema.ToolEnum:
		return nil, true
	case tools.Grammar == schema.ToolForm:
		if fault := malformedName(e.text); fault != "" {
			return report(analysis.Info, shown+" "+fault, "no tool is meant by it", "write the name of one tool"), true
		}
		return nil, true
	case tools.Grammar == schema.ToolWords:
		return judgeWord(tools, e, report), true
	case e.text == "*" || contains(tools.Names, e.text):
		return nil, true
	case e.sliced:
		return report(analysis.Error, shown+" ends at its comma, as it stands in brackets without quotation marks", field.Effect, "put it in quotation marks"), false
	case !balanced(e.text):
		return report(analysis.Error, shown+" has parentheses that do not balance", field.Effect, "close each parenthesis behind the pattern"), false
	case strings.HasPrefix(e.name, "mcp_"):
		if fault := malformedMCP(e.text); fault != "" {
			return report(analysis.Error, shown+" "+fault, field.Effect, "write mcp__server__tool, or mcp__server for all of a server"), false
		}
		return nil, true
	case contains(tools.Names, e.name):
		return nil, true
	}
	if now, older := tools.Older[e.name]; older {
		return olderTool(e, now, report), true
	}
	if meant := nearTool(tools, e.name); meant != "" {
		what := " is no tool"
		if suggest.Same(meant, e.name) {
			what += ", as capitals count"
		}
		d := report(analysis.Error, shown+what, field.Effect, "write "+strconv.Quote(meant))
		d.SuggestedFixes = renamedTool(e, meant)
		return d, false
	}
	return unknownTool(tools, field, e, report), false
}

type reporting func(s analysis.Severity, what, effect, advice string) *analysis.Diagnostic

func olderTool(e toolEntry, now string, report reporting) *analysis.Diagnostic {
	advice := "leave it out, unless it is for older releases"
	if now != "" {
		advice = "write " + strconv.Quote(now)
	}
	d := report(analysis.Info, quote.Text(e.name)+" is the name of a tool of older releases", "newer ones may not know it", advice)
	if now != "" {
		d.SuggestedFixes = renamedTool(e, now)
	}
	return d
}

// unknownTool tells of a name that is near to none. One in capitals may be of a newer release; of
// others it is certain that they are no tools, but a skill may be for several agents.
func unknownTool(tools *schema.Tools, field schema.ToolField, e toolEntry, report reporting) *analysis.Diagnostic {
	what := quote.Text(e.text) + " is none of the tools known in " + month(tools.Checked)
	advice := "write the name of one, or mcp__server__tool"
	if c := e.name; c != "" && c[0] >= 'A' && c[0] <= 'Z' {
		return report(analysis.Warning, what, field.Effect+" unless a newer release has it", advice)
	}
	if field.Role == "grants" {
		return report(analysis.Info, what, field.Effect, advice)
	}
	return report(analysis.Warning, what, field.Effect, advice)
}

// judgeWord reports a name that is nearly that of a tool, where other names may be tools as well.
func judgeWord(tools *schema.Tools, e toolEntry, report reporting) *analysis.Diagnostic {
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
	d := report(severity, quote.Text(e.text)+" is no tool", "it says nothing of "+strconv.Quote(meant), "write "+strconv.Quote(meant))
	d.SuggestedFixes = renamedTool(e, meant)
	return d
}

func renamedTool(e toolEntry, name string) []analysis.SuggestedFix {
	if !e.exact {
		return nil
	}
	where := analysis.Range{Start: e.place.Start, End: e.place.Start + len(e.name)}
	return rewrite("rename it to "+name, false, where, name)
}
