package frontmatter

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// Description reports descriptions that tell an agent nothing, or break the list it reads them in.
//
// The description is all that a model knows of a skill or agent before it opens it. A template's
// text that nobody filled in, the name once more, or nothing at all gives it no reason to. So does a
// description that says what a skill does but not when to use it, though many published skills do
// well without: that is advice.
//
// Agents put descriptions into a list as they are. A line feed ends the entry in a list by lines, a
// `|` the cell of a table, `</description>` the entry of a tagged list: that is reported in a
// dialect whose agent has such a list, and where that agent is a target.
//
// Write what it does and when to use it. Left alone: texts in other languages than English, whose
// words for "when" are not looked for; skills with a list of triggers, or that only a user can call;
// files in folders of templates; and what is too long, which frontmatter/schema reports.
var Description = &analysis.Analyzer{
	Name:     "frontmatter/description",
	Doc:      "description that tells an agent nothing, or breaks its list",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "754 published skills; lists of opencode 1.18.33 and gemini-cli 0.61.0; templates of published skill creators", Checked: "2026-11-21"},
	Run: description,
}

func description(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	member := fields.Member("description")
	if member == nil || member.Value.Kind != analysis.String || isDate(member.Value) {
		return nil
	}
	value := member.Value
	text := value.Text
	found := analysis.Diagnostic{Range: value.Range}
	if found.Range.Len() == 0 {
		found.Range = member.KeyRange
	}
	const advice = "write what it does and when to use it"
	switch {
	case strings.TrimSpace(text) == "":
		if isFaulty(d, fields, "description") {
			return nil // frontmatter/schema says so
		}
		found.Message = "the description is empty, so an agent has nothing to choose it by; " + advice
	case control(text) >= 0:
		found.Message = fmt.Sprintf("the description has the control character U+%04X in it, so what a model reads there is not what is seen; leave it out", control(text))
	case placeholder.IsTemplatePath(d.Rel):
		return nil
	case placeholder.IsUnwrittenText(text):
		found.Message, found.Effect, found.Help = quote.Text(text)+" is a template's text", "an agent learns nothing of it", advice
	case repeatsName(fields, text):
		found.Message, found.Effect, found.Help = quote.Text(text)+" only repeats the name", "an agent learns nothing of it", advice
	case d.Kind == analysis.Skill && !saysWhen(fields, text):
		found.Severity = analysis.Info
		found.Message = "the description does not say when to use the skill, so an agent may not think of it; add when, such as " + `"Use when …"`
	}
	if found.Message != "" {
		pass.Report(found)
	}
	if message := breaksList(d, text); message != "" {
		pass.Report(analysis.Diagnostic{Range: value.Range, Message: message})
	}
	return nil
}

// isFaulty reports whether the schema has something against a field.
func isFaulty(d *analysis.Document, fields *analysis.Value, field string) bool {
	found, err := violations(d.Dialect.Name, readAs(d.File), fields)
	for _, v := range found {
		if len(v.Path) > 0 && v.Path[0] == field {
			return true
		}
	}
	return err != nil
}

// control returns the first control character of a text but tabs and line ends; -1: there is none.
func control(text string) rune {
	for _, r := range text {
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r) {
			return r
		}
	}
	return -1
}

// repeatsName reports whether a description is the name and nothing else.
func repeatsName(fields *analysis.Value, text string) bool {
	most := letters(text)
	for _, field := range []string{"name", "display_name"} {
		name := fields.Get(field)
		if !name.IsString() || most > letters(name.Text)+len("the")+len("skill") {
			continue
		}
		if said := essence(text); said != "" && said == essence(name.Text) {
			return true
		}
	}
	return false
}

// letters returns how many characters of a text essence may keep.
func letters(text string) int {
	n := 0
	for _, r := range text {
		if isLetter(r) {
			n++
		}
	}
	return n
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// essence returns the letters and digits of a text, in lower case, without "the" at its beginning
// and "skill" or "agent" at its end.
func essence(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetter(r) })
	if len(words) > 1 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
		words = words[1:]
	}
	if last := len(words) - 1; last > 0 && (words[last] == "skill" || words[last] == "agent") {
		words = words[:last]
	}
	return strings.Join(words, "")
}
