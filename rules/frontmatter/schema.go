package frontmatter

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// Schema reports fields that break their dialect's JSON Schema: missing, of the wrong type, not
// among the values that are known, too long, of the wrong form.
//
// What a loader does with such a field differs from field to field and is said in the message:
// it rejects the file, drops the value, or goes on with something that was not meant. So does the
// severity: an error only where the loader rejects or loses something. "skilllint schema
// DIALECT/KIND" prints the schema with all of it.
//
// A field that is missing because its key is misspelt is one finding, at that key. Unknown keys
// are the matter of frontmatter/unknown-field; frontmatter/version, frontmatter/trigger and
// frontmatter/tool look at what is in those fields.
//
// A skill in a neutral folder is OpenClaw's where its metadata has openclaw: what only the
// specification's validator rejects is advice then. Commands of Gemini CLI are TOML, and
// checked as headers are.
//
// The configuration's "schemas" adds a schema of your own for a kind of file: fields of your
// organisation, and what they may be. It is a file of the repository; its x-severity says how bad
// a violation is (an error by default), its x-effect and x-write complete the message.
//
// Left alone: unquoted numbers and dates where a text is wanted, unless the loader breaks on
// them; the words that a loader takes for true and false; and notes to people beside agents.
var Schema = &analysis.Analyzer{
	Name:     "frontmatter/schema",
	Doc:      "field that breaks the schema of its dialect",
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
		if v.Rule != "" || isOddValue(d, fields, v.Path) {
			continue
		}
		if v.Missing != "" {
			pass.Report(missingField(d, fields, v))
		} else {
			pass.Report(wrongValue(d, fields, v))
		}
	}
	return nil
}

// isNamed reports whether the user named the dialect: as the file's, or its agent as a target.
func isNamed(d *analysis.Document) bool {
	return d.Pinned || slices.Contains(d.Targets, d.Dialect.Name)
}

// oneOfEach keeps one violation of each sort for each value, the worst: what breaks a form in two
// ways was written once. Those that count in a named dialect only are dropped elsewhere, or milder.
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

// sort returns which keywords find the same mistake.
func sort(keyword string) string {
	switch keyword {
	case "pattern", "format", "const", "enum", "not", "minLength":
		return "form"
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf":
		return "number"
	}
	return keyword
}
