package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/shell"

	"github.com/yuin/goldmark/ast"
)

// Return reports instructions that make a subagent return content or an invalid message.
//
// The response of a CLEO subagent is added to its orchestrator's context, which has 10,000 tokens for all
// of them. A subagent therefore returns one sentence that states how the task ended and where the rest is:
// "Research complete. See MANIFEST.jsonl for summary." (BASE-002).
//
// The rule reports instructions to return findings, the report or other content. It also reports messages
// with a status other than complete, partial or blocked, without a reference to the manifest, such as
// "Library implemented", or with the reason of another status, such as a "summary" of blocked work.
//
// Write `<Type> complete. See MANIFEST.jsonl for summary.`, or "partial" with "details", or "blocked" with
// "blocker details". The type is free.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Not reported:
//   - placeholders for any part of the message, and a missing period
//   - text without quotes
//   - instructions to tell the user something, to return a path, an id or a summary, or not to return
//     something
//   - skills that never mention the manifest
//   - code
//   - examples under a heading or line that calls them bad, wrong or an anti-pattern
var Return = &analysis.Analyzer{
	Name:     "protocol/return",
	Doc:      "subagent response with content, or in an invalid form",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    stepKinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, return messages"},
	Requires: []*analysis.Analyzer{stepsFact.Analyzer},
	Run:      returned,
}

func returned(pass *analysis.Pass) error {
	d, t := pass.Document, stepsFact.Of(pass)
	text := string(d.Source[d.BodyStart():])
	if !strings.Contains(text, t.Protocol.Ledger) && !strings.Contains(text, t.Protocol.LedgerToken) {
		return nil
	}
	next := 0
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		line := d.LineRange(number)
		for next < len(d.Fences) && d.Fences[next].End <= line.Start {
			next++
		}
		if next < len(d.Fences) && d.Fences[next].Open.Start <= line.Start && !isPrompt(d.Fences[next].Info) {
			continue
		}
		checkMessages(pass, t, line)
	}
	return ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock {
			checkSentences(pass, t, n)
		}
		return ast.WalkContinue, nil
	})
}

// isPrompt reports whether a block contains text for a model, or commands that print such text.
func isPrompt(info string) bool {
	switch strings.ToLower(info) {
	case "", "text", "txt", "markdown", "md":
		return true
	}
	return shell.Is(info)
}

// checkMessages reports the invalid quoted messages of a line.
func checkMessages(pass *analysis.Pass, t *Text, line analysis.Range) {
	d := pass.Document
	text := d.Text(line)
	only := strings.Contains(strings.ToLower(text), "return only")
	for _, q := range quotations(text) {
		message := text[q.Start:q.End]
		m, isMessage := readMessage(message, t.Protocol, only)
		if !isMessage || m.valid || t.Roles.IsDiscouraged(line.Start+q.Start) {
			continue
		}
		pass.Report(analysis.Diagnostic{Range: analysis.Range{Start: line.Start + q.Start, End: line.Start + q.End},
			Message: m.problem + ": " + quote.Text(message),
			Effect:  "the orchestrator expects a status (" + strings.Join(t.Protocol.Statuses, ", ") + ") and a reference to " + t.Protocol.Ledger + " (BASE-002)",
			Help:    "write " + quote.Text(m.suggestion)})
	}
}

// quotations returns the quoted texts of a line, without quotes.
func quotations(line string) []analysis.Range {
	var found []analysis.Range
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}, {"`", "`"}} {
		for at := 0; ; {
			open := strings.Index(line[at:], marks[0])
			if open < 0 {
				break
			}
			start := at + open + len(marks[0])
			size := strings.Index(line[start:], marks[1])
			if size < 0 {
				break
			}
			found = append(found, analysis.Range{Start: start, End: start + size})
			at = start + size + len(marks[1])
		}
	}
	return found
}
