package protocol

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Sequence reports commands of the subagent protocol that are missing or in the wrong order.
//
// A CLEO subagent shows its task, sets the focus or starts it, works, writes its output file, appends a
// line to MANIFEST.jsonl, completes the task, and may link it. In another order the task is never shown as
// active (BASE-005). The manifest names a file that does not exist yet (BASE-004). Or the orchestrator
// finds no line for a completed task (BASE-001).
//
// A sequence that sets the focus and completes the task has both an output and a line, unless other text of
// the file states them.
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Severity:
//   - warning by default
//   - info for a block that sets the focus and appends a line, but never completes the task (BASE-003),
//     because other text may do it; info if it never writes the output, because a tool may do it
//   - error for all of them in the strict profile
//
// The rule parses fenced shell blocks in skills, subagents and their references. Placeholders such as
// {{TASK_FOCUS_CMD}} {{TASK_ID}} and their variables are treated as the commands that they represent.
//
// Not reported:
//   - a block that only completes a task
//   - an overview with two or more other commands of CLEO
//   - a task for which preceding text mentions the focus
//   - steps in two branches of one condition, and in functions
//   - a retry or condition around the completion, and a link at the end
//   - blocked work, which stays open
//   - examples under a heading, line or comment that calls them bad, wrong or an anti-pattern
var Sequence = &analysis.Analyzer{
	Name:     "protocol/sequence",
	Doc:      "steps of the subagent protocol in the wrong order",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    stepKinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, execution sequence"},
	Requires: []*analysis.Analyzer{stepsFact.Analyzer},
	Run:      sequence,
}

func sequence(pass *analysis.Pass) error {
	t := stepsFact.Of(pass)
	if len(t.Blocks) == 0 {
		return nil
	}
	s := sequenceCheck{pass: pass, text: t, focused: firstMention(pass.Document, t)}
	for i, b := range t.Blocks {
		for _, run := range runs(b.Steps) {
			s.focus(b, run)
			s.order(run)
			s.end(i, run)
			s.results(b, run)
		}
	}
	return nil
}

// A sequenceCheck checks the steps of a document.
type sequenceCheck struct {
	pass    *analysis.Pass
	text    *Text
	focused int // offset at which the text first mentions setting the focus, or its length
}

// overview is the number of other commands that make a block an overview instead of a sequence.
const overview = 2

// focus reports work without focus, and a focus after the work.
func (s *sequenceCheck) focus(b Block, r run) {
	focus, complete := r.first(Focus), r.first(Complete)
	work := r.first(Write, Append, Overwrite)
	if b.Fence.Open.Start > s.focused || b.Others >= overview {
		return
	}
	set := s.text.Protocol.Command("focus")
	if before(work, focus) {
		s.report(focus, "focus is set after the work", "the task is not shown as active during the work (BASE-005)", "set the focus before the first file is written")
		return
	}
	if complete == nil || focus == nil && s.focused < complete.At.Start || focus != nil && (sameTask(focus, complete) || complete.At.Start < focus.At.Start) {
		return
	}
	show := r.first(Show)
	if !before(work, complete) && !(before(show, complete) && sameTask(show, complete)) {
		return
	}
	s.report(complete, taskName(complete.Task)+" is completed without focus", "the task is never shown as active (BASE-005)",
		fmt.Sprintf("run `%s` before the work", strings.TrimSpace(set+" "+complete.Task)))
}

// report reports a step.
func (s *sequenceCheck) report(step *Step, message, effect, help string) {
	s.pass.Report(analysis.Diagnostic{Range: step.At, Message: message, Effect: effect, Help: help})
}

// order reports an entry before its output, and a completion before the entry.
func (s *sequenceCheck) order(r run) {
	ledger := s.text.Protocol.Ledger
	write, line, complete := r.first(Write), r.first(Append, Overwrite), r.first(Complete)
	switch {
	case before(complete, line) && before(complete, write):
		s.report(complete, fmt.Sprintf("%s is completed before its output and its entry in %s are written", taskName(complete.Task), ledger),
			"tasks that depend on it find neither (BASE-001, BASE-004)", "complete the task last")
	case before(complete, line):
		s.report(complete, fmt.Sprintf("%s is completed before its entry is appended to %s", taskName(complete.Task), ledger),
			"tasks that depend on it find no entry (BASE-001)", "append the entry first")
	}
	if before(line, write) {
		s.report(line, "entry is appended before the output file is written", ledger+" names a file that does not exist yet (BASE-004)", "write the file first")
	}
}

// end reports a run that never completes its task.
func (s *sequenceCheck) end(block int, r run) {
	focus, line := r.first(Focus), r.first(Append, Overwrite)
	if focus == nil || line == nil || r.first(Complete) != nil || strings.Contains(line.Print.Text, `"blocked"`) {
		return
	}
	at := s.text.Blocks[block].Fence
	if at.End < len(s.pass.Document.Source) && mentions(s.pass.Document.Source[at.End:], s.text, "complete") {
		return
	}
	s.pass.Report(analysis.Diagnostic{Range: line.At, Severity: analysis.Info, Must: true, Message: taskName(focus.Task) + " is never completed",
		Effect: "the task stays open (BASE-003)",
		Help:   fmt.Sprintf("end with `%s`, also for partial work", strings.TrimSpace(s.text.Protocol.Command("complete")+" "+focus.Task))})
}
