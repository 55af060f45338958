package manifest

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
)

// Followup reports entries whose status contradicts "needs_followup".
//
// The orchestrator plans further tasks from "needs_followup". If an entry is partial or blocked and the
// list is empty, the work is not continued. An item that begins with "BLOCKED:" in an entry with status
// "complete" is a blocker that the orchestrator ignores.
//
// Describe what remains, or correct the status.
//
// The manifest is part of CLEO's first edition, of January 2026.
//
// Not reported:
//   - other items of a complete entry: they are ideas for later
//   - the form of items: ids of tasks, slugs and sentences are all in use
//   - a status or list of the wrong type, which manifest/schema reports
//   - files that are not manifests
var Followup = &analysis.Analyzer{
	Name:     "manifest/followup",
	Doc:      "status that contradicts the follow-ups",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerLine,
	Kinds:    analysis.Manifest,
	Source: analysis.Source{Kind: analysis.Specification,
		Name: "CLEO subagent protocol 1.0.0, partial completion; 229 entries of a published manifest", Checked: "2026-11-21"},
	Gate: &manifest.Fact,
	Run:  followup,
}

func followup(pass *analysis.Pass) error {
	status, list := pass.Line.Data.Get("status"), pass.Line.Data.Get("needs_followup")
	if !status.IsString() || list != nil && list.Kind != analysis.List {
		return nil
	}
	switch status.Text {
	case "partial", "blocked":
		if !hasText(list) {
			pass.Report(missingFollowup(pass, status, list))
		}
	case "complete", "archived":
		if list != nil {
			reportBlockers(pass, status, list)
		}
	}
	return nil
}

// hasText reports whether a list has an item with text. Another rule reports items that are not strings.
func hasText(list *analysis.Value) bool {
	if list == nil {
		return false
	}
	for _, item := range list.Items {
		if item.Kind != analysis.String || strings.Trim(item.Text, whitespace) != "" {
			return true
		}
	}
	return false
}

// missingFollowup reports an unfinished entry without a follow-up.
func missingFollowup(pass *analysis.Pass, status, list *analysis.Value) analysis.Diagnostic {
	what := "the remaining work"
	if status.Text == "blocked" {
		what = "the blocker"
	}
	d := analysis.Diagnostic{Range: status.Range, Severity: strictSeverity(pass, analysis.Warning),
		Effect: "the orchestrator does not plan the remaining work", Help: "describe " + what + ` in "needs_followup"`}
	state := "missing"
	if list != nil {
		d.Range = list.Range
		state = "empty"
		d.Related = []analysis.Related{{Location: pass.Line.Location(status.Range), Message: "status set here"}}
	}
	d.Message = fmt.Sprintf("status is %s, but \"needs_followup\" is %s", quote.Text(status.Text), state)
	return d
}

// reportBlockers reports blockers in a finished entry.
func reportBlockers(pass *analysis.Pass, status, list *analysis.Value) {
	items := newLimiter(pass)
	for _, item := range list.Items {
		if !isBlocker(item) {
			continue
		}
		items.report(analysis.Diagnostic{Range: item.Range, Severity: strictSeverity(pass, analysis.Warning),
			Message: fmt.Sprintf("blocked follow-up in an entry with status %s", quote.Text(status.Text)),
			Effect:  "the orchestrator treats the work as done",
			Help:    `set the status to "blocked" or "partial", or remove the item`,
			Related: []analysis.Related{{Location: pass.Line.Location(status.Range), Message: "status set here"}}})
	}
	items.close(list, "items")
}

// isBlocker reports whether an item begins with "BLOCKED:" and a text.
func isBlocker(item *analysis.Value) bool {
	const mark = "BLOCKED:"
	if item.Text != "" && isVisible(item.Text[0]) && item.Text[0] != 'B' && item.Text[0] != 'b' {
		return false
	}
	text := strings.Trim(item.Text, whitespace)
	if item.Kind != analysis.String || len(text) < len(mark) || !strings.EqualFold(text[:len(mark)], mark) {
		return false
	}
	switch strings.ToLower(strings.Trim(text[len(mark):], whitespace+".-")) {
	case "", "none", "no", "nothing", "n/a":
		return false
	}
	return true
}
