package manifest

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Output reports output files that lack the information that the protocol requires, or contradict their entry.
//
// An output begins with its title ("# …") and bold lines: **Task**:, **Epic**:, **Date**: and **Status**:.
// They state what the file belongs to when the manifest is not at hand. If they contradict the entry, one
// of the two is wrong. The orchestrator uses the entry, readers use the file. The finding shows both
// places.
//
// Name the file after its task (T2402-retry-limits.md) or a date (2026-01-26_retry-limits.md). Text may
// follow the id of a task, case in a status is ignored, and the epic is optional.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Severity:
//   - error if the status or task contradicts the entry
//   - warning for other deviations; error in the strict profile, which also requires the epic
//   - warning for any other file name
//   - warning for the output of another task than the id of its entry, and for text of the template such as
//     <main deliverable content>; error in the strict profile
//   - info in the strict profile for a summary that does not seem to have two or three sentences
//
// Files are checked if an entry names them or if they look like outputs (see markdown/required-section,
// which checks their sections).
//
// Not reported:
//   - values with an unresolved {{PLACEHOLDER}}, which tokens/unresolved reports
//   - notes and handover files next to a manifest
//   - files next to a MANIFEST.jsonl in another format
var Output = &analysis.Analyzer{
	Name:     "manifest/output",
	Doc:      "output file that breaks the protocol or contradicts its entry",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, output file structure", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{headFact.Analyzer, namedFact.Analyzer, manifest.Outputs.Analyzer},
	Run:      checkOutputs,
}

func checkOutputs(pass *analysis.Pass) error {
	outputs, named := manifest.Outputs.Of(pass), namedFact.Of(pass)
	for f, h := range headFact.All(pass.Store) {
		if !outputs[f] && len(named[f]) == 0 {
			continue
		}
		c := outputCheck{pass: pass, file: f, head: h, named: named[f], severity: analysis.Warning}
		if f.Strict {
			c.severity = analysis.Error
		}
		c.checkFields()
		c.checkForms()
		c.checkName()
		c.compareWithEntries()
		c.compareNames()
		c.checkLeftovers()
		if f.Strict && h.Sentences > 0 && (h.Sentences < 2 || h.Sentences > 3) {
			c.report(h.Summary, analysis.Diagnostic{Severity: analysis.Info, Message: fmt.Sprintf("summary has about %s (expected: 2 or 3)", quote.Plural(h.Sentences, "sentence")),
				Effect: "the orchestrator reads the summary instead of the file"})
		}
	}
	return nil
}

// An outputCheck checks an output.
type outputCheck struct {
	pass     *analysis.Pass
	file     *analysis.File
	head     head
	named    []outputEntry
	severity analysis.Severity // severity of deviations from the protocol
}

func (c *outputCheck) report(where analysis.Location, d analysis.Diagnostic) {
	d.Location = &where
	c.pass.Report(d)
}

// checkFields reports all missing fields in one finding, because they usually have one cause.
func (c *outputCheck) checkFields() {
	var lines []string
	for _, name := range requiredOf(c.file) {
		if _, ok := c.head.Fields[name]; !ok && name != "title" {
			lines = append(lines, "**"+strings.ToUpper(name[:1])+name[1:]+"**:")
		}
	}
	_, titled := c.head.Fields["title"]
	d := analysis.Diagnostic{Severity: c.severity}
	switch {
	case !titled && len(lines) > 0:
		d.Message, d.Help = `missing title ("# …") and `+linesOf(lines), "add them at the start of the file"
	case !titled:
		d.Message, d.Help = `missing title ("# …")`, "add it at the start of the file"
	case len(lines) == 1:
		d.Message, d.Help = "missing "+linesOf(lines), "add it below the title"
	case len(lines) > 1:
		d.Message, d.Help = "missing "+linesOf(lines), "add them below the title"
	default:
		return
	}
	c.report(c.head.At, d)
}

// requiredOf returns the fields that the schema cleo/output requires or, in the strict profile, all fields of the protocol's
// template.
func requiredOf(f *analysis.File) []string {
	if f.Strict {
		return []string{"title", "task", "epic", "date", "status"}
	}
	return []string{"title", "task", "date", "status"}
}

func linesOf(names []string) string {
	if len(names) == 1 {
		return "line " + quote.Text(names[0])
	}
	return "lines " + quote.List(names, "and")
}

// checkName reports a file name that has neither of the two forms.
func (c *outputCheck) checkName() {
	base := path.Base(c.file.Rel)
	if isOutputName(base) {
		return
	}
	as := "T2402-" + base
	if task := leadingTask(c.head.Fields["task"].Text); task != "" {
		as = task + "-" + base
	}
	c.report(*wholeFile(c.file), analysis.Diagnostic{Severity: analysis.Warning, Message: fmt.Sprintf("file name %s does not start with a task id or date", quote.Text(base)),
		Effect: "searches by task do not find the output", Help: "rename it, for example to " + quote.Text(as)})
}
