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

// This file implements the schemas cleo/manifest-entry and cleo/manifest-entry-strict in Go, which is a hundred times faster
// than the validator. A test compares both.

// required returns the fields that an entry must have.
func required() []string {
	return []string{"id", "file", "title", "date", "status", "agent_type"}
}

// fields returns all fields of the protocol, the required ones first.
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

// about returns the effect of a missing or invalid field, and the help for it.
func about(field string) (effect, write string) {
	switch field {
	case "id":
		return "lookups and links cannot find the entry", `an id such as "T2402-retry-limits"`
	case "file":
		return "the orchestrator cannot find the output", "the path of the output file"
	case "title":
		return "the orchestrator's summary has no name for the work", "a title"
	case "date":
		return "queries by date miss the entry", `a date such as "2026-01-26"`
	case "status":
		return "the orchestrator treats the work as neither done nor open", `"complete", "partial" or "blocked"`
	case "agent_type":
		return "queries by agent type miss the entry", `a word such as "research"`
	case "actionable":
		return "queries for actionable work return wrong results", "true or false"
	}
	return "queries over the list fail at this line", "a list of strings"
}

// A fieldProblem is a violation of the schema.
type fieldProblem struct {
	field    string
	item     int // index in a list; -1 for the field itself
	keyword  string
	severity analysis.Severity
	value    *analysis.Value // nil if missing
	what     string          // description of the problem, a predicate
}

// violations returns the violations of an entry in the order of its fields, and then the missing fields.
func violations(entry *analysis.Value, strict bool) []fieldProblem {
	var found []fieldProblem
	have := 0
	for i := range entry.Members {
		m := &entry.Members[i]
		n := slot(m.Key)
		if n < 0 || m.Duplicate {
			continue
		}
		have |= 1 << n
		if isPlain(n, m.Value, strict) {
			continue
		}
		if f, ok := check(m.Key, m.Value, strict); ok {
			found = append(found, f)
		}
		if n > 5 {
			found = append(found, itemViolations(m.Key, m.Value)...)
		}
	}
	if have&(1<<6-1) == 1<<6-1 {
		return found
	}
	for n, field := range required() {
		if have&(1<<n) == 0 {
			found = append(found, fieldProblem{field: field, item: -1, keyword: "required", severity: analysis.Error})
		}
	}
	return found
}

// isOrdinary is a quick test for entries without violations and unknown fields. Nearly all valid entries pass.
func isOrdinary(entry *analysis.Value, strict bool) bool {
	have := 0
	for i := range entry.Members {
		m := &entry.Members[i]
		n := slot(m.Key)
		if n < 0 || m.Duplicate || !isPlain(n, m.Value, strict) {
			return false
		}
		have |= 1 << n
	}
	return have&(1<<6-1) == 1<<6-1
}

// isPlain is a quick test for valid values of the field at a slot. Nearly all valid values pass.
func isPlain(n int, v *analysis.Value, strict bool) bool {
	switch n {
	case 8: // actionable
		return v.Kind == analysis.Bool
	case 6, 7, 9, 10:
		for _, item := range v.Items {
			if item.Kind != analysis.String {
				return false
			}
		}
		return v.Kind == analysis.List
	}
	switch {
	case v.Kind != analysis.String:
		return false
	case n == 0: // id
		return startsWithTaskID(v.Text) && isID(v.Text) && (!strict || isTaskSlug(v.Text))
	case n == 3: // date
		return isDay(v.Text)
	case n == 4: // status
		return slices.Contains([]string{"complete", "partial", "blocked"}, v.Text)
	}
	return v.Text != "" && isVisible(v.Text[0]) && len(v.Text) <= longestTitle // file, title, agent_type
}

// isVisible reports whether a byte is an ASCII character other than white space and control characters.
func isVisible(c byte) bool { return c > ' ' && c < utf8.RuneSelf }

// check checks the value of a field.
func check(field string, v *analysis.Value, strict bool) (fieldProblem, bool) {
	f := fieldProblem{field: field, item: -1, severity: analysis.Error, value: v}
	want := typeOf(field)
	switch {
	case field == "status":
		f.keyword = "enum"
		return f, v.Kind != analysis.String || !slices.Contains(statuses(strict), v.Text)
	case v.Kind != want:
		f.keyword = "type"
		return f, true
	case field == "date":
		f.keyword = "format"
		return f, !isDay(v.Text)
	case field == "id":
		return checkID(f, strict)
	case want == analysis.String && strings.Trim(v.Text, whitespace) == "":
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

	// whitespace is the white space of ECMAScript, as in the patterns of the schema.
	whitespace = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)

// typeOf returns the type of a field other than status.
func typeOf(field string) analysis.ValueKind {
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

// itemViolations checks the items of a list, and returns the first few violations.
func itemViolations(field string, v *analysis.Value) []fieldProblem {
	var found []fieldProblem
	for i, item := range v.Items {
		if item.Kind != analysis.String && len(found) < mostOnLine {
			found = append(found, fieldProblem{field: field, item: i, keyword: "type", severity: analysis.Error, value: item})
		}
	}
	return found
}

func checkID(f fieldProblem, strict bool) (fieldProblem, bool) {
	id := f.value.Text
	f.keyword = "pattern"
	switch {
	case strict:
		f.what = "does not have the form T####-slug"
		return f, !isTaskSlug(id)
	case !isID(id):
		f.what = `has characters other than letters, digits, ".", "_" and "-"`
		return f, true
	case !startsWithTaskID(id) && !endsWithDay(id):
		f.what, f.severity = "neither starts with a task nor ends with a date", analysis.Warning
		return f, true
	}
	return f, false
}

// diagnostic returns the finding about an invalid value.
func (f fieldProblem) diagnostic() analysis.Diagnostic {
	effect, write := about(f.field)
	d := analysis.Diagnostic{Range: f.value.Range, Severity: f.severity, Effect: effect, Help: "write " + write}
	switch name := quote.Text(f.field); {
	case f.keyword == "enum":
		return f.invalidStatus()
	case f.keyword == "type" && f.item >= 0:
		d.Message, d.Help = fmt.Sprintf("item %d of %s must be a string, not %s", f.item+1, name, violation.JSON.A(f.value)), ""
	case f.keyword == "type":
		d.Message = fmt.Sprintf("%s must be a %s, not %s", name, typeOf(f.field), violation.JSON.A(f.value))
	case f.keyword == "maxLength":
		d.Measured = utf8.RuneCountInString(f.value.Text)
		d.Message = fmt.Sprintf("title is %s characters long (limit %d)", quote.Count(d.Measured), longestTitle)
		d.Effect, d.Help = "every reader of the manifest loads it", "shorten it"
	case strings.Trim(f.value.Text, whitespace) == "":
		d.Message = name + " is empty"
	case f.keyword == "format":
		d.Message = fmt.Sprintf("invalid %s %s", f.field, quote.Text(f.value.Text))
	default:
		if f.field == "id" && isID(f.value.Text) {
			d.Effect = "queries for a task do not find the entry"
		}
		d.Message = fmt.Sprintf("%s %s %s", f.field, quote.Text(f.value.Text), f.what)
	}
	return d
}

// invalidStatus reports an unknown status. The fix for a status that differs only in case is safe.
func (f fieldProblem) invalidStatus() analysis.Diagnostic {
	effect, write := about(f.field)
	d := analysis.Diagnostic{Range: f.value.Range, Severity: f.severity, Effect: effect, Help: "write " + write}
	if f.value.Kind != analysis.String {
		d.Message = fmt.Sprintf("%s must be a string, not %s", quote.Text(f.field), violation.JSON.A(f.value))
		return d
	}
	if best, ok := suggest.Best(f.value.Text, statuses(false)[:3]); ok {
		d.Help = ""
		d.SuggestedFixes = []analysis.SuggestedFix{{Title: "replace it with " + quote.Text(best), Safe: suggest.Same(f.value.Text, best),
			Uncovers: true, Edits: []analysis.Edit{{Range: f.value.Range, Text: strconv.Quote(best)}}}}
	}
	d.Message = "unknown status " + quote.Text(f.value.Text)
	return d
}

// opening returns the opening brace of an entry, where findings about the whole entry are reported.
func opening(v *analysis.Value) analysis.Range {
	return analysis.Range{Start: v.Range.Start, End: v.Range.Start + 1}
}
