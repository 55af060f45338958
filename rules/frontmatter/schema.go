package frontmatter

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// Schema reports fields that violate the JSON Schema of their dialect.
//
// A client that meets such a field rejects the file, ignores the field, or does something you did not
// intend. The finding says which. A field may be missing, of the wrong type, too long, of the wrong
// form, or have a value that the client does not accept. "skilllint schema DIALECT/KIND" prints the
// schema.
//
// Severity:
//   - error where the client rejects the file or loses a value
//   - warning or info where the effect is smaller
//   - info for a mapping in a field that has one of a few values, which is a note of the author, and for "main" and the like as
//     "context", which is the default
//   - info for a mode of Copilot as "agent" without "context"
//   - info for missing fields in a skill inside another one, which is read as a chapter of it
//   - info in skills of OpenClaw for what only the specification's validator rejects
//
// If a required field is missing because its key is misspelled, the finding is at that key. Commands
// of Gemini CLI are TOML files and are checked in the same way.
//
// The configuration key "schemas" adds a schema of your own for a kind of file. In it, "x-severity"
// sets the severity of a violation (error by default), "x-effect" the note and "x-help" the help.
//
// The rule also reports probable typos where other values are possible: in names of models and in
// events and matchers of hooks. It reports hooks that cannot work: a matcher that is a permission rule, and commands that read
// variables which Claude Code never sets.
//
// Not reported:
//   - unknown keys, which frontmatter/unknown-field reports
//   - values that frontmatter/version, frontmatter/trigger and frontmatter/tool check
//   - unquoted numbers and dates in place of text, unless the client cannot read them
//   - "yes", "on" and the like where the client accepts them as true or false
//   - notes beside subagents
//   - names of TanStack Intent, which are paths below "skills", unless agentskills is the dialect or a target
//
// Fix: --fix adds or removes quotes and corrects capitals where the meaning is certain;
// --unsafe-fixes corrects names, misspelled keys and values.
var Schema = &analysis.Analyzer{
	Name:     "frontmatter/schema",
	Doc:      "field that violates the schema of its dialect",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.LoaderCode,
		Name: "loaders and documentation of each dialect, named in its schema", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      checkSchema,
}

func checkSchema(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil {
		return nil
	}
	found := violationsFact.Of(pass)
	if d.Extra != nil {
		more, err := d.Extra.Validate(fields.JSON())
		if err != nil {
			return err
		}
		found = slices.Concat(found, more)
	}
	if isNoteWithFields(d, fields) {
		return nil
	}
	for _, v := range oneOfEach(found, isNamed(d)) {
		if v.Rule != "" || isReportedValue(d, fields, v.Path) || isForm(d, v) && isIntent(d, fields) {
			continue
		}
		if v.Missing != "" {
			found := missingField(d, fields, v)
			if len(v.Path) == 0 && len(found.SuggestedFixes) == 0 {
				found.Group = analysis.Group{Key: parentOf(d.File) + " " + v.Missing, Message: analysis.Many + " " + plural(d.Kind.String()) + " lack the field " + quote.Text(v.Missing)}
			}
			if d.Kind == analysis.Agent && fields.Get("name") == nil && fields.Get("description") == nil {
				found.Group = apart(d.Rel)
			}
			if last := len(v.Path) - 1; last > 0 && violation.IsIndex(v.Path[last]) {
				list := violation.Named(v.Path[:1])
				found.Group = analysis.Group{Key: d.Rel + list + v.Missing, Message: analysis.Many + " items in " + list + " lack " + quote.Text(v.Missing)}
			}
			pass.Report(found)
		} else {
			pass.Report(invalidValue(d, fields, v))
		}
	}
	reportTypos(pass, fields)
	return nil
}

// isNamed reports whether the user configured the dialect of the file, or its client as a target.
func isNamed(d *analysis.Document) bool {
	return d.Pinned || slices.Contains(d.Targets, d.Dialect.Name)
}

// oneOfEach keeps the worst violation of each sort for each value. If the dialect was guessed, violations that apply only
// to a configured dialect are dropped or reduced in severity.
func oneOfEach(found []schema.Violation, named bool) []schema.Violation {
	var kept []schema.Violation
	for _, v := range found {
		switch {
		case v.Pinned && !named:
			continue
		case v.Guessed != "" && !named:
			v.Severity = v.Guessed
		}
		i := slices.IndexFunc(kept, func(k schema.Violation) bool {
			return sort(k.Keyword) == sort(v.Keyword) && k.Missing == v.Missing && slices.Equal(k.Path, v.Path)
		})
		switch {
		case i < 0:
			kept = append(kept, v)
		case violation.Severity(v) > violation.Severity(kept[i]):
			kept[i] = v
		}
	}
	return kept
}

// sort groups keywords that detect the same mistake.
func sort(keyword string) string {
	switch keyword {
	case "pattern", "format", "const", "enum", "not", "minLength":
		return "form"
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf":
		return "number"
	}
	return keyword
}
