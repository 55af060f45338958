package frontmatter

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"

	"github.com/skilllint/skilllint/schema"
)

// UnknownField reports keys of a header that its dialect does not read.
//
// Nearly every agent ignores a key that it does not know without a word, so a misspelt field is
// lost, and the skill does not do what its header says. A key that is nearly a field is a warning
// and says which one was probably meant; a required field that is missing for that reason is
// reported by frontmatter/schema.
//
// Keys that people keep for themselves (version, author, tags, title, …), and fields of another
// agent, do no harm: that is advice. The place for the first is "metadata", where the dialect has
// it; the fix moves them there. Any other key is a warning where the user named the dialect, and
// advice where it was guessed. Where a loader rejects unknown keys, that of a targeted agent too, it
// is an error.
//
// Left alone: keys below other keys, which are often free; keys that are no text or stand twice,
// which frontmatter/syntax reports; what OpenClaw reads in a skill of its own; and notes to people
// beside agents. Of a header with more than a hundred such keys the others are counted.
var UnknownField = &analysis.Analyzer{
	Name:     "frontmatter/unknown-field",
	Doc:      "key that the dialect does not read",
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
	if err != nil {
		return err
	}
	required, absent := requiredOf(pass), absentFrom(fields, schema.Fields(d.Dialect.Name, readAs(d.File)))
	k := keys{Document: d}
	var found []analysis.Diagnostic
	var own []*analysis.Member
	var others more
	isOdd := oddKeys(d)
	ownAt := map[*analysis.Member]int{} // in found
	for i := range fields.Members {
		m := &fields.Members[i]
		if len(known) == 0 || slices.Contains(known, m.Key) || m.Duplicate || m.Merged || isOdd(m) {
			continue
		}
		if len(found) == mostKeys && !passes(d) {
			others.add(k, m)
			continue
		}
		field, certain := meant(d, fields, absent, m.Key)
		if field != "" && slices.Contains(required, field) {
			continue // frontmatter/schema misses the field and points here
		}
		if k.rejecters == nil { // models are not asked about a header of known keys
			k.rejecters = rejecters(d)
		}
		switch readers := foreignReaders(d, m.Key); {
		case certain || field != "" && readers == "" && !isOwn(m.Key):
			found = append(found, k.nearMiss(m, field))
		case isOwn(m.Key):
			ownAt[m] = len(found)
			own = append(own, m)
			found = append(found, k.own(m))
		case readers != "":
			found = append(found, k.foreign(m, readers))
		case !passes(d):
			found = append(found, k.stray(m))
		}
	}
	if fix, first := moved(d, fields, own); fix != nil {
		found[ownAt[first]].SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	for _, f := range append(found, others.told(k)...) {
		pass.Report(f)
	}
	return nil
}

// knownKeys returns the fields of the dialect, and those that the schema of the configuration has or refuses.
func knownKeys(d *analysis.Document, fields *analysis.Value) ([]string, error) {
	known := schema.Fields(d.Dialect.Name, readAs(d.File))
	if d.Extra == nil || len(known) == 0 || rejects(d) {
		return known, nil
	}
	refused, err := refusedByUser(d, fields)
	return slices.Concat(known, d.Extra.Fields(), refused), err
}

// requiredOf returns the fields that frontmatter/schema misses when they are not there. Where the
// loader is strict, which those are may depend on the others.
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

// isOwn reports whether a key is one of those that people keep for themselves, whatever the
// dialect.
func isOwn(key string) bool {
	switch key {
	case "version", "author", "authors", "tags", "category", "title", "date", "updated", "keywords":
		return true
	}
	return false
}
