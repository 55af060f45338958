package deps

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// fileTriggers holds the triggers of a file, in order.
type fileTriggers struct {
	List        []trigger
	Exclusive   bool   // only one of the files with the same event runs
	Description string // description in lower case, which may exclude another skill
}

// A trigger starts a skill.
type trigger struct {
	Form triggerForm
	Text string
	At   analysis.Location
}

// A triggerForm is the way in which a trigger is matched.
type triggerForm string

// The forms.
const (
	eventTrigger     triggerForm = "event"     // name of an event
	patternTrigger   triggerForm = "pattern"   // Python regular expression, searched in a request
	extensionTrigger triggerForm = "extension" // extension of a file that a subagent works on
)

// maxTriggers limits the triggers per file.
const maxTriggers = 200

// triggerFact computes the triggers of a file. Files without triggers have no fact.
var triggerFact = analysis.NewFact("trigger", "triggers of a skill or subagent",
	analysis.PerDocument, analysis.Skill|analysis.Agent, readTriggers).MarkShallow()

func readTriggers(pass *analysis.Pass) (fileTriggers, error) {
	d := pass.Document
	rules := d.Rules()
	if rules == nil || d.Data == nil {
		return fileTriggers{}, analysis.ErrNoFact
	}
	t := fileTriggers{Description: strings.ToLower(textOf(d, "description"))}
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
