// Package protocol has the rules on the subagent protocol of dialects: commands that focus a task, write an output,
// append to the manifest or complete the task, in fenced shell blocks. Steps in counterexamples are marked.
package protocol

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/schema"
)

// Kinds are the kinds of files with instructions for a subagent.
const stepKinds = analysis.Skill | analysis.Agent | analysis.Reference

// An Action is what a step does.
type Action uint8

// The actions.
const (
	Show      Action = iota + 1 // reads a task
	Focus                       // sets the focus on a task, or starts it
	Write                       // writes an output file
	Append                      // appends to the manifest
	Overwrite                   // overwrites the manifest
	Complete                    // completes a task
	Link                        // links the output to the task
)

// A Step is a command of the protocol, or a part of one.
type Step struct {
	Action Action
	Task   string         // the id in the command; "" for a placeholder, a variable or none
	At     analysis.Range // the command; of Write, Append and Overwrite the redirection
	Print  Print          // what is appended or written to the manifest
	Under  int            // number of the outermost condition around it, such as an if; 0: none
	Inside bool           // part of a function
	Path   string         // target of Write, Append and Overwrite
	Guard  bool           // runs only after a test for a file
	Bad    bool           // the text marks it as bad
}

// A Block is a fenced block with its steps, in order.
type Block struct {
	Fence  *analysis.Fence
	Steps  []Step
	Others int // number of distinct other commands of the program
}

// A Text is the parts of a document that relate to the protocol.
type Text struct {
	Protocol *schema.Protocol
	Blocks   []Block // those with steps
	Roles    *role.Map
}

// Fact exists for documents of a dialect with a protocol.
var stepsFact = analysis.NewFact("protocol", "steps of the subagent protocol in shell blocks",
	analysis.PerDocument, stepKinds, read)

func read(pass *analysis.Pass) (*Text, error) {
	d := pass.Document
	if d.Dialect == nil || d.Dialect.Protocol == nil || d.Body == nil {
		return nil, analysis.ErrNoFact
	}
	t := &Text{Protocol: d.Dialect.Protocol, Roles: role.Of(d)}
	for _, script := range shell.Scripts(d, "") {
		w := newWalker(t, &script)
		if steps := w.steps(); len(steps) > 0 {
			t.Blocks = append(t.Blocks, Block{script.Fence, steps, len(w.others)})
		}
	}
	return t, nil
}

// IsBad reports whether the text advises against the content of a fenced block.
func (t *Text) IsBad(f *analysis.Fence) bool {
	lines := f.Node.Lines()
	return lines.Len() > 0 && t.Roles.IsDiscouraged(lines.At(0).Start)
}
