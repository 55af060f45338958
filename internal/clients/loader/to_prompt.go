package loader

import "github.com/skilllint/skilllint/analysis"

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
	data, refused := skillsRefHeader(f, "skills-ref")
	if data == nil {
		return refused
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
