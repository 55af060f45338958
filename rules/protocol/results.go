package protocol

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// results reports a run from focus to completion that writes only one of output and entry, unless another part of the document
// has the other one. A run without either leaves the work to a comment.
func (s *sequenceCheck) results(b Block, r run) {
	focus, complete := r.first(Focus), r.first(Complete)
	write, line := r.first(Write), r.first(Append, Overwrite)
	if focus == nil || complete == nil || (write == nil) == (line == nil) || b.Others >= overview {
		return
	}
	task, ledger := taskName(complete.Task), s.text.Protocol.Ledger
	switch {
	case line == nil && !s.states("BASE-001", Append, Overwrite):
		s.report(complete, fmt.Sprintf("%s is completed without an entry in %s", task, ledger),
			"the orchestrator finds no result (BASE-001)", "append the entry first")
	case write == nil && !s.states("BASE-004", Write) && !strings.Contains(line.Print.Text, `"blocked"`):
		s.pass.Report(analysis.Diagnostic{Range: complete.At, Severity: analysis.Info, Must: true, // a tool may write the file
			Message: task + " is completed without an output file", Effect: "the entry names a file that does not exist (BASE-004)",
			Help: "write the output file before the entry"})
	}
}

// states reports whether the document states a requirement in words, outside of counterexamples, or has one of several steps.
func (s *sequenceCheck) states(id string, actions ...Action) bool {
	for _, b := range s.text.Blocks {
		if run(b.Steps).first(actions...) != nil {
			return true
		}
	}
	requirement, ok := s.text.Protocol.Requirement(id)
	if !ok {
		return true
	}
	d := s.pass.Document
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		if line := d.LineRange(number); states(strings.ToLower(d.Text(line)), requirement) && !s.text.Roles.IsDiscouraged(line.Start) {
			return true
		}
	}
	return false
}
