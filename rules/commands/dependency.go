package commands

import "github.com/skilllint/skilllint/analysis"

// Dependency reports TODO: what is wrong, in one sentence.
//
// TODO: Why it matters: what clients or models do because of it. Readers of the page do not know that yet.
//
// Not reported:
//   - TODO: what looks similar and is correct
var Dependency = &analysis.Analyzer{
	Name:     "commands/dependency",
	Doc:      "TODO: a noun phrase, such as \"broken link\"",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill,
	Source:   analysis.Source{Kind: analysis.Measurement, Name: "TODO: what was run or read, with its version", Checked: "2026-11-28"},
	Run:      dependency,
}

func dependency(pass *analysis.Pass) error {
	_ = pass.Document // TODO: find the problem, then report it:
	//	pass.Report(analysis.Diagnostic{
	//		Range:   r,
	//		Message: "what is wrong, in at most 80 characters",
	//		Effect:  "what a client does because of it; empty where it is obvious",
	//		Help:    "what to write instead, as an imperative; empty where a fix says it",
	//	})
	return nil
}
