package loader

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// claudeCode lists a skill by its folder, whatever its header says, and needs no header at all.
var claudeCode = &Agent{
	ID:      "claude-code",
	Title:   "Claude Code",
	Version: "documentation of August 2026",
	Source:  "documentation: skills, sub-agents, plugins",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readClaudeCode,
}

// listed is how many characters of description and when_to_use the list of skills shows.
const listed = 1536

func readClaudeCode(f *file) outcome {
	o := outcome{loaded: true, name: f.directory, description: f.firstParagraph()}
	if f.directory == "" {
		o.name, _ = f.said("name")
	}
	switch f.header() {
	case headerAbsent:
		o.bare = true
		if h := f.doc.Header; h != nil && h.State == analysis.HeaderLate {
			o.reasons = []Reason{{"the header is not at the start of the file, so claude-code reads none of its fields", h.Open, "no-header"}}
		}
		return o
	case headerBroken:
		o.bare = true
		o.reasons = []Reason{{"the header is no YAML; it is only inferred from the documentation of agents that claude-code then loads the skill without its fields",
			f.flaw(f.top()), "syntax"}}
		return o
	case headerRead:
		return f.claudeFields(o)
	}
	o, _ = needs{agent: "claude-code"}.refuse(f)
	return o
}

func (f *file) claudeFields(o outcome) outcome {
	if name, ok := f.said("name"); ok && f.doc.Plugin {
		o.name = name
	} else if r, other := f.otherName("claude-code calls it by the folder"); other {
		o.reasons = append(o.reasons, r)
	}
	for _, field := range []string{"name", "description"} {
		if m := f.field(field); m != nil && (m.kind == analysis.List || m.kind == analysis.Map) {
			return unsaid("claude-code", "the "+field+" is a "+m.kind.String(), field+"-type", m.at)
		}
	}
	if description, ok := f.said("description"); ok {
		o.description = description
	}
	when, _ := f.said("when_to_use")
	if n := utf8.RuneCountInString(o.description) + utf8.RuneCountInString(when); n > listed {
		o.description, _ = cutAt(o.description, listed)
		at := "description"
		if f.field(at) == nil {
			at = "when_to_use"
		}
		o.reasons = append(o.reasons, Reason{fmt.Sprintf("description and when_to_use have %s characters, and claude-code cuts them at 1,536 in its list of skills", quote.Count(n)),
			f.at(at), "description-cut"})
	}
	return o
}
