package analysis

// Broken reports rules that fail on a file with an internal error.
//
// The error is a bug in skilllint, or in a custom program with rules of its own, and not in your
// file. All other rules still check the file. Please report the bug and attach the file.
//
// This finding cannot be suppressed or added to a baseline, because the findings of the failed
// rule are unknown. It is also reported when the analysis of a file exceeds its time limit.
var Broken = &Analyzer{
	Name:     "internal/analyzer",
	Doc:      "internal error in a rule",
	Severity: Error,
	Scope:    PerDocument,
	Source:   Source{Kind: Specification, Name: "skilllint's own contract", Checked: "2026-11-21"},
	Run:      func(*Pass) error { return nil },
}
