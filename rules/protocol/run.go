package protocol

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A run is a sequence of steps for one task.
type run []Step

// runs groups the steps of a block by task. After a completed task, the step show or focus begins the next one. Steps in functions
// and bad examples are ignored.
func runs(steps []Step) []run {
	var all []run
	var current run
	for _, s := range steps {
		if s.Bad || s.Inside {
			continue
		}
		if s.Action == Show || s.Action == Focus {
			if current.first(Complete) != nil {
				all, current = append(all, current), nil
			}
		}
		current = append(current, s)
	}
	return append(all, current)
}

// first returns the first step with one of several actions, or nil.
func (r run) first(actions ...Action) *Step {
	for i := range r {
		for _, a := range actions {
			if r[i].Action == a {
				return &r[i]
			}
		}
	}
	return nil
}

// before reports whether a precedes b whenever both run.
func before(a, b *Step) bool {
	return a != nil && b != nil && a.At.Start < b.At.Start && (a.Under == 0 || a.Under != b.Under)
}

// sameTask reports whether two steps may be about the same task.
func sameTask(a, b *Step) bool {
	return a.Task == b.Task || a.Task == "" || b.Task == ""
}

// taskName returns the name of a task for messages.
func taskName(id string) string { return strings.TrimSpace("task " + id) }

// firstMention returns the offset at which a document first mentions setting the focus, outside of bad examples, or its length.
func firstMention(d *analysis.Document, t *Text) int {
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		line := d.LineRange(number)
		if !t.Roles.IsDiscouraged(line.Start) && mentions(d.Source[line.Start:line.End], t, "focus") {
			return line.Start
		}
	}
	return len(d.Source)
}

// mentions reports whether a text contains a command or placeholder of a step, or mentions setting the focus.
func mentions(text []byte, t *Text, step string) bool {
	if len(text) < len("focus") {
		return false
	}
	for _, s := range t.Protocol.Steps {
		if s.Step != step {
			continue
		}
		for _, name := range slices.Concat(s.Commands, s.Tokens) {
			if bytes.Contains(text, []byte(name)) {
				return true
			}
		}
	}
	lower := bytes.ToLower(text)
	return step == "focus" && bytes.Contains(lower, []byte("focus")) && bytes.Contains(lower, []byte("set"))
}
