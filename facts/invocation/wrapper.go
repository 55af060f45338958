package invocation

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
)

// maxChain limits scripts that run each other.
const maxChain = 3

// A wrapperKey identifies the file of commands.
type wrapperKey struct {
	tree *analysis.Tree
	rel  string
}

// checkWrapped compares the calls of scripts that only pass their arguments on with the scripts that these run.
func checkWrapped(calls []Call) {
	var inner map[wrapperKey][]*Call
	for i := range calls {
		c := &calls[i]
		if c.Script == nil || c.Script.Interface.Passes == 0 || c.Interpreter == "source" || c.Interpreter == "." {
			continue
		}
		if inner == nil {
			inner = map[wrapperKey][]*Call{}
			for k := range calls {
				if calls[k].Form == Source {
					key := wrapperKey{calls[k].From.Tree, calls[k].From.Rel}
					inner[key] = append(inner[key], &calls[k])
				}
			}
		}
		first, words := c.File+1, c.Words
		of := c
		for range maxChain {
			next := wrapped(inner[wrapperKey{of.From.Tree, of.To}], of.Script.Interface.Passes)
			if next == nil {
				break
			}
			added := next.Words[next.File+1 : len(next.Words)-1]
			words = slices.Concat(words[:c.File+1], added, words[c.File+1:])
			first += len(added)
			if of = next; of.Script.Interface.Passes == 0 {
				c.Problems = problemsOf(c, of, words, first)
				break
			}
		}
	}
}

// wrapped returns what the commands of a script run that pass all of its arguments on, or nil if that is not certain.
func wrapped(commands []*Call, passes int) *Call {
	var found *Call
	for _, c := range commands {
		if last := len(c.Words) - 1; last <= c.File || c.Words[last].Text != "${@}" || !c.Words[last].Many {
			continue
		}
		if passes--; c.Script == nil || !c.Script.Interface.Known || c.Partial {
			return nil
		}
		if found != nil && (c.To != found.To || !slices.EqualFunc(c.Args(), found.Args(), func(a, b shell.Word) bool { return a.Text == b.Text })) {
			return nil
		}
		found = c
	}
	if passes != 0 {
		return nil
	}
	return found
}

// problemsOf compares words with what a script accepts. Those before an index are arguments that a wrapper adds.
func problemsOf(c, of *Call, words []shell.Word, first int) []Problem {
	all := *c.Invocation
	all.Words = words
	added := first - c.File - 1
	var found []Problem
	for _, p := range check(&Call{Invocation: &all, Script: of.Script}) {
		switch {
		case p.Word >= first:
			p.Word -= added
		case p.Word > c.File:
			continue
		}
		found = append(found, p)
	}
	return found
}
