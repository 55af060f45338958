package protocol

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"

	"github.com/skilllint/skilllint/schema"
)

// Coverage reports requirements of CLEO's protocol that a subagent never states.
//
// Without a base protocol in its prompt, a CLEO subagent knows BASE-001 to BASE-007 only from its own text.
// A subagent that never reads "append one line to MANIFEST.jsonl" appends none, and its orchestrator waits
// for it.
//
// State each requirement by its number or in words: append a line to the manifest, do not return content,
// complete the task, write the output before the line, set the focus before the work, do not fabricate
// anything, and link research. A range such as "BASE-001 to BASE-007" states all of them. So do the ids
// OUT-001 to OUT-004 of earlier versions.
//
// Severity:
//   - info; in the strict profile, error unless only recommended requirements are missing
//
// The rule does not check how well a requirement is stated.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Not reported:
//   - skills and their references, which are used together with the base protocol
//   - orchestrators, to which these requirements do not apply
//   - subagents without any text
var Coverage = &analysis.Analyzer{
	Name:     "protocol/coverage",
	Doc:      "requirements of the subagent protocol that a subagent does not state",
	Severity: analysis.Info,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Agent,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, protocol constraints"},
	Requires: []*analysis.Analyzer{stepsFact.Analyzer},
	Run:      coverage,
}

func coverage(pass *analysis.Pass) error {
	d, p := pass.Document, stepsFact.Of(pass).Protocol
	body := string(d.Source[d.BodyStart():])
	if strings.TrimSpace(body) == "" || d.Header == nil || d.Header.State != analysis.HeaderClosed || isOrchestrator(d, p) {
		return nil
	}
	stated := statedIn(body, p)
	var ids []string
	text, must := "", false
	for i, r := range p.Requirements {
		if !stated[i] {
			ids, text = append(ids, r.ID), r.Level+" "+r.Text
			must = must || strings.HasPrefix(r.Level, "MUST")
		}
	}
	last := len(ids) - 1
	if last < 0 {
		return nil
	}
	finding := analysis.Diagnostic{Range: d.Header.Open, Severity: analysis.Info, Must: must, Message: "subagent does not state " + strings.Join(ids, ", "),
		Effect: "it follows them only if its prompt states them", Help: "state them by number or in words"}
	switch {
	case len(ids) == len(p.Requirements):
		finding.Message = fmt.Sprintf("subagent does not state %s to %s", ids[0], ids[last])
	case last == 0:
		finding.Effect, finding.Help = "it follows this requirement only if its prompt states it", "state it: "+text
	}
	pass.Report(finding)
	return nil
}

// isOrchestrator reports whether a file has the name of an orchestrator.
func isOrchestrator(d *analysis.Document, p *schema.Protocol) bool {
	name := d.Data.Get("name")
	return name.IsString() && strings.Contains(strings.ToLower(name.Text), p.Orchestrator)
}

// statedIn returns, for each requirement, whether a text states it.
func statedIn(text string, p *schema.Protocol) []bool {
	stated := make([]bool, len(p.Requirements))
	for line := range strings.Lines(strings.ToLower(text)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		for i, r := range p.Requirements {
			stated[i] = stated[i] || states(line, r)
		}
		from, to := rangeIn(line, p)
		for i := from; i < to; i++ {
			stated[i] = true
		}
	}
	return stated
}

// states reports whether a lower-case line states a requirement, by id or in words.
func states(line string, r schema.Requirement) bool {
	for _, id := range append([]string{r.ID}, r.Also...) {
		if strings.Contains(line, strings.ToLower(id)) {
			return true
		}
	}
	for _, words := range r.Words {
		all := true
		for word := range strings.SplitSeq(words, "+") {
			all = all && strings.Contains(line, word)
		}
		if all {
			return true
		}
	}
	return false
}

// rangeIn returns the requirements that a range in a line covers, as in "BASE-001 through BASE-007".
func rangeIn(line string, p *schema.Protocol) (from, to int) {
	start := -1 // offset after the first id of the range
	for i, r := range p.Requirements {
		n := strings.Index(line, strings.ToLower(r.ID))
		if n < 0 {
			continue
		}
		if start >= 0 && n > start {
			switch strings.Trim(line[start:n], " `*") {
			case "to", "through", "-", "–", "—", "…", "...", "..", "until":
				return from, i + 1
			}
		}
		from, start = i, n+len(r.ID)
	}
	return 0, 0
}
