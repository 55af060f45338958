package loader

import (
	"errors"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/jsyaml"
)

// ToPrompt is what the commands to-prompt and read-properties of skills-ref make of a skill. They
// validate nothing, so they take many that agentskills, the validator, rejects. It is not among
// [Agents].
var ToPrompt = &Agent{
	ID:      "agentskills",
	Title:   "skills-ref to-prompt",
	Program: "skills-ref",
	Version: "0.1.5",
	Source:  "to-prompt, run",
	Checked: "2026-11-21",
	Grade:   Measured,
	read:    readProperties,
}

func readProperties(f *file) outcome {
	header, start, failed := splitAtDashes(f)
	if failed != nil {
		return outcome{reasons: []Reason{*failed}}
	}
	data, err := jsyaml.Load(header, jsyaml.V4)
	var broken *jsyaml.Error
	switch {
	case errors.Is(err, jsyaml.ErrTooLarge):
		return tooLarge(f)
	case errors.As(err, &broken):
		message := "js-yaml does not read the header (" + broken.Message + "), and skills-ref repairs nothing"
		return outcome{reasons: []Reason{{message, f.flaw(f.decoded(start + broken.Offset)), "syntax"}}}
	case data.Kind == jsyaml.Undefined || data.Kind == jsyaml.Null:
		data = &jsyaml.Value{Kind: jsyaml.Map}
	case data.Kind != jsyaml.Map:
		return outcome{reasons: []Reason{{"the header is no mapping of fields to values", f.top(), "not-a-mapping"}}}
	}
	v := validator{file: f, data: data}
	if v.unprintable() {
		v.reject(f.at("metadata"), "field-type", "a mapping below metadata has a key toString, on which skills-ref breaks off")
		return outcome{reasons: v.reasons}
	}
	name, named := v.text("name")
	description, described := v.text("description")
	if !named || !described {
		return outcome{reasons: v.reasons}
	}
	return outcome{loaded: true, name: trim(name), description: trim(description)}
}

// DescriptionRange is where a skill's description stands in its file, however its header is read:
// the value as written, or the first line where there is none.
func DescriptionRange(d *analysis.Document) analysis.Range { return newFile(d).at("description") }
