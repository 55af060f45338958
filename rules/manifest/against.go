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

// forms reports values that are none, as the schema cleo/output has them. A token is another
// rule's.
func (c *outputCheck) forms() {
	for _, name := range []string{"title", "task", "epic", "date", "status"} {
		v, ok := c.head.Fields[name]
		none := name == "epic" && !c.file.Strict && saysNone(v.Text)
		if !ok || none || len(tokensOf(v.Text)) > 0 || isFormed(name, v.Text) {
			continue
		}
		shown := quote.Text(v.Text)
		switch {
		case name == "title":
			c.report(v.Where, c.severity, "the title is empty, so nobody can tell what the output is about; write it")
		case strings.TrimSpace(v.Text) == "":
			c.report(v.Where, c.severity, fmt.Sprintf("the line of the %s is empty; write %s", name, formOf(name)))
		case name == "date":
			c.report(v.Where, c.severity, fmt.Sprintf("the date %s is no day of the calendar (YYYY-MM-DD), so nothing can be sorted by it; write %s", shown, formOf(name)))
		case name == "status":
			c.report(v.Where, c.severity, fmt.Sprintf("%s is no status of the protocol, so it is not known whether the work is done; write %s", shown, formOf(name)))
		default:
			c.report(v.Where, c.severity, fmt.Sprintf("the %s %s begins with no id of a task, so the way back to it is lost; write %s", name, shown, formOf(name)))
		}
	}
}

// saysNone reports whether a value says in words that there is none.
func saysNone(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "none", "n/a", "-", "–", "—":
		return true
	}
	return false
}

func formOf(name string) string {
	switch name {
	case "date":
		return `a day such as "2026-01-26"`
	case "status":
		return "complete, partial or blocked"
	case "epic":
		return `an id such as "T2392"`
	}
	return `an id such as "T2402"`
}

// isFormed reports whether a value is of the form that the schema cleo/output asks for.
func isFormed(name, text string) bool {
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

// isOutputName reports whether an output's file is named by its task, T2402-slug.md, or by a day,
// 2026-01-26_slug.md.
func isOutputName(base string) bool {
	stem := strings.TrimSuffix(base, path.Ext(base))
	const day = "2006-01-02"
	return namesTask(stem) || len(stem) > len(day)+1 && isDay(stem[:len(day)]) && (stem[len(day)] == '_' || stem[len(day)] == '-')
}

// against compares the output with the entries that name it. It has to agree with one of them; of
// several the last is shown.
func (c *outputCheck) against() {
	c.compare("status", manifest.Status, analysis.Error, func(said, listed string) bool {
		return strings.EqualFold(said, listed) || listed == "archived" || !slices.Contains(statuses(true), listed)
	})
	c.compare("date", manifest.Date, c.severity, func(said, listed string) bool { return said == listed || !isDay(listed) })
	c.compare("title", manifest.Title, c.severity, sameTitle)
	agreed := c.compare("task", manifest.ID, analysis.Error, func(said, listed string) bool {
		return !namesTask(listed) || slices.Contains(tasksOf(listed), leadingTask(said))
	})
	if agreed {
		c.ownName()
	}
}

// ownName compares the task that the output says with the one that its file is named by. An entry
// that names both settles it.
func (c *outputCheck) ownName() {
	said, base := c.head.Fields["task"], path.Base(c.file.Rel)
	task := leadingTask(said.Text)
	if task == "" || !namesTask(base) || slices.Contains(tasksOf(base), task) {
		return
	}
	for _, n := range c.named {
		if slices.Contains(tasksOf(n.entry.Get(manifest.ID)), task) {
			return
		}
	}
	c.report(said.Where, c.severity, fmt.Sprintf("the output says that it is %s's, and its name %s says another task, so who looks for either finds the wrong work; correct one of them",
		task, quote.Text(base)))
}

// compare compares a value of the output with the entries' field, and reports whether they agree.
func (c *outputCheck) compare(name string, field manifest.Field, severity analysis.Severity, agree func(said, listed string) bool) bool {
	said, ok := c.head.Fields[name]
	if !ok || len(c.named) == 0 || len(tokensOf(said.Text)) > 0 || !isFormed(name, said.Text) {
		return true
	}
	for _, n := range c.named {
		if listed := n.entry.Get(field); strings.Trim(listed, blanks) == "" || len(tokensOf(listed)) > 0 || agree(strings.TrimSpace(said.Text), listed) {
			return true
		}
	}
	last := c.named[len(c.named)-1]
	where := last.entry.Where(last.manifest.Path, field)
	c.report(said.Where, severity, disagreement(name, said.Text, last.entry.Get(field)), analysis.Related{Location: where, Message: "the manifest says this"})
	return false
}

// disagreement says what the two ends say.
func disagreement(name, said, listed string) string {
	shown, other := quote.Text(strings.TrimSpace(said)), quote.Text(listed)
	switch name {
	case "status":
		return fmt.Sprintf("the output says %s and its line in the manifest %s, and the orchestrator goes by the line; correct the wrong one", shown, other)
	case "date":
		return fmt.Sprintf("the output is dated %s and its line in the manifest %s, so queries by date find it under another day than it shows; correct the wrong one", shown, other)
	case "title":
		return fmt.Sprintf("the output is titled %s and its line in the manifest %s, so who looks for the one does not find the other; write one title in both", shown, other)
	}
	return fmt.Sprintf("the output says that it is %s's, and its line in the manifest has the id %s, so the orchestrator takes it for another task's; correct the wrong one", leadingTask(said), other)
}

// tasksOf returns the tasks that an id or a file name begins with.
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

// sameTitle reports whether two titles are one: all but letters and digits left out, one holds the
// other, as when only one of them begins with "Research:" or with the task.
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

// leadingTask returns the id of a task that a text begins with, where anything but a letter, digit
// or "_" may follow; "" if there is none.
func leadingTask(text string) string {
	text = strings.TrimSpace(text)
	rest, ok := strings.CutPrefix(text, "T")
	end := strings.TrimLeft(rest, "0123456789")
	if !ok || len(end) == len(rest) || end != "" && (isAlnum(end[0]) || end[0] == '_') {
		return ""
	}
	return text[:len(text)-len(end)]
}
