package manifest

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Output reports output files that do not say what the protocol asks for, or say something else
// than their line in the manifest.
//
// An output begins with its title ("# …") and with bold lines: **Task**:, **Epic**:, **Date**: and
// **Status**:. By them it is told what the file belongs to when the manifest is not at hand. Where
// they and the manifest's line disagree, one of the two is wrong: the orchestrator goes by the line,
// whoever opens the file by what stands in it. Both places are shown; correct the wrong one.
//
// A file is called by its task (T2402-retry-limits.md), or by a day (2026-01-26_retry-limits.md);
// any other name is a warning. Text may follow the id of a task, capitals in a status mean nothing,
// and the line of the epic may be left out. In the strict profile each deviation but one of the
// name is an error, the epic is needed, and a summary of other than two or three sentences, as far
// as they can be counted, is advice.
//
// Looked at are files that an entry names, and those that markdown/required-section takes for
// outputs; that rule reports their sections. {{TOKENS}} are tokens/unresolved's. Left alone: notes
// and hand-overs beside a manifest, and everything beside a ledger of another format.
var Output = &analysis.Analyzer{
	Name:     "manifest/output",
	Doc:      "output file that breaks the protocol, or disagrees with its entry",
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
		c.missing()
		c.forms()
		c.name()
		c.against()
		if f.Strict && h.Sentences > 0 && (h.Sentences < 2 || h.Sentences > 3) {
			c.report(h.Summary, analysis.Info, fmt.Sprintf("the summary seems to have %s, and the protocol asks for two or three, which the orchestrator reads instead of the file", counted(h.Sentences, "sentence")))
		}
	}
	return nil
}

// An outputCheck is the work on one output.
type outputCheck struct {
	pass     *analysis.Pass
	file     *analysis.File
	head     head
	named    []naming
	severity analysis.Severity // of a deviation from the protocol
}

func (c *outputCheck) report(where analysis.Location, severity analysis.Severity, message string, related ...analysis.Related) {
	c.pass.Report(analysis.Diagnostic{Location: &where, Severity: severity, Message: message, Related: related})
}

// missing reports what the file does not say, at once: one cause, as a rule.
func (c *outputCheck) missing() {
	var lines []string
	for _, name := range wantedOf(c.file) {
		if _, ok := c.head.Fields[name]; !ok && name != "title" {
			lines = append(lines, "**"+strings.ToUpper(name[:1])+name[1:]+"**:")
		}
	}
	_, titled := c.head.Fields["title"]
	switch {
	case !titled && len(lines) > 0:
		c.report(c.head.At, c.severity, fmt.Sprintf(`the output has neither a title ("# …") nor %s below it, so nobody can tell what it belongs to; add them`, linesOf(lines)))
	case !titled:
		c.report(c.head.At, c.severity, `the output has no title ("# …"), so nobody can tell what it is about; add one`)
	case len(lines) > 0:
		it := "it"
		if len(lines) > 1 {
			it = "them"
		}
		c.report(c.head.At, c.severity, fmt.Sprintf("the output has no %s below its title, so who opens it cannot tell %s; add %s", linesOf(lines), learns(lines), it))
	}
}

// wantedOf returns what an output must say: what the schema cleo/output requires, and all that the
// protocol's template has in the strict profile.
func wantedOf(f *analysis.File) []string {
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

// learns says what a missing line would tell.
func learns(lines []string) string {
	if len(lines) > 1 {
		return "what it belongs to and how far it is"
	}
	switch lines[0] {
	case "**Date**:":
		return "how old it is"
	case "**Status**:":
		return "whether the work is done"
	}
	return "what it belongs to"
}

// name reports a file name of neither form.
func (c *outputCheck) name() {
	base := path.Base(c.file.Rel)
	if isOutputName(base) {
		return
	}
	as := "T2402-" + base
	if task := leadingTask(c.head.Fields["task"].Text); task != "" {
		as = task + "-" + base
	}
	c.report(*wholeFile(c.file), analysis.Warning, fmt.Sprintf(
		"the output's name %s begins with neither a task nor a day, so who looks for the outputs of a task does not find it; call it by its task, as in %s", quote.Text(base), quote.Text(as)))
}
