package analysis

// Broken is the rule that drivers report under when another one panics or returns an error.
//
// A rule that breaks on a file is a defect of the linter, or of a program with rules of its own,
// not of the file. Everything else is still reported, for this file and all others. The finding
// names the rule; it can be neither suppressed nor baselined, because what the rule would have
// found is not known. Report it with the file that shows it.
var Broken = &Analyzer{
	Name:     "internal/analyzer",
	Doc:      "a rule broke on this file",
	Severity: Error,
	Scope:    PerDocument,
	Source:   Source{Kind: Specification, Name: "skilllint's own contract", Checked: "2026-11-21"},
	Run:      func(*Pass) error { return nil },
}
