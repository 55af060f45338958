package deps

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// fileTriggers are the triggers of one file, in its order.
type fileTriggers struct {
	List      []trigger
	Exclusive bool   // only one of the files for an event runs
	Speaks    string // the description in lower case: it may exclude another skill
}

// A trigger starts a skill.
type trigger struct {
	Form triggerForm
	Text string
	At   analysis.Location
}

// A triggerForm is how a trigger is matched.
type triggerForm string

// The forms.
const (
	eventTrigger     triggerForm = "event"     // the name of an event
	patternTrigger   triggerForm = "pattern"   // a Python regular expression, searched in a request
	extensionTrigger triggerForm = "extension" // of a file that a subagent works on
)

// maxTriggers limits the triggers of one file that are kept.
const maxTriggers = 200

// triggerFact is the triggers of a file that has any.
var triggerFact = analysis.NewFact("trigger", "triggers of a skill or subagent",
	analysis.PerDocument, analysis.Skill|analysis.Agent, readTriggers).MarkShallow()

func readTriggers(pass *analysis.Pass) (fileTriggers, error) {
	d := pass.Document
	rules := d.Rules()
	if rules == nil || d.Data == nil {
		return fileTriggers{}, analysis.ErrNoFact
	}
	t := fileTriggers{Speaks: strings.ToLower(textOf(d, "description"))}
	add := func(field string, form triggerForm) {
		for _, item := range d.Data.Get(field).Strings() {
			if text := strings.TrimSpace(item.Text); text != "" && len(t.List) < maxTriggers {
				t.List = append(t.List, trigger{form, strings.Clone(text), d.At(item.Range)})
			}
		}
	}
	switch rules.Triggers {
	case "patterns":
		add("triggers", patternTrigger)
	case "events":
		add("triggers", eventTrigger)
		t.Exclusive = textOf(d, "type") == "mode"
	case "extensions":
		add("file_extensions", extensionTrigger)
	}
	if len(t.List) == 0 {
		return fileTriggers{}, analysis.ErrNoFact
	}
	return t, nil
}

func textOf(d *analysis.Document, field string) string {
	if v := d.Data.Get(field); v.IsString() {
		return v.Text
	}
	return ""
}
