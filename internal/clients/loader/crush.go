package loader

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// crush counts bytes, and compares the name with the directory regardless of case.
var crush = &Client{
	ID:      "crush",
	Title:   "Crush",
	Version: "source of August 2026",
	Source:  "charmbracelet/crush, internal/skills/skills.go and internal/config/load.go at 37f36e93 of 2026-08-21, read; the package, compiled, gives the same answer for all of 6,324 headers and 12,000 others",
	Checked: "2026-11-28",
	Grade:   Documented,
	Places: []string{".agents/skills/", ".crush/skills/", ".claude/skills/", ".cursor/skills/", "~/.config/crush/skills/", "~/.config/agents/skills/",
		"~/.agents/skills/", "~/.claude/skills/"},
	read: readCrush,
}

// A crushSkill is what Crush decodes from frontmatter, with the package that the model uses, too.
type crushSkill struct {
	Name          string
	Description   string
	UserInvocable bool `yaml:"user-invocable"`
	Manual        bool `yaml:"disable-model-invocation"`
	License       string
	Compatibility string
	Metadata      map[string]string
}

func readCrush(f *file) outcome {
	text := lineFeeds(strings.TrimPrefix(string(f.source), "\ufeff"))
	header, opened, closed := crushHeader(text)
	if !closed {
		if opened {
			return outcome{reasons: []Reason{{"unclosed frontmatter", "", f.topRange(), "no-header"}}}
		}
		return outcome{reasons: []Reason{noBlock(f, text)}}
	}
	var s crushSkill
	var mistyped *yaml.TypeError
	switch err := decodeCrush(header, &s); {
	case errors.Is(err, npmyaml.ErrTooLarge):
		return tooLarge(f)
	case errors.As(err, &mistyped):
		return outcome{reasons: crushTypes(f, mistyped)}
	case err != nil:
		return outcome{reasons: []Reason{invalidYAML(f, strings.TrimPrefix(err.Error(), "yaml: "), f.topRange())}}
	}
	o := outcome{loaded: true, name: s.Name, description: s.Description}
	crushText(f, &o, "name", s.Name, 64)
	crushText(f, &o, "description", s.Description, 1024)
	crushText(f, &o, "compatibility", s.Compatibility, 500)
	return o
}

// crushHeader returns the text between the first line that is not empty and the next one that equals "---".
func crushHeader(text string) (header string, opened, closed bool) {
	lines := strings.Split(text, "\n")
	isDelimiter := func(line string) bool { return strings.TrimSpace(line) == "---" }
	start := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
	if start < 0 || !isDelimiter(lines[start]) {
		return "", false, false
	}
	lines = lines[start+1:]
	end := slices.IndexFunc(lines, isDelimiter)
	if end < 0 {
		return "", true, false
	}
	return strings.Join(lines[:end], "\n"), true, true
}

// decodeCrush decodes frontmatter. The package compares each key of a mapping with all others, so their number is limited.
func decodeCrush(header string, to *crushSkill) error {
	if len(header) > npmyaml.MaxText {
		return npmyaml.ErrTooLarge
	}
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(header), &root); err != nil || len(root.Content) == 0 {
		return err
	}
	for open := []*yaml.Node{&root}; len(open) > 0; {
		n := open[len(open)-1]
		open = append(open[:len(open)-1], n.Content...)
		if n.Kind == yaml.MappingNode && len(n.Content) > 2*maxMembers {
			return npmyaml.ErrTooLarge
		}
	}
	return root.Decode(to)
}

// crushTypes returns why fields cannot be decoded.
func crushTypes(f *file, mistyped *yaml.TypeError) []Reason {
	var reasons []Reason
	for _, w := range f.doc.ParseWarnings {
		if w.Kind == analysis.DuplicateKey {
			reasons = append(reasons, Reason{"duplicate field", "", w.Range, "duplicate-key"})
		}
	}
	for _, m := range f.fields() {
		structure := m.kind == analysis.List || m.kind == analysis.Map
		switch m.key {
		case "name", "description", "compatibility", "license":
			if structure {
				reasons = append(reasons, notText(f, m.key))
			}
		case "user-invocable", Manual:
			if m.kind != analysis.Bool && m.kind != analysis.Null {
				reasons = append(reasons, Reason{quote.Text(m.key) + " must be true or false", "", m.valueRange, "field-type"})
			}
		case "metadata":
			if m.kind != analysis.Map && m.kind != analysis.Null {
				reasons = append(reasons, Reason{`"metadata" must be a mapping`, "", m.valueRange, "field-type"})
			}
			for i := 0; m.value != nil && i < len(m.value.Members); i++ {
				if entry := m.value.Members[i]; entry.Value.Kind == analysis.List || entry.Value.Kind == analysis.Map {
					reasons = append(reasons, Reason{quote.Text(entry.Key) + ` in "metadata" must be a string`, "", m.valueRange, "field-type"})
				}
			}
		}
	}
	if len(reasons) > 0 {
		return reasons
	}
	if f.doc.Data != nil && f.doc.Data.Kind != analysis.Map {
		return []Reason{notMapping(f)}
	}
	return []Reason{invalidYAML(f, mistyped.Errors[0], f.topRange())}
}

// crushText checks a text of at most so many bytes. Only compatibility may be empty.
func crushText(f *file, o *outcome, key, text string, most int) {
	switch runes := utf8.RuneCountInString(text); {
	case text == "" && key == "compatibility":
	case text == "" && f.field(key) == nil:
		o.reject(missing(f, key))
	case text == "":
		o.reject(Reason{empty(key), "", f.valueRange(key), "no-" + key})
	case runes > most:
		o.reject(Reason{tooLong(key, runes, most), "", f.valueRange(key), key + "-length"})
	case len(text) > most:
		o.reject(Reason{fmt.Sprintf("%s has %s bytes (limit %s)", quote.Text(key), quote.Count(len(text)), quote.Count(most)), "", f.valueRange(key),
			key + "-bytes"})
	case key == "name" && (runes != len(text) || !isSpecName(strings.ToLower(text))): // only ASCII
		o.reject(unsupportedName(f, text))
	case key == "name" && f.directory != "" && !strings.EqualFold(text, f.directory):
		o.reject(Reason{differentName(text, "directory", f.directory), "", f.valueRange(key), "name-directory"})
	}
}
