package loader

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// triagent loads every Markdown file of its folders: what its header lacks gets a default, and a
// header that is no YAML counts as empty. Personas name skills by their files.
var triagent = &Agent{
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
	const lost = ", so triagent goes by the name of the file and shows no description"
	switch f.header() {
	case headerRead:
	case headerAbsent:
		o.reasons = []Reason{{"the file has no header" + lost, f.top(), "no-header"}}
		return o
	case headerBroken:
		o.reasons = []Reason{{"the header is no YAML" + lost, f.flaw(f.top()), "syntax"}}
		return o
	default:
		o, _ = needs{agent: "triagent"}.refuse(f)
		return o
	}
	o.bare = false
	if name, ok := f.said("name"); ok {
		o.name = name
		if stem := f.stem(); stem != name && stem != "SKILL" {
			o.reasons = append(o.reasons, Reason{quote.Text(name) + " is not the name of the file, " + quote.Text(stem) + ", by which personas name the skill", f.at("name"), "name-file"})
		}
	}
	if text, ok := f.said("description"); ok {
		o.description = text
	} else {
		o.reasons = append(o.reasons, Reason{"there is no description, so triagent's catalog has an empty row", f.at("description"), "no-description"})
	}
	for _, field := range []string{"tags", "requires", "subagents", "tools", "triggers"} {
		if m := f.field(field); m != nil && m.kind == analysis.String && m.text != "" {
			o.reasons = append(o.reasons, Reason{field + " is a text, through which triagent goes letter by letter; write a list", m.at, "field-type"})
		}
	}
	return o
}
