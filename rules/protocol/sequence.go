package protocol

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/protocol"
)

// Sequence reports commands of a subagent protocol that come in the wrong order.
//
// A CLEO subagent shows its task, sets the focus on it (or starts it), works, writes its output
// file, appends a line to MANIFEST.jsonl, completes the task, and may link it then. Whoever follows
// other steps works on a task that nobody sees as active (BASE-005), appends a line for a file that
// is not there yet (BASE-004), or completes a task of which the orchestrator finds no line
// (BASE-001). A block that focuses and appends but never completes leaves the task open (BASE-003);
// that is advice, as another text may do it.
//
// Looked at are the fenced blocks of shell in skills, agents and their references, read by a shell's
// grammar. Tokens ({{TASK_FOCUS_CMD}} {{TASK_ID}}) and their variables count as what they stand for.
//
// Left alone: a block that completes and does nothing else, and an overview, with two commands of
// CLEO or more that are no part of the sequence; a task for which the text before speaks of setting
// the focus; steps in two branches of one condition; functions; a retry or an if around the
// completion; a link at the end; blocked work, which stays open; and what the nearest heading, line
// or comment calls bad, wrong or an anti-pattern.
var Sequence = &analysis.Analyzer{
	Name:     "protocol/sequence",
	Doc:      "steps of the subagent protocol in the wrong order, or without focus",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    protocol.Kinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, execution sequence"},
	Requires: []*analysis.Analyzer{protocol.Fact.Analyzer},
	Run:      sequence,
}

func sequence(pass *analysis.Pass) error {
	t := protocol.Fact.Of(pass)
	if len(t.Blocks) == 0 {
		return nil
	}
	s := sequenceCheck{pass: pass, text: t, focused: mentioned(pass.Document, t)}
	for i, b := range t.Blocks {
		for _, run := range runs(b.Steps) {
			s.focus(b, run)
			s.order(run)
			s.end(i, run)
		}
	}
	return nil
}

// A sequenceCheck looks at the steps of one document.
type sequenceCheck struct {
	pass    *analysis.Pass
	text    *protocol.Text
	focused int // where the text first speaks of setting the focus; its length if it does not
}

// overview is how many other commands make an overview of a block: it shows what there is, not what
// to do in turn.
const overview = 2

// focus reports work without focus, and a focus behind the work.
func (s *sequenceCheck) focus(b protocol.Block, r run) {
	focus, complete := r.first(protocol.Focus), r.first(protocol.Complete)
	work := r.first(protocol.Write, protocol.Append, protocol.Overwrite)
	if b.Fence.Open.Start > s.focused || b.Others >= overview {
		return
	}
	set := s.text.Protocol.Command("focus")
	if before(work, focus) {
		s.pass.Reportf(focus.At, "the focus is set when the work is done, so nobody sees it while it lasts (BASE-005); set it before the first file is written")
		return
	}
	if complete == nil || focus == nil && s.focused < complete.At.Start || focus != nil && (sameTask(focus, complete) || complete.At.Start < focus.At.Start) {
		return
	}
	show := r.first(protocol.Show)
	if !before(work, complete) && !(before(show, complete) && sameTask(show, complete)) {
		return
	}
	s.pass.Reportf(complete.At, "%s is completed without ever being focused, so nobody sees that it is worked on (BASE-005); run %s before the work",
		taskName(complete.Task), strings.TrimSpace(set+" "+complete.Task))
}

// order reports a line that is appended before the output is written, and a completion before
// the line.
func (s *sequenceCheck) order(r run) {
	ledger := s.text.Protocol.Ledger
	write, line, complete := r.first(protocol.Write), r.first(protocol.Append, protocol.Overwrite), r.first(protocol.Complete)
	switch {
	case before(complete, line) && before(complete, write):
		s.pass.Reportf(complete.At, "%s is completed before its output and its line in %s are written, so what waits for it finds neither (BASE-001, BASE-004); complete it last",
			taskName(complete.Task), ledger)
	case before(complete, line):
		s.pass.Reportf(complete.At, "%s is completed before its line is in %s, so what waits for it finds none (BASE-001); append the line first",
			taskName(complete.Task), ledger)
	}
	if before(line, write) {
		s.pass.Reportf(line.At, "the line is appended before the output file is written, so %s names a file that is not there yet (BASE-004); write the file first", ledger)
	}
}

// end reports a run that begins and delivers, but leaves the task open.
func (s *sequenceCheck) end(block int, r run) {
	focus, line := r.first(protocol.Focus), r.first(protocol.Append, protocol.Overwrite)
	if focus == nil || line == nil || r.first(protocol.Complete) != nil || strings.Contains(line.Print.Text, `"blocked"`) {
		return
	}
	at := s.text.Blocks[block].Fence
	if at.End < len(s.pass.Document.Source) && mentions(s.pass.Document.Source[at.End:], s.text, "complete") {
		return
	}
	d := analysis.Diagnostic{Range: line.At, Severity: analysis.Info}
	d.Message = "the block sets the focus and appends its line, but never completes the task, so it stays open (BASE-003); end with " +
		strings.TrimSpace(s.text.Protocol.Command("complete")+" "+focus.Task) + ", for partial work too"
	s.pass.Report(d)
}
