package loader

import (
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// codebuff parses the frontmatter with gray-matter, and rejects every violation of its schema.
var codebuff = &Client{
	ID:      "codebuff",
	Title:   "Codebuff",
	Program: "@codebuff/sdk",
	Version: "0.10.7",
	Source:  "loadSkills, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	Places:  []string{".agents/skills/", ".claude/skills/", "~/.agents/skills/", "~/.claude/skills/"},
	read:    readCodebuff,
}

func readCodebuff(f *file) outcome {
	m := readMatter(decode(f.source))
	if o, ok := m.withoutFields(f, m); ok {
		return o
	}
	o := outcome{loaded: true, name: m.name.text, description: m.description.text}
	switch {
	case !m.name.exists:
		o.reject(missing(f, "name"))
	case !m.name.isText:
		o.reject(notText(f, "name"))
	case !isSpecName(m.name.text):
		o.reject(unsupportedName(f, m.name.text))
	case m.name.text != f.directory:
		o.reject(Reason{differentName(m.name.text, "directory", f.directory), "", f.valueRange("name"), "name-directory"})
	}
	length := utf8.RuneCountInString(m.description.text)
	switch {
	case !m.description.exists:
		o.reject(missing(f, "description"))
	case !m.description.isText:
		o.reject(notText(f, "description"))
	case length == 0:
		o.reject(Reason{empty("description"), "", f.valueRange("description"), "no-description"})
	case length > 1024:
		o.reject(Reason{tooLong("description", length, 1024), "", f.valueRange("description"), "description-length"})
	}
	if m.license.exists && !m.license.isText {
		o.reject(notText(f, "license"))
	}
	if m.metadata != "" {
		o.reject(Reason{m.metadata, "", f.valueRange("metadata"), "field-type"})
	}
	return o
}

// metadataProblem describes metadata that is not a mapping of strings, or returns "".
func metadataProblem(v *jsyaml.Value) string {
	switch {
	case v == nil:
		return ""
	case v.Kind != jsyaml.Map:
		return `"metadata" must be a mapping`
	}
	for _, m := range v.Members {
		if m.Value.Kind != jsyaml.String {
			return quote.Text(m.Key) + ` in "metadata" must be a string`
		}
	}
	return ""
}

// jsonMetadataProblem is metadataProblem for JSON.
func jsonMetadataProblem(v any) string {
	members, ok := v.(map[string]any)
	if !ok {
		return `"metadata" must be a mapping`
	}
	for key, member := range members {
		if _, ok := member.(string); !ok {
			return quote.Text(key) + ` in "metadata" must be a string`
		}
	}
	return ""
}
