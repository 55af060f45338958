package loader

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// triagent loads every Markdown file of its directories. Missing fields have defaults, and invalid YAML is
// ignored. Personas refer to skills by file name.
var triagent = &Client{
	ID:      "triagent",
	Title:   "triagent",
	Version: "January 2026",
	Source:  "sdandey/triagent: loader and models, read",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readTriagent,
}

func readTriagent(f *file) outcome {
	o := outcome{loaded: true, name: f.stem(), bare: true}
	const lost = "uses the file name and shows no description"
	switch f.header() {
	case headerRead:
	case headerAbsent:
		o.reasons = []Reason{{"missing frontmatter", lost, f.topRange(), "no-header"}}
		return o
	case headerBroken:
		broken := invalidYAML(f, "", f.topRange())
		broken.Effect = lost
		o.reasons = []Reason{broken}
		return o
	default:
		o, _ = requirements{}.check(f)
		return o
	}
	o.bare = false
	if name, ok := f.fieldText("name"); ok {
		o.name = name
		if stem := f.stem(); stem != name && stem != "SKILL" {
			o.reasons = append(o.reasons, Reason{differentName(name, "file", stem), "finds the skill only by its file name", f.valueRange("name"), "name-file"})
		}
	}
	if text, ok := f.fieldText("description"); ok {
		o.description = text
	} else {
		o.reasons = append(o.reasons, Reason{`missing field "description"`, "shows an empty row in its catalog", f.valueRange("description"), "no-description"})
	}
	for _, field := range []string{"tags", "requires", "subagents", "tools", "triggers"} {
		if m := f.field(field); m != nil && m.kind == analysis.String && m.text != "" {
			o.reasons = append(o.reasons, Reason{quote.Text(field) + " must be a list, not a string", "reads each character as an item", m.valueRange, "field-type"})
		}
	}
	return o
}
