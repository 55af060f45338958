package markdown

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/schema"
)

// RequiredSection reports sections that a protocol or the configuration requires, and that are missing,
// empty, duplicate or at another level.
//
// The CLEO orchestrator reads the "## Summary" of an output file instead of the whole file, and finds it
// by its heading. Output files of subagents need "## Summary" and "## References". Headings may be
// numbered and extended, as in "## 1. Executive Summary (short)", and references may be called "Sources".
//
// You can require sections in the configuration: {sections: {skill: [When to use, "### Output"]}}. If
// you set the dialect to duyetbot or progressive, the sections that it recommends are checked, too.
//
// Severity:
//   - error for sections of CLEO's output files, and of the configuration
//   - info for sections that a dialect recommends
//
// CLEO's output files are Markdown files that are named by a task ("T123-topic.md") beside a
// MANIFEST.jsonl, or that start with a "**Task**:" line.
//
// Not reported:
//   - other Markdown below a MANIFEST.jsonl, such as handovers, audits and notes
//   - files beside a manifest of another format
//   - sections in a code block that is not closed, which markdown/unclosed-fence reports
//
// Fix: --unsafe-fixes corrects the spelling or level of a heading.
var RequiredSection = &analysis.Analyzer{
	Name:     "markdown/required-section",
	Doc:      "missing, empty or duplicate required section",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO subagent protocol 1.0.0 on output files, and the templates of duyetbot and progressive disclosure"},
	Requires: []*analysis.Analyzer{sectionProblems.Analyzer, manifest.Outputs.Analyzer},
	Run:      requiredSection,
}

func requiredSection(pass *analysis.Pass) error {
	outputs := manifest.Outputs.Of(pass)
	for file, problems := range sectionProblems.All(pass.Store) {
		if file.Kind == analysis.Output && !outputs[file] {
			continue
		}
		for _, p := range problems {
			pass.Report(p)
		}
	}
	return nil
}

// sectionProblems computes the problems with the required sections of a document.
var sectionProblems = analysis.NewFact("section-faults", "problems with the sections that a document must have",
	analysis.PerDocument, analysis.Markdown, checkSections, markdown.SectionFact.Analyzer)

func checkSections(pass *analysis.Pass) ([]analysis.Diagnostic, error) {
	d := pass.Document
	if d.Body == nil {
		return nil, analysis.ErrNoFact
	}
	c := sectionCheck{d: d, sections: markdown.SectionFact.Of(pass), wanted: requiredSections(d.File)}
	for _, w := range c.wanted {
		c.check(w)
	}
	if len(c.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return c.found, nil
}

// requiredSections returns the sections that a file must have. Sections of the configuration replace equal sections of the
// dialect.
func requiredSections(f *analysis.File) []schema.Section {
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
