package loader

import "github.com/skilllint/skilllint/analysis"

// ToPrompt models the commands to-prompt and read-properties of skills-ref. They do not validate, so they
// accept skills that agentskills rejects. [Clients] does not include it.
var ToPrompt = &Client{
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
	data, refused := skillsRefHeader(f)
	if data == nil {
		return refused
	}
	v := validator{file: f, data: data}
	if v.unprintable() {
		v.reject(f.valueRange("metadata"), "field-type", `key "toString" in a mapping in "metadata"`)
		return outcome{reasons: v.reasons}
	}
	name, named := v.text("name")
	description, described := v.text("description")
	if !named || !described {
		return outcome{reasons: v.reasons}
	}
	return outcome{loaded: true, name: trim(name), description: trim(description)}
}

// DescriptionRange returns the range of a skill's description, or of the first line if it is missing.
func DescriptionRange(d *analysis.Document) analysis.Range {
	return newFile(d).valueRange("description")
}
