package loader

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
)

// claudeAPI models the upload of skills to claude.ai and the API, by the rules of Anthropic's packaging
// script and of the platform's guide. It does not compare the name with the directory.
var claudeAPI = &Client{
	ID:      "claude-api",
	Title:   "claude.ai and Claude API upload",
	Version: "documentation of August 2026",
	Source:  "anthropics/skills, quick_validate.py; the platform's guide to skills",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readClaudeAPI,
}

func readClaudeAPI(f *file) outcome {
	if o, refused := (requirements{absent: true, broken: true}).check(f); refused {
		return o
	}
	reasons := f.checkRequired("name", "description")
	for _, m := range f.fields() {
		if !slices.Contains(specified, m.key) {
			reasons = append(reasons, Reason{"unknown field " + quote.Text(m.key), "", m.keyRange, "unknown-field"})
		}
	}
	if name, ok := f.fieldText("name"); ok {
		reasons = append(reasons, f.uploadName(strings.TrimSpace(name))...)
	}
	if text, ok := f.fieldText("description"); ok {
		text = strings.TrimSpace(text)
		if n := utf8.RuneCountInString(text); n > 1024 {
			reasons = append(reasons, Reason{tooLong("description", n, 1024), "", f.valueRange("description"), "description-length"})
		}
		if strings.ContainsAny(text, "<>") {
			reasons = append(reasons, Reason{"angle bracket in the description", "", f.valueRange("description"), "description-form"})
		}
	}
	if len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	return f.unchanged()
}

func (f *file) uploadName(name string) []Reason {
	at := f.valueRange("name")
	switch {
	case len(name) > 64:
		return []Reason{{tooLong("name", utf8.RuneCountInString(name), 64), "", at, "name-length"}}
	case !isSpecName(name):
		return []Reason{{"invalid name " + quote.Text(name), "", at, "name-form"}}
	}
	for _, word := range []string{"claude", "anthropic"} {
		if strings.Contains(name, word) {
			return []Reason{{"reserved word " + quote.Text(word) + " in the name", "", at, "reserved-name"}}
		}
	}
	return nil
}
