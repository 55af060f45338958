package loader

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// claudeCode lists a skill by its name, else by its directory, and needs no frontmatter.
var claudeCode = &Agent{
	ID:      "claude-code",
	Title:   "Claude Code",
	Version: "documentation of October 2026 (2.1.295)",
	Source:  "documentation: skills, sub-agents, plugins",
	Checked: "2026-11-23",
	Grade:   Documented,
	read:    readClaudeCode,
}

// listed is how many characters of description and when_to_use the list of skills shows.
const listed = 1536

func readClaudeCode(f *file) outcome {
	o := outcome{loaded: true, name: f.directory, description: f.firstParagraph()}
	switch f.header() {
	case headerAbsent:
		o.bare = true
		if h := f.doc.Header; h != nil && h.State == analysis.HeaderLate {
			o.reasons = []Reason{{"frontmatter is not at the start of the file", "ignores its fields", h.Open, "no-header"}}
		}
		return o
	case headerBroken:
		o.bare = true
		broken := invalidYAML(f, "", f.top())
		broken.Effect = "loads the skill without its fields"
		o.reasons = []Reason{broken}
		return o
	case headerRead:
		return f.claudeFields(o)
	}
	o, _ = needs{}.refuse(f)
	return o
}

func (f *file) claudeFields(o outcome) outcome {
	if name, ok := f.said("name"); ok {
		o.name = name
	}
	for _, field := range []string{"name", "description"} {
		if m := f.field(field); m != nil && (m.kind == analysis.List || m.kind == analysis.Map) {
			return unsaid(mustBeString(field)+", not a "+m.kind.String(), field+"-type", m.at)
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
		message := fmt.Sprintf(`"description" and "when_to_use" are %s characters long (limit %s)`, quote.Count(n), quote.Count(listed))
		o.reasons = append(o.reasons, Reason{message, "truncates the description in its skill list", f.at(at), "description-cut"})
	}
	return o
}
