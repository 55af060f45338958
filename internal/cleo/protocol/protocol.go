// Package protocol parses what the commands of a document do under its dialect's subagent protocol:
// which focus a task, write an output, append to the ledger, complete the task.
//
// Only fenced blocks of shell count, read by a shell's grammar. Where a text shows what not to do,
// its steps are marked as such: see Counter.
package protocol

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/schema"
)

// Kinds are the kinds of files that tell a subagent what to do.
const Kinds = analysis.Skill | analysis.Agent | analysis.Reference

// An Action is what a step does.
type Action uint8

// The actions.
const (
	Show      Action = iota + 1 // reads a task
	Focus                       // sets the focus on a task, or starts it
	Write                       // writes an output file
	Append                      // appends to the ledger
	Overwrite                   // writes the ledger anew
	Complete                    // completes a task
	Link                        // links the output to the task
)

// A Step is a command, or a part of one, that the protocol knows.
type Step struct {
	Action Action
	Task   string         // the id that it names; "" for a token, a variable or nothing
	At     analysis.Range // the command; of Write, Append and Overwrite the redirection
	Print  Print          // what is appended or written to the ledger
	Under  int            // a number for the outermost condition that it stands in, as an if; 0: none
	Inside bool           // it is part of a function
	Path   string         // of Write, Append and Overwrite
	Guard  bool           // it runs only when a test for a file holds
	Bad    bool           // the text calls it bad
}

// A Block is a fenced block with its steps, in order.
type Block struct {
	Fence  *analysis.Fence
	Steps  []Step
	Others int // how many different commands of the same program are no steps
}

// A Text is what a document says of the protocol.
type Text struct {
	Protocol *schema.Protocol
	Blocks   []Block // those with steps
	Counter  Counter
}

// Fact is there for documents of a dialect with a protocol.
var Fact = analysis.NewFact("protocol", "the steps of a subagent protocol in the shell blocks of a document",
	analysis.PerDocument, Kinds, read, markdown.SectionFact.Analyzer)

func read(pass *analysis.Pass) (*Text, error) {
	d := pass.Document
	if d.Dialect == nil || d.Dialect.Protocol == nil {
		return nil, analysis.ErrNoFact
	}
	t := &Text{Protocol: d.Dialect.Protocol, Counter: newCounter(d, d.Fences, markdown.SectionFact.Of(pass))}
	for _, script := range shell.Scripts(d, d.Fences) {
		w := newWalker(t.Protocol, &script)
		w.bad = t.Counter.Block(script.Fence)
		if steps := w.steps(); len(steps) > 0 {
			t.Blocks = append(t.Blocks, Block{script.Fence, steps, len(w.others)})
		}
	}
	return t, nil
}
