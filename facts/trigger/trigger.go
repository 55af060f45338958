// Package trigger knows what starts a skill or sub-agent in the dialects whose loader looks for it in
// the header: events, patterns, extensions of files.
package trigger

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// Triggers are those of one file, in its order.
type Triggers struct {
	List      []Trigger
	Exclusive bool   // only one of the files that an event starts is taken
	Speaks    string // the description, in lower case: it may name another skill as the one not meant
}

// A Trigger starts a skill.
type Trigger struct {
	Form Form
	Text string
	At   analysis.Location
}

// A Form is what a trigger is compared with.
type Form string

// The forms.
const (
	Event     Form = "event"     // the name of an event, as it is
	Pattern   Form = "pattern"   // Python's regular expression, searched in a request
	Extension Form = "extension" // of a file that an agent is to work on
)

// most is how many triggers of one file are kept.
const most = 200

// Fact is the triggers of a file. There is none for a file without.
var Fact = analysis.NewFact("trigger", "what starts a skill or sub-agent",
	analysis.PerDocument, analysis.Skill|analysis.Agent, read).MarkShallow()

func read(pass *analysis.Pass) (Triggers, error) {
	d := pass.Document
	rules := d.Rules()
	if rules == nil || d.Data == nil {
		return Triggers{}, analysis.ErrNoFact
	}
	t := Triggers{Speaks: strings.ToLower(textOf(d, "description"))}
	add := func(field string, form Form) {
		for _, item := range d.Data.Get(field).Strings() {
			if text := strings.TrimSpace(item.Text); text != "" && len(t.List) < most {
				t.List = append(t.List, Trigger{form, strings.Clone(text), d.At(item.Range)})
			}
		}
	}
	switch rules.Triggers {
	case "patterns":
		add("triggers", Pattern)
	case "events":
		add("triggers", Event)
		t.Exclusive = textOf(d, "type") == "mode"
	case "extensions":
		add("file_extensions", Extension)
	}
	if len(t.List) == 0 {
		return Triggers{}, analysis.ErrNoFact
	}
	return t, nil
}

func textOf(d *analysis.Document, field string) string {
	if v := d.Data.Get(field); v.IsString() {
		return v.Text
	}
	return ""
}
