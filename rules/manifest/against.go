package manifest

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// checkForms reports values that are invalid in the schema cleo/output. Another rule reports placeholders.
func (c *outputCheck) checkForms() {
	for _, name := range []string{"title", "task", "epic", "date", "status"} {
		v, ok := c.head.Fields[name]
		none := name == "epic" && !c.file.Strict && isNone(v.Text)
		leftover := len(c.head.Leftovers) > 0 && c.head.Leftovers[0].Start.Line == v.Where.Start.Line
		if !ok || none || leftover || len(tokensOf(v.Text)) > 0 || isValidForm(name, v.Text) {
			continue
		}
		d := analysis.Diagnostic{Severity: c.severity, Help: "write " + formOf(name)}
		switch shown := quote.Text(v.Text); {
		case strings.TrimSpace(v.Text) == "":
			d.Message = "empty " + name
		case name == "date":
			d.Message = "invalid date " + shown
		case name == "status":
			d.Message = "unknown status " + shown
		default:
			d.Message = fmt.Sprintf("%s %s does not start with a task id", name, shown)
		}
		c.report(v.Where, d)
	}
}

// isNone reports whether a value means "none".
func isNone(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "none", "n/a", "-", "–", "—":
		return true
	}
	return false
}

func formOf(name string) string {
	switch name {
	case "title":
		return "what the output is about"
	case "date":
		return `a date such as "2026-01-26"`
	case "status":
		return "complete, partial or blocked"
	case "epic":
		return `an id such as "T2392"`
	}
	return `an id such as "T2402"`
}

// isValidForm reports whether a value has the form that the schema cleo/output requires.
func isValidForm(name, text string) bool {
	text = strings.TrimSpace(text)
	switch name {
	case "task", "epic":
		return leadingTask(text) != ""
	case "date":
		return isDay(text)
	case "status":
		return slices.Contains(statuses(true), strings.ToLower(text))
	}
	return text != ""
}

// isOutputName reports whether a file is named after its task, T2402-slug.md, or a date, 2026-01-26_slug.md.
func isOutputName(base string) bool {
	stem := strings.TrimSuffix(base, path.Ext(base))
	const day = "2006-01-02"
	return startsWithTaskID(stem) || len(stem) > len(day)+1 && isDay(stem[:len(day)]) && (stem[len(day)] == '_' || stem[len(day)] == '-')
}

// compareWithEntries compares the output with the entries that refer to it. The output must agree with one of the
// entries; otherwise the last one is reported.
func (c *outputCheck) compareWithEntries() {
	c.compare("status", manifest.Status, analysis.Error, func(own, listed string) bool {
		return strings.EqualFold(own, listed) || listed == "archived" || !slices.Contains(statuses(true), listed)
	})
	c.compare("date", manifest.Date, c.severity, func(own, listed string) bool { return own == listed || !isDay(listed) })
	c.compare("title", manifest.Title, c.severity, sameTitle)
	agreed := c.compare("task", manifest.ID, analysis.Error, func(own, listed string) bool {
		return !startsWithTaskID(listed) || slices.Contains(tasksOf(listed), leadingTask(own))
	})
	if agreed {
		c.compareWithName()
	}
}

// compareWithName compares the task in the output with the one in its file name, unless an entry has both tasks.
func (c *outputCheck) compareWithName() {
	own, base := c.head.Fields["task"], path.Base(c.file.Rel)
	task := leadingTask(own.Text)
	if task == "" || !startsWithTaskID(base) || slices.Contains(tasksOf(base), task) {
		return
	}
	for _, n := range c.named {
		if slices.Contains(tasksOf(n.entry.Get(manifest.ID)), task) {
			return
		}
	}
	c.report(own.Where, analysis.Diagnostic{Severity: c.severity, Message: fmt.Sprintf("task %s does not match the file name %s", task, quote.Text(base)),
		Effect: "searches by task find the wrong work", Help: "correct one of them"})
}

// compareNames compares the task in the name of the file with those in the ids of its entries. An output with the task of
// neither is reported where it states its own.
func (c *outputCheck) compareNames() {
	tasks, own := tasksOf(path.Base(c.file.Rel)), leadingTask(c.head.Fields["task"].Text)
	for _, n := range c.named {
		listed := tasksOf(n.entry.Get(manifest.ID))
		if len(tasks) == 0 || len(listed) == 0 || own != "" && !slices.Contains(listed, own) || slices.ContainsFunc(tasks, func(t string) bool { return slices.Contains(listed, t) }) {
			continue
		}
		c.report(n.entry.Where(n.manifest.Path, manifest.File), analysis.Diagnostic{Severity: c.severity,
			Message: fmt.Sprintf("entry of task %s names an output of task %s", listed[0], tasks[0]),
			Effect:  "queries for one task find the work of another", Help: "correct the id or the file"})
	}
}

// compare compares a value of the output with a field of the entries, and reports whether they agree.
func (c *outputCheck) compare(name string, field manifest.Field, severity analysis.Severity, agree func(own, listed string) bool) bool {
	own, ok := c.head.Fields[name]
	if !ok || len(c.named) == 0 || len(tokensOf(own.Text)) > 0 || !isValidForm(name, own.Text) {
		return true
	}
	for _, n := range c.named {
		if listed := n.entry.Get(field); strings.Trim(listed, whitespace) == "" || len(tokensOf(listed)) > 0 || agree(strings.TrimSpace(own.Text), listed) {
			return true
		}
	}
	last := c.named[len(c.named)-1]
	where := last.entry.Where(last.manifest.Path, field)
	d := analysis.Diagnostic{Severity: severity, Related: []analysis.Related{{Location: where, Message: "entry in the manifest"}},
		Message: fmt.Sprintf("%s %s differs from %s in the manifest", name, quote.Text(strings.TrimSpace(own.Text)), quote.Text(last.entry.Get(field))),
		Effect:  "the orchestrator uses the manifest", Help: "correct the wrong one"}
	if name == "task" {
		d.Message = fmt.Sprintf("task %s does not match the id %s in the manifest", leadingTask(own.Text), quote.Text(last.entry.Get(field)))
	}
	c.report(own.Where, d)
	return false
}

// tasksOf returns the tasks at the start of an id or a file name.
func tasksOf(id string) []string {
	var tasks []string
	for more := true; more; {
		var part string
		if part, id, more = strings.Cut(id, "-"); !isTask(part) {
			break
		}
		tasks = append(tasks, part)
	}
	return tasks
}

// sameTitle reports whether one title contains the other, comparing only letters and digits. One title may have a prefix
// such as "Research:" or the task.
func sameTitle(a, b string) bool {
	a, b = words(a), words(b)
	return a == "" || b == "" || strings.Contains(a, b) || strings.Contains(b, a)
}

func words(title string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, title)
}

// leadingTask returns the task id at the start of a text, unless a letter, digit or "_" follows, or "".
func leadingTask(text string) string {
	text = strings.TrimSpace(text)
	rest, ok := strings.CutPrefix(text, "T")
	end := strings.TrimLeft(rest, "0123456789")
	if !ok || len(end) == len(rest) || end != "" && (isAlnum(end[0]) || end[0] == '_') {
		return ""
	}
	return text[:len(text)-len(end)]
}
