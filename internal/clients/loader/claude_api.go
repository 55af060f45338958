package loader

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
)

// claudeAPI is the upload of skills to claude.ai and the API, by the rules of Anthropic's script
// that packages them and of the platform's guide. It does not compare the name with the folder.
var claudeAPI = &Agent{
	ID:      "claude-api",
	Title:   "claude.ai and Claude API upload",
	Version: "documentation of August 2026",
	Source:  "anthropics/skills, quick_validate.py; the platform's guide to skills",
	Checked: "2026-11-21",
	Grade:   Documented,
	read:    readClaudeAPI,
}

func readClaudeAPI(f *file) outcome {
	need := needs{agent: "claude-api", absent: "the upload is rejected", broken: "the upload is rejected"}
	if o, refused := need.refuse(f); refused {
		return o
	}
	reasons := f.required("claude-api", "name", "description")
	for _, m := range f.fields() {
		if !slices.Contains(specified, m.key) {
			reasons = append(reasons, Reason{quote.Text(m.key) + " is no field of the specification, and claude-api takes such keys below metadata only", m.name, "unknown-field"})
		}
	}
	if name, ok := f.said("name"); ok {
		reasons = append(reasons, f.uploadName(strings.TrimSpace(name))...)
	}
	if text, ok := f.said("description"); ok {
		text = strings.TrimSpace(text)
		if n := utf8.RuneCountInString(text); n > 1024 {
			reasons = append(reasons, Reason{fmt.Sprintf("the description has %s characters, and claude-api takes 1,024", quote.Count(n)), f.at("description"), "description-length"})
		}
		if strings.ContainsAny(text, "<>") {
			reasons = append(reasons, Reason{"the description has angle brackets, and claude-api takes none", f.at("description"), "description-form"})
		}
	}
	if len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	return f.plain()
}

func (f *file) uploadName(name string) []Reason {
	at := f.at("name")
	switch {
	case len(name) > 64:
		return []Reason{{fmt.Sprintf("the name has %s characters, and claude-api takes 64", quote.Count(utf8.RuneCountInString(name))), at, "name-length"}}
	case !isSpecName(name):
		return []Reason{{quote.Text(name) + " is no name of lower-case letters, digits and single hyphens, and claude-api takes no other", at, "name-form"}}
	}
	for _, word := range []string{"claude", "anthropic"} {
		if strings.Contains(name, word) {
			return []Reason{{"the name holds " + quote.Text(word) + ", and claude-api keeps that for its makers", at, "reserved-name"}}
		}
	}
	return nil
}
