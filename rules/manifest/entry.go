package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/violation"
)

// What follows is the schema cleo/manifest-entry and its strict sister once more, in code: a line
// costs a hundredth of what the validator takes. A test holds both together.

// required are the fields that an entry must have.
func required() []string {
	return []string{"id", "file", "title", "date", "status", "agent_type"}
}

// fields are all fields of the protocol, the required ones first.
func fields() []string {
	return append(required(), "topics", "key_findings", "actionable", "needs_followup", "linked_tasks")
}

func isField(key string) bool { return slot(key) >= 0 }

// slot returns the index of a field in fields, or -1.
func slot(key string) int {
	switch key {
	case "id":
		return 0
	case "file":
		return 1
	case "title":
		return 2
	case "date":
		return 3
	case "status":
		return 4
	case "agent_type":
		return 5
	case "topics":
		return 6
	case "key_findings":
		return 7
	case "actionable":
		return 8
	case "needs_followup":
		return 9
	case "linked_tasks":
		return 10
	}
	return -1
}

// about returns what the orchestrator makes of a missing or unusable field, completing "so …",
// and what to write, completing "write …".
func about(field string) (effect, write string) {
	switch field {
	case "id":
		return "nothing can look it up or link to it", `an id such as "T2402-retry-limits"`
	case "file":
		return "the orchestrator cannot find the output", "the path of the output file"
	case "title":
		return "the orchestrator's summary has no name for the work", "what the output is about"
	case "date":
		return "queries by date miss the entry", `a day such as "2026-01-26"`
	case "status":
		return "the orchestrator counts the work neither as done nor as open", `"complete", "partial" or "blocked"`
	case "agent_type":
		return "queries by kind of work miss the entry", `a word such as "research"`
	case "actionable":
		return "queries for what has to be done misjudge the entry", "true or false"
	}
	return "queries that go through the list fail at this line", "a list of texts"
}

// A fault is a keyword of the schema that an entry breaks.
type fault struct {
	field    string
	item     int // of a list; -1: the field itself
	keyword  string
	severity analysis.Severity
	value    *analysis.Value // nil when it is missing
	what     string          // what is wrong with the value, behind it
}

// faults returns what is wrong with the fields of an entry: in the order of the entry, then what
// it lacks.
func faults(entry *analysis.Value, strict bool) []fault {
	var found []fault
	have := 0
	for i := range entry.Members {
		m := &entry.Members[i]
		n := slot(m.Key)
		if n < 0 || m.Duplicate {
			continue
		}
		have |= 1 << n
		if !isRight(n, m.Value) {
			if f, ok := check(m.Key, m.Value, strict); ok {
				found = append(found, f)
			}
		}
		if n > 5 {
			found = append(found, itemFaults(m.Key, m.Value)...)
		}
	}
	if have&(1<<6-1) == 1<<6-1 {
		return found
	}
	for n, field := range required() {
		if have&(1<<n) == 0 {
			found = append(found, fault{field: field, item: -1, keyword: "required", severity: analysis.Error})
		}
	}
	return found
}

// isRight reports whether a value, of a field by its slot, is right at first sight, as nearly all
// are.
func isRight(n int, v *analysis.Value) bool {
	switch n {
	case 1, 2, 5: // file, title, agent_type
		return v.Kind == analysis.String && v.Text != "" && v.Text[0] > ' ' && v.Text[0] < utf8.RuneSelf && len(v.Text) <= longestTitle
	case 8: // actionable
		return v.Kind == analysis.Bool
	case 6, 7, 9, 10:
		return v.Kind == analysis.List
	}
	return false
}

// check looks at the value of a field.
func check(field string, v *analysis.Value, strict bool) (fault, bool) {
	f := fault{field: field, item: -1, severity: analysis.Error, value: v}
	want := wanted(field)
	switch {
	case field == "status":
		f.keyword = "enum"
		return f, v.Kind != analysis.String || !slices.Contains(statuses(strict), v.Text)
	case v.Kind != want:
		f.keyword = "type"
		return f, true
	case field == "date":
		f.keyword, f.what = "format", "is no day of the calendar (YYYY-MM-DD)"
		return f, !isDay(v.Text)
	case field == "id":
		return checkID(f, strict)
	case want == analysis.String && strings.Trim(v.Text, blanks) == "":
		f.keyword = "pattern"
		return f, true
	case field == "title" && len(v.Text) > longestTitle && utf8.RuneCountInString(v.Text) > longestTitle:
		f.keyword, f.severity = "maxLength", analysis.Warning
		return f, true
	}
	return f, false
}

const (
	longestTitle = 200 // code points

	// blanks are the white space of ECMAScript, by which the schema's patterns go.
	blanks = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)

// wanted returns the type of a field but status.
func wanted(field string) analysis.ValueKind {
	switch field {
	case "topics", "key_findings", "needs_followup", "linked_tasks":
		return analysis.List
	case "actionable":
		return analysis.Bool
	}
	return analysis.String
}

func statuses(strict bool) []string {
	if strict {
		return []string{"complete", "partial", "blocked"}
	}
	return []string{"complete", "partial", "blocked", "archived"}
}

// itemFaults looks at the items of a list. One of many wrong ones tells of all.
func itemFaults(field string, v *analysis.Value) []fault {
	var found []fault
	for i, item := range v.Items {
		if item.Kind != analysis.String && len(found) < mostOnLine {
			found = append(found, fault{field: field, item: i, keyword: "type", severity: analysis.Error, value: item})
		}
	}
	return found
}

func checkID(f fault, strict bool) (fault, bool) {
	id := f.value.Text
	f.keyword = "pattern"
	switch {
	case strict:
		f.what = "is no id of the form T####-slug"
		return f, !isTaskSlug(id)
	case !isID(id):
		f.what = "is no id of letters, digits, dots, underscores and hyphens"
		return f, true
	case !namesTask(id) && !endsWithDay(id):
		f.what, f.severity = "names neither a task nor a day", analysis.Warning
		return f, true
	}
	return f, false
}

// diagnostic tells of a fault of a value.
func (f fault) diagnostic() analysis.Diagnostic {
	effect, write := about(f.field)
	d := analysis.Diagnostic{Range: f.value.Range, Severity: f.severity}
	switch name := quote.Text(f.field); {
	case f.keyword == "enum":
		return f.wrongStatus()
	case f.keyword == "type" && f.item >= 0:
		d.Message = fmt.Sprintf("item %d of %s is %s, so queries that search its texts fail at this line; write a text", f.item+1, name, violation.JSON.A(f.value))
	case f.keyword == "type":
		d.Message = fmt.Sprintf("%s is %s, so %s; write %s", name, violation.JSON.A(f.value), effect, write)
	case f.keyword == "maxLength":
		d.Measured = utf8.RuneCountInString(f.value.Text)
		d.Message = fmt.Sprintf("the title has %d characters, which every reader of the manifest pays for; write at most %d", d.Measured, longestTitle)
	case strings.Trim(f.value.Text, blanks) == "":
		d.Message = fmt.Sprintf("%s is empty, so %s; write %s", name, effect, write)
	default:
		if f.field == "id" && isID(f.value.Text) {
			effect = "who looks for the entries of a task does not find it"
		}
		d.Message = fmt.Sprintf("the %s %s %s, so %s; write %s", f.field, quote.Text(f.value.Text), f.what, effect, write)
	}
	return d
}

// wrongStatus tells of a status that the protocol does not know. Other capitals are certain to
// mean the same.
func (f fault) wrongStatus() analysis.Diagnostic {
	effect, write := about(f.field)
	d := analysis.Diagnostic{Range: f.value.Range, Severity: f.severity}
	if f.value.Kind != analysis.String {
		d.Message = fmt.Sprintf("%s is %s, so %s; write %s", quote.Text(f.field), violation.JSON.A(f.value), effect, write)
		return d
	}
	best, ok := suggest.Best(f.value.Text, statuses(false)[:3])
	if ok {
		write = quote.Text(best)
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + best, Safe: suggest.Same(f.value.Text, best),
			Edits: []analysis.Edit{{Range: f.value.Range, Text: strconv.Quote(best)}}}}
	}
	d.Message = fmt.Sprintf("%s is no status of the protocol, so %s; write %s", quote.Text(f.value.Text), effect, write)
	return d
}

// opening is where something is reported that a whole entry lacks: its opening brace.
func opening(v *analysis.Value) analysis.Range {
	return analysis.Range{Start: v.Range.Start, End: v.Range.Start + 1}
}
