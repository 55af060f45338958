package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Links reports "linked_tasks" that link to no task.
//
// The list holds ids of tasks (T2402): whoever asks for the entries of a task or an epic compares
// them as they stand, so "t2402", the id of an entry or a sentence is found under no task. Write
// the bare id.
//
// An entry that is named after a task and links to others only is advice: the way back from its
// own task is missing.
//
// Left alone: an empty or missing list, which is the default, items that are no texts, which
// manifest/schema reports, and ledgers of another format.
var Links = &analysis.Analyzer{
	Name:     "manifest/links",
	Doc:      "linked task that is no id of a task, or the entry's own task not linked",
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
	own := ownTasks(entry.Get("id"))
	items, linked := newFew(pass), len(own) == 0
	for _, item := range list.Items {
		switch {
		case item.Kind != analysis.String || hasToken(item):
			linked = true // perhaps
		case !isTask(item.Text):
			d := noTask(item)
			d.Severity = strictly(pass, analysis.Warning)
			items.report(d)
			linked = true // perhaps
		default:
			linked = linked || slices.Contains(own, item.Text)
		}
	}
	items.close(list, "items")
	if !linked {
		pass.Report(analysis.Diagnostic{Range: list.Range, Severity: analysis.Info,
			Message: fmt.Sprintf("the entry is named after %s and does not link to it, so who asks for the entries of that task misses this one; add %s", own[0], quote.Text(own[0]))})
	}
	return nil
}

// ownTasks returns the tasks that an entry's id begins with: most have one, some two.
func ownTasks(id *analysis.Value) []string {
	if !id.IsString() || !namesTask(id.Text) || hasToken(id) {
		return nil
	}
	return tasksOf(id.Text)
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

// taskIn returns the one task that a text begins with, in letters of any case and with anything
// but a letter or digit behind it; "" if it begins with none.
func taskIn(text string) string {
	text = strings.Trim(text, blanks+"#[(\"'`")
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

// noTask tells of an item that is no task.
func noTask(item *analysis.Value) analysis.Diagnostic {
	d := analysis.Diagnostic{Range: item.Range}
	if task := taskIn(item.Text); task != "" {
		d.Message = fmt.Sprintf("%s is no id of a task, so who asks for the entries of %s misses this one; write %s", quote.Text(item.Text), task, quote.Text(task))
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + task,
			Edits: []analysis.Edit{{Range: item.Range, Text: strconv.Quote(task)}}}}
		return d
	}
	if strings.Trim(item.Text, blanks) == "" {
		d.Message = `a linked task is empty, so it links to nothing; write an id such as "T2402", or take it out`
		return d
	}
	d.Message = fmt.Sprintf(`%s is no id of a task, so the link leads nowhere; write an id such as "T2402", or take it out`, quote.Text(item.Text))
	return d
}
