package manifest

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Schema reports entries that break the protocol's schema.
//
// An entry needs id, file, title, date, status and agent_type: the orchestrator finds, counts and
// dispatches by them, and goes on without an entry that it cannot read. "skilllint schema
// cleo/manifest-entry" prints the whole schema, "cleo/manifest-entry-strict" that of the strict
// profile, in which an id has the one form T####-slug and "archived" is no status.
//
// A key that is nearly one of the protocol's is a warning, as its value is lost; any other is
// advice. Which kinds of agents there are is left open. What follow-ups and linked tasks look like,
// how many findings there are and whether the file exists is the matter of other rules. A value
// with an unresolved {{TOKEN}} is left alone.
//
// Left alone as a whole: a ledger of another format, of which not a tenth of the lines has "file"
// and one of "agent_type" and "key_findings". The strict profile, and a manifest that the
// configuration names, are always checked.
//
// The configuration's "ledgers" gives other append-only files of JSON lines a schema of your own,
// which is a file of the repository. Its x-severity, x-effect and x-write word the message.
var Schema = &analysis.Analyzer{
	Name:     "manifest/schema",
	Doc:      "entry that breaks the protocol's schema",
	Severity: analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0; 229 entries of a published manifest", Checked: "2026-11-21"},
	Gate: &hasSchema,
	Run:  checkEntry,
}

// hasSchema is whether the lines of a ledger are checked: by the protocol's schema or the user's.
var hasSchema = analysis.NewFact("manifest-has-schema", "whether there is a schema for the lines of a ledger",
	analysis.PerDocument, analysis.Manifest, func(p *analysis.Pass) (bool, error) {
		return p.File.Extra != nil || manifest.Fact.Of(p), nil
	}, manifest.Fact.Analyzer)

func checkEntry(pass *analysis.Pass) error {
	entry := pass.Line.Data
	if entry == nil || entry.Kind != analysis.Map {
		return nil
	}
	if pass.File.Extra != nil {
		return checkByExtra(pass, entry)
	}
	var missing []string
	for _, f := range faults(entry, pass.File.Strict) {
		switch {
		case f.keyword == "required":
			missing = append(missing, f.field)
		case !hasToken(f.value):
			pass.Report(f.diagnostic())
		}
	}
	missing = reportUnknown(pass, entry, missing)
	switch len(missing) {
	case 0:
	case 1:
		effect, write := about(missing[0])
		pass.Reportf(opening(entry), "the entry has no %s, so %s; add %s", quote.Text(missing[0]), effect, write)
	default:
		pass.Reportf(opening(entry), "the entry has no %s, so the orchestrator's queries miss it; add them", quote.List(missing, "and"))
	}
	return nil
}
