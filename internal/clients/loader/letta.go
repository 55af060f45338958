package loader

import (
	"strings"
)

// letta reads the frontmatter line by line, without YAML, and rejects nothing. Its skill list shows the
// field "id" or, without it, the name.
var letta = &Client{
	ID:      "letta",
	Title:   "Letta Code",
	Program: "@letta-ai/letta-code",
	Version: "0.32.18",
	Source:  "parseSkillFile of letta.js, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	read:    readLetta,
}

func readLetta(f *file) outcome {
	text, _ := recipe{crToLF: true, dropsBOM: true}.prepare(f)
	o := outcome{loaded: true}
	fields, body := map[string]fieldValue{}, text
	if start, end, ok := frameLines(text); ok {
		fields, body = parseLetta(text[start:end]), text[min(end+len("\n---\n"), len(text)):]
	} else {
		o.bare = true
		reason := noBlock(f, text)
		reason.Effect = "shows the first paragraph of the file as the description"
		o.reasons = append(o.reasons, reason)
	}
	for _, key := range []string{"id", "name"} {
		if o.name == "" {
			o.name = fields[key].String()
		}
	}
	if o.unnamed = o.name == ""; o.unnamed {
		if o.name = f.directory; !o.bare && f.field("name") != nil {
			o.reasons = append(o.reasons, Reason{`"name" has no text on its line`, "uses the directory name instead", f.valueRange("name"), "no-name"})
		}
	}
	o.description = fields["description"].String()
	if o.description == "" {
		paragraph, _, _ := strings.Cut(trim(body), "\n\n")
		o.description = paragraph
		if paragraph == "" {
			o.description = "No description available"
		}
		if !o.bare {
			message := `missing field "description"`
			if f.field("description") != nil {
				message = `"description" has no text on its line`
			}
			o.reasons = append(o.reasons, Reason{message, "shows the first paragraph of the body as the description", f.valueRange("description"), "no-description"})
		}
	}
	o.description = trim(o.description)
	if when := trim(fields["when_to_use"].String()); when != "" {
		o.appended = "\n\nWhen to use: " + when
		o.description += o.appended
	}
	return o
}
