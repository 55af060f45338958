package markdown

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/schema"
)

// RequiredSection reports a section that a protocol or the configuration asks for and that is missing,
// empty, there twice, or at another level.
//
// An output file of a CLEO subagent needs "## Summary" and "## References": the orchestrator reads
// the summary instead of the whole file, and finds it by its heading. Headings may be numbered, so
// "## 1. Executive Summary" is one. The sections that duyetbot's template and progressive
// disclosure advise are looked for when that dialect is set, and are no more than advice. Others are
// those that "sections:" of the configuration asks for: {skill: [When to use, "### Output"]}.
//
// Of the Markdown below a MANIFEST.jsonl only outputs are looked at: what is named by its task
// ("T123-topic.md") right beside it, or begins with a "**Task**:" line. Hand-overs, audits and
// notes are left alone, and so is everything beside a ledger of another format.
var RequiredSection = &analysis.Analyzer{
	Name:     "markdown/required-section",
	Doc:      "section that a protocol or the configuration asks for, missing, empty, twice or at another level",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, output file; templates of duyetbot and progressive disclosure"},
	Requires: []*analysis.Analyzer{sectionFaults.Analyzer, manifest.Outputs.Analyzer},
	Run:      requiredSection,
}

func requiredSection(pass *analysis.Pass) error {
	outputs := manifest.Outputs.Of(pass)
	for file, faults := range sectionFaults.All(pass.Store) {
		if file.Kind == analysis.Output && !outputs[file] {
			continue
		}
		for _, f := range faults {
			pass.Report(f)
		}
	}
	return nil
}

// sectionFaults is what is wrong with the sections of one document, if they are to be looked at.
var sectionFaults = analysis.NewFact("section-faults", "what is wrong with the sections that a document must have",
	analysis.PerDocument, analysis.Markdown, faultsOf, markdown.SectionFact.Analyzer)

func faultsOf(pass *analysis.Pass) ([]analysis.Diagnostic, error) {
	d := pass.Document
	if d.Body == nil { // nobody knows what is in it
		return nil, analysis.ErrNoFact
	}
	c := sectionCheck{d: d, sections: markdown.SectionFact.Of(pass), wanted: wantedSections(d.File), insertedAt: map[int]bool{}}
	for _, w := range c.wanted {
		c.check(w)
	}
	if len(c.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return c.found, nil
}

// wantedSections returns the sections that a file must have. What the configuration says of one counts
// more than what its dialect says of it.
func wantedSections(f *analysis.File) []schema.Section {
	configured := f.Conventions.SectionsOf(f.Kind)
	rules := f.Rules()
	if rules == nil {
		return configured
	}
	built := slices.DeleteFunc(slices.Clone(rules.Sections), func(s schema.Section) bool {
		return s.Pinned && !f.Pinned || slices.ContainsFunc(configured, func(c schema.Section) bool { return matches(c.Heading, s) })
	})
	return append(built, configured...)
}
