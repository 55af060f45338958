package manifest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Links reports "linked_tasks" that are not task ids.
//
// The list contains ids of tasks such as T2402. Queries for a task or an epic compare them verbatim.
// Therefore no query finds "t2402", the id of an entry, or a sentence. Write the bare id.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - warning for an invalid id; error in the strict profile
//   - info for an entry that is named after a task and links only to others
//
// Not reported:
//   - an empty or missing list, which is the default
//   - items that are not strings, which manifest/schema reports
//   - files that are not manifests
var Links = &analysis.Analyzer{
	Name:     "manifest/links",
	Doc:      "invalid linked task, or missing link to the entry's own task",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, BASE-007; 229 entries of a published manifest", Checked: "2026-11-21"},
	Gate: &manifest.Fact,
	Run:  links,
}

func links(pass *analysis.Pass) error {
	entry := pass.Line.Data
	list := entry.Get("linked_tasks")
	if list == nil || list.Kind != analysis.List || len(list.Items) == 0 {
		return nil
	}
	id := namedTask(entry.Get("id"))
	items, linked := newLimiter(pass), id == ""
	for _, item := range list.Items {
		switch {
		case item.Kind == analysis.String && isTask(item.Text):
			linked = linked || startsWithTask(id, item.Text)
		case item.Kind != analysis.String || isUnresolved(item, "linked_tasks"):
			linked = true // possibly
		default:
			d := invalidTask(item)
			d.Severity = strictSeverity(pass, analysis.Warning)
			items.report(d)
			linked = true // possibly
		}
	}
	items.close(list, "items")
	if !linked {
		own := tasksOf(id)
		pass.Report(analysis.Diagnostic{Range: list.Range, Severity: analysis.Info,
			Message: fmt.Sprintf("entry is named after task %s, but does not link to it", own[0]),
			Effect:  fmt.Sprintf("queries for task %s miss the entry", own[0]), Help: fmt.Sprintf("add %s to \"linked_tasks\"", quote.Text(own[0]))})
	}
	return nil
}

// namedTask returns an entry's id if it is named after a task, or "".
func namedTask(id *analysis.Value) string {
	if !id.IsString() || !startsWithTaskID(id.Text) || isUnresolved(id, "id") {
		return ""
	}
	return id.Text
}

// startsWithTask reports whether a task is among the tasks at the start of an id. Most ids have one.
func startsWithTask(id, task string) bool {
	for more := true; more; {
		var part string
		if part, id, more = strings.Cut(id, "-"); part == task || !isTask(part) {
			return part == task
		}
	}
	return false
}

// isTask reports whether a text is the id of a task: ^T[0-9]+$.
func isTask(text string) bool {
	digits, ok := strings.CutPrefix(text, "T")
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return false
		}
	}
	return ok && digits != ""
}

// taskIn returns the task at the start of a text, ignoring case, unless a letter or digit follows, or "".
func taskIn(text string) string {
	text = strings.Trim(text, whitespace+"#[(\"'`")
	if text == "" || text[0] != 'T' && text[0] != 't' {
		return ""
	}
	digits := text[1:]
	rest := strings.TrimLeft(digits, "0123456789")
	digits = digits[:len(digits)-len(rest)]
	if digits == "" || rest != "" && (isAlnum(rest[0]) || rest[0] == '_' || rest[0] == '.' || rest[0] >= 0x80) {
		return ""
	}
	return "T" + digits
}

// invalidTask reports an item that is not a task id.
func invalidTask(item *analysis.Value) analysis.Diagnostic {
	d := analysis.Diagnostic{Range: item.Range, Message: "invalid task id " + quote.Text(item.Text)}
	if task := taskIn(item.Text); task != "" {
		d.Effect = fmt.Sprintf("queries for task %s miss the entry", task)
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it with " + quote.Text(task),
			Edits: []analysis.Edit{{Range: item.Range, Text: strconv.Quote(task)}}}}
		return d
	}
	if strings.Trim(item.Text, whitespace) == "" {
		d.Message = "empty task id"
	}
	d.Help = `write an id such as "T2402", or remove it`
	return d
}
