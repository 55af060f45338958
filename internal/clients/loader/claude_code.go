package loader

import (
	"fmt"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// claudeCode uses the directory name if a skill has no name, and requires no frontmatter.
var claudeCode = &Client{
	ID:      "claude-code",
	Title:   "Claude Code",
	Version: "documentation of October 2026 (2.1.295)",
	Source:  "documentation: skills, sub-agents, plugins",
	Checked: "2026-11-23",
	Grade:   Documented,
	read:    readClaudeCode,
}

// Effects of frontmatter that Claude Code does not read.
const ignoresFields, loadsBare = "ignores its fields", "loads the skill without its fields"

// maxListed is the limit of characters of description and when_to_use in the skill list.
const maxListed = 1536

func readClaudeCode(f *file) outcome {
	o := outcome{loaded: true, name: f.directory, description: f.firstParagraph()}
	switch f.header() {
	case headerAbsent:
		o.bare = true
		if h := f.doc.Header; h != nil && h.State == analysis.HeaderLate {
			o.reasons = []Reason{{"frontmatter is not at the start of the file", ignoresFields, h.Open, "no-header"}}
		}
		return o
	case headerBroken:
		o.bare = true
		broken := invalidYAML(f, "", f.topRange())
		broken.Effect = loadsBare
		o.reasons = []Reason{broken}
		return o
	case headerRead:
		return f.claudeFields(o)
	}
	o, _ = requirements{}.check(f)
	return o
}

func (f *file) claudeFields(o outcome) outcome {
	if name, ok := f.fieldText("name"); ok {
		o.name = name
	}
	for _, field := range []string{"name", "description"} {
		if m := f.field(field); m != nil && (m.kind == analysis.List || m.kind == analysis.Map) {
			return unknownOutcome(mustBeString(field)+", not a "+m.kind.String(), field+"-type", m.valueRange)
		}
	}
	if description, ok := f.fieldText("description"); ok {
		o.description = description
	}
	when, _ := f.fieldText("when_to_use")
	if n := utf8.RuneCountInString(o.description) + utf8.RuneCountInString(when); n > maxListed {
		o.description, _ = cutAt(o.description, maxListed)
		at := "description"
		if f.field(at) == nil {
			at = "when_to_use"
		}
		message := fmt.Sprintf(`"description" and "when_to_use" are %s characters long (limit %s)`, quote.Count(n), quote.Count(maxListed))
		o.reasons = append(o.reasons, Reason{message, "truncates the description in its skill list", f.valueRange(at), "description-cut"})
	}
	return o
}
