package frontmatter

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// Description reports descriptions that tell a model nothing, or that break the skill list of a client.
//
// A model decides by the description whether to open a skill or start a subagent. It learns nothing
// from an empty description, from placeholder text of a template, or from a description that only
// repeats the name or names the file from which the skill was converted.
//
// Clients copy descriptions into their skill lists. Some lists have a syntax that a description can
// break: a line break ends an entry, a "|" ends a table cell, "</description>" ends an element. The
// rule reports those for the client of the file's dialect and for your targets.
//
// Severity:
//   - warning in general
//   - info for a description that says what a skill does, but not when to use it; many published
//     skills work well without that
//   - info for a skill of Claude Code that has no description and that Claude may invoke
//   - info for a description over 1,024 characters that the file's client accepts, but others reject
//
// Not reported:
//   - a missing description, or "when to use it", in skills inside another skill
//   - a missing "when to use it" in texts that are not English or quote requests of users, in skills with
//     triggers, and in skills that only users call
//   - placeholder text in template directories, and an empty description in a skill whose directory is called a template
//   - descriptions over the limit of the dialect, which frontmatter/schema reports, and of your targets,
//     which portability/agent reports
var Description = &analysis.Analyzer{
	Name:     "frontmatter/description",
	Doc:      "meaningless description, or one that breaks a skill list",
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
	if member == nil {
		reportAbsent(pass, fields)
	}
	if member == nil || member.Value.Kind != analysis.String || isDate(member.Value) {
		return nil
	}
	value := member.Value
	text := value.Text
	found := analysis.Diagnostic{Range: value.Range}
	if found.Range.Len() == 0 {
		found.Range = member.KeyRange
	}
	const learnsNothing, help = "models cannot tell when to use it", "write what it does and when to use it"
	switch {
	case strings.TrimSpace(text) == "":
		if isTemplateDir(d.File) || isInvalid(d, fields, "description") {
			return nil // reported by frontmatter/schema
		}
		found.Message, found.Effect, found.Help = "empty description", learnsNothing, help
	case control(text) >= 0:
		found.Message = fmt.Sprintf("control character U+%04X in the description", control(text))
		found.Effect, found.Help = "models read a character that people do not see", "remove it"
	case placeholder.IsTemplatePath(d.Rel):
		return nil
	case placeholder.IsUnwrittenText(text):
		found.Message, found.Effect, found.Help = "placeholder description "+quote.Text(text), learnsNothing, help
	case repeatsName(fields, text):
		found.Message, found.Effect, found.Help = "description "+quote.Text(text)+" only repeats the name", learnsNothing, help
	case namesSource(text):
		found.Message, found.Effect, found.Help = "description "+quote.Text(text)+" only names a source", learnsNothing, help
	case d.Kind == analysis.Skill && !d.Nested && !statesWhen(fields, text):
		found.Severity = analysis.Info
		found.Message, found.Effect = "description does not say when to use the skill", "models may not select it"
		found.Help = `add a phrase such as "Use when …"`
		found.Group = analysis.Group{Key: "when", Message: analysis.Many + " descriptions do not say when to use their skill",
			Effect: "models may not select these skills", Help: found.Help + " to each"}
	}
	if found.Message != "" {
		pass.Report(found)
	}
	reportLength(pass, fields, value)
	if what, effect := breaksList(d, text); what != "" {
		pass.Report(analysis.Diagnostic{Range: value.Range, Message: what, Effect: effect, Help: "remove it"})
	}
	return nil
}

// isInvalid reports whether a field violates the schema.
func isInvalid(d *analysis.Document, fields *analysis.Value, field string) bool {
	found, err := violations(d.Dialect.Name, readAs(d.File), fields)
	for _, v := range found {
		if len(v.Path) > 0 && v.Path[0] == field {
			return true
		}
	}
	return err != nil
}

// control returns the first control character of a text other than tabs and line breaks, or -1.
func control(text string) rune {
	for _, r := range text {
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r) {
			return r
		}
	}
	return -1
}
