package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/cleo/protocol"
	"github.com/yuin/goldmark/ast"
)

// Return reports what would make a subagent answer with more, or with other, than its one message.
//
// What a CLEO subagent answers goes into its orchestrator's context, which has 10,000 tokens for
// all of them. So it answers with one sentence that tells how the task ended and where the rest
// stands: "Research complete. See MANIFEST.jsonl for summary." (BASE-002). Found is an instruction
// to return the findings, the report or other content; and a message with another status than
// complete, partial or blocked, or without the pointer to the ledger, as in "Library implemented".
//
// Write `<Type> complete. See MANIFEST.jsonl for summary.`, with "partial" and "details", or with
// "blocked" and "blocker details"; the type is free.
//
// Left alone: placeholders for any part of the message; a missing full stop; texts without quotes
// around them; instructions to say something to the user, to return a path, an id or a summary, or
// not to return something; skills that never speak of the ledger; code; and what the nearest heading
// or line calls bad, wrong or an anti-pattern.
var Return = &analysis.Analyzer{
	Name:     "protocol/return",
	Doc:      "answer of a subagent that holds content, or has another form than its orchestrator expects",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    protocol.Kinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, return messages"},
	Requires: []*analysis.Analyzer{protocol.Fact.Analyzer},
	Run:      returned,
}

func returned(pass *analysis.Pass) error {
	d, t := pass.Document, protocol.Fact.Of(pass)
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

// isPrompt reports whether a block holds text for a model, or commands that print some.
func isPrompt(info string) bool {
	switch strings.ToLower(info) {
	case "", "text", "txt", "markdown", "md":
		return true
	}
	return shell.Is(info)
}

// checkMessages reports the quoted messages of a line that have the wrong form.
func checkMessages(pass *analysis.Pass, t *protocol.Text, line analysis.Range) {
	d := pass.Document
	text := d.Text(line)
	only := strings.Contains(strings.ToLower(text), "return only")
	for _, q := range quotations(text) {
		message := text[q.Start:q.End]
		m, isMessage := readMessage(message, t.Protocol, only)
		if !isMessage || m.fits || t.Counter.Line(line.Start) {
			continue
		}
		pass.Reportf(analysis.Range{Start: line.Start + q.Start, End: line.Start + q.End},
			"%s is no message of the protocol, so the orchestrator cannot tell how the task ended (BASE-002); write %s",
			quote.Text(message), quote.Text(m.meant))
	}
}

// quotations returns what stands in quotes in a line, without them.
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
