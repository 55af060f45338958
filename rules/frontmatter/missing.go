package frontmatter

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// Missing reports a file whose loader needs a header and finds none.
//
// A header begins with "---" on the very first line and ends with "---" on a line of its own. To
// most loaders anything else is a file without a header: one that begins below a blank line, a
// comment or a heading, that is closed by "..." or an indented "---", or never. Without header a
// skill has no name and no description; most agents skip it without a word. Codex takes an indented
// "---" for a delimiter, so that one in a block of text cuts the header; opencode any line that begins
// with "---" for its end.
//
// A byte order mark, or Windows line ends, hide the header from the loaders of some dialects. It
// is reported here for those, and by files/encoding for all others.
//
// Left alone: files whose loader does without a header (commands, instructions, prompts, output
// files, references), and notes beside Claude Code's agents: what is named in capitals (INDEX.md)
// or stands in a folder of templates, examples or documents. A skill that may go without is
// reported when it has one that nobody sees.
var Missing = &analysis.Analyzer{
	Name:     "frontmatter/missing",
	Doc:      "no header where the loader needs one, or one that it does not see",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini-cli 0.61.0, copilot 1.0.102, skills-ref 0.1.5", Checked: "2026-11-21"},
	Run: missing,
}

func missing(pass *analysis.Pass) error {
	d := pass.Document
	rules := headerRules(d.File)
	if d.Header == nil || rules.Need == "none" || rules.Need == "" {
		return nil
	}
	if rules.Need != "required" && !meantAsHeader(d) || rules.Notes && isNote(d.Rel) && !meantAsHeader(d) {
		return nil
	}
	if found := missingHeader(d, rules); found != nil {
		found.Severity = lesser(rules.Missing)
		pass.Report(*found)
	}
	return nil
}

// missingHeader tells of what stands where the header should, or of what hides it.
func missingHeader(d *analysis.Document, rules schema.HeaderRules) *analysis.Diagnostic {
	var found analysis.Diagnostic
	switch d.Header.State {
	case analysis.HeaderNone:
		found = noHeader(d, rules)
	case analysis.HeaderLate:
		found = lateHeader(d, rules)
	case analysis.HeaderUnclosed:
		found = unclosedHeader(d, rules)
	case analysis.HeaderDots:
		found = analysis.Diagnostic{Range: d.Header.Close,
			Message:        because(`the header is closed by "...", which loaders do not take for its end; write "---"`, rules.WhenMissing),
			SuggestedFixes: rewrite("close the header with ---", false, d.Header.Close, "---")}
	case analysis.HeaderIndented:
		found = indentedHeader(d, rules)
	default:
		return hiddenHeader(d, rules)
	}
	return &found
}

// meantAsHeader reports whether a file whose loader can do without a header has one all the same.
func meantAsHeader(d *analysis.Document) bool {
	if d.Header.State == analysis.HeaderNone {
		return false
	}
	for line := range fieldLines(d) {
		if key := keyOf(d, line); key == "name" || key == "description" {
			return true
		}
	}
	return false
}

func noHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	first := firstText(d)
	message := `the file has no header; begin it with a line "---", the fields, and another line "---"`
	switch text := d.Text(first); {
	case strings.Trim(text, "\ufeff \t\r\n") == "":
		message = `the file is empty; write a header between two lines "---", and text below it`
	case begins(text, "---"):
		message = "the first line is " + quote.Text(text) + `, which opens no header; write "---" alone`
	case begins(text, "+++"):
		message = `the first line is "+++", which opens no header of YAML; write "---", and "key: value" for "key = value"`
	case begins(text, "```"):
		message = `the header stands in a code block, where it is none; write "---" for both of its fences`
	}
	return analysis.Diagnostic{Range: first, Message: because(message, rules.WhenMissing)}
}

func lateHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	h := d.Header
	before := d.TrimLine(analysis.Range{Start: bomEnd(d), End: h.Open.Start})
	if before.Len() == 0 {
		return analysis.Diagnostic{Range: h.Open,
			Message:        because("the header stands below blank lines; move it to the very start of the file", rules.WhenMissing),
			SuggestedFixes: rewrite("remove what stands before the header", true, analysis.Range{End: h.Open.Start}, "")}
	}
	return analysis.Diagnostic{Range: h.Open,
		Message: because("the header stands below other text; move it to the very start of the file", rules.WhenMissing),
		Related: []analysis.Related{{Location: d.At(firstText(d)), Message: "the header has to begin here"}}}
}

func indentedHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	h := d.Header
	where, what, safe := h.Open, "opens", true
	var edits []analysis.Edit
	for _, mark := range []analysis.Range{h.Open, h.Close} {
		if start := d.LineRange(d.LineOf(mark.Start)).Start; start < mark.Start && mark.Start > bomEnd(d) {
			edits = append(edits, analysis.Edit{Range: analysis.Range{Start: max(start, bomEnd(d)), End: mark.Start}})
			if mark == h.Close {
				safe = false // a line of a block of text may look like this
			}
		}
	}
	if len(edits) > 0 && edits[0].Range.End == h.Close.Start {
		where, what = h.Close, "closes"
	}
	found := analysis.Diagnostic{Range: where,
		Message: because(fmt.Sprintf(`the "---" that %s the header is indented; write it at column 1`, what), rules.WhenMissing)}
	if len(edits) > 0 {
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: "remove the indentation", Safe: safe, Uncovers: true, Edits: edits}}
	}
	return found
}

func rewrite(title string, safe bool, r analysis.Range, text string) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Title: title, Safe: safe, Uncovers: true, Edits: []analysis.Edit{{Range: r, Text: text}}}}
}
