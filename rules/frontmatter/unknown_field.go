package frontmatter

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"

	"github.com/skilllint/skilllint/schema"
)

// UnknownField reports frontmatter fields that the client does not read.
//
// Nearly all clients ignore an unknown field without a warning. A misspelled field therefore has no
// effect, and the skill behaves differently than you configured.
//
// Severity:
//   - error where the client, or one of your targets, rejects files with unknown fields
//   - warning for a probable typo of a known field; info if its value is the default
//   - warning for any other unknown field where you configured the dialect, info where it was guessed
//   - info for fields that people keep for themselves, such as "version", "author" and "tags", and for
//     fields of other clients
//
// Your own fields belong under "metadata", if the dialect has it. A required field that is missing
// because its key is misspelled is reported by frontmatter/schema. After 100 unknown fields in one
// file, the rule only counts the others.
//
// Not reported:
//   - keys inside other fields, which are often free
//   - duplicate keys and keys that are not text, which frontmatter/syntax reports
//   - fields of another client, where the file is evidently for it as well: it is a target, reads several
//     such fields, or no client's place determines the dialect
//   - fields that OpenClaw reads in its own skills
//   - notes beside subagents
//
// Fix: --unsafe-fixes moves your own fields under "metadata" where clients reject unknown fields, and corrects misspelled fields.
var UnknownField = &analysis.Analyzer{
	Name:     "frontmatter/unknown-field",
	Doc:      "unknown frontmatter field",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    withFields,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "754 published skills, and what five agents make of unknown keys", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{violationsFact.Analyzer},
	Run:      unknownField,
}

func unknownField(pass *analysis.Pass) error {
	d := pass.Document
	fields := fieldsOf(d)
	if fields == nil || isNoteWithFields(d, fields) {
		return nil
	}
	known, err := knownKeys(d, fields)
	if err != nil || len(known) == 0 {
		return err
	}
	required, absent := requiredOf(pass), absentFrom(fields, schema.Fields(d.Dialect.Name, readAs(d.File)))
	k := keys{Document: d}
	var found []analysis.Diagnostic
	var own []*analysis.Member
	var more overflow
	others := shared(d, fields, known)
	isInvalid := nonTextKeys(d)
	ownAt := map[*analysis.Member]int{} // index in found
	for i := range fields.Members {
		m := &fields.Members[i]
		if slices.Contains(known, m.Key) || m.Duplicate || m.Merged || isInvalid(m) {
			continue
		}
		if len(found) == mostKeys && !passes(d) {
			more.add(k, m)
			continue
		}
		field, certain := meant(d, fields, absent, m.Key)
		if field != "" && slices.Contains(required, field) {
			continue // reported by frontmatter/schema
		}
		if k.rejecters == nil { // computed only for frontmatter with unknown keys
			k.rejecters = rejecters(d)
		}
		f, isReported := k.read(m, field, certain, others)
		if !isReported {
			continue
		}
		if isOwn(m.Key) && !certain && k.matters(m) {
			ownAt[m] = len(found)
			own = append(own, m)
		}
		found = append(found, f)
	}
	if fix, first := moveFix(d, fields, own); fix != nil {
		d := &found[ownAt[first]]
		d.Help, d.SuggestedFixes = "", []analysis.SuggestedFix{*fix}
	}
	reportKeys(pass, append(found, more.diagnostics(k)...))
	return nil
}

// knownKeys returns the fields of the dialect, and those that the schema of the configuration defines or rejects.
func knownKeys(d *analysis.Document, fields *analysis.Value) ([]string, error) {
	known := schema.Fields(d.Dialect.Name, readAs(d.File))
	if d.Extra == nil || len(known) == 0 || rejects(d) {
		return known, nil
	}
	refused, err := refusedByUser(d, fields)
	return slices.Concat(known, d.Extra.Fields(), refused), err
}

// requiredOf returns the fields that frontmatter/schema reports if they are missing. In strict
// dialects they depend on the other fields.
func requiredOf(pass *analysis.Pass) []string {
	d := pass.Document
	if !rejects(d) {
		return schema.Required(d.Dialect.Name, readAs(d.File))
	}
	var missing []string
	for _, v := range violationsFact.Of(pass) {
		if v.Missing != "" && len(v.Path) == 0 {
			missing = append(missing, v.Missing)
		}
	}
	return missing
}

// isOwn reports whether a key is a common custom key, in any dialect.
func isOwn(key string) bool {
	switch key {
	case "version", "author", "authors", "tags", "category", "title", "date", "updated", "keywords":
		return true
	}
	return false
}
