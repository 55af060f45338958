package loader

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// opencode parses the frontmatter with gray-matter and js-yaml 3. If that fails, it converts values that
// contain a colon to block scalars and tries again.
var opencode = &Client{
	ID:      "opencode",
	Title:   "OpenCode",
	Program: "opencode-linux-x64",
	Version: "1.18.33",
	Source:  "debug skill, run; the code that it is made of, read; 1.18.34 gives the same answers to all of 6,324 headers",
	Checked: "2026-11-29",
	Grade:   Measured,
	read:    readOpencode,
}

func readOpencode(f *file) outcome {
	return readWithMatter(f, func(value string) string { return "|-\n  " + value })
}

// readWithMatter reads a file with gray-matter. repair returns the form in which a value with a colon is tried again.
func readWithMatter(f *file, repair func(value string) string) outcome {
	text := decode(f.source)
	first := readMatter(text)
	m := first
	if m.failed() {
		repaired := repairColons(text, repair)
		if repaired == text { // gray-matter returns its cached result, without fields
			return outcome{reasons: []Reason{first.reason(f)}}
		}
		m = readMatter(repaired)
	}
	if o, ok := m.withoutFields(f, first); ok {
		return o
	}
	return m.outcome(f)
}

// A matter is the result of gray-matter.
type matter struct {
	state       matterState
	name        textField
	description textField
	license     textField
	metadata    string // the problem of the field, or ""
	always      bool   // alwaysApply is true
	err         error  // of js-yaml or JSON, or errLanguage
	start       int    // offset of the frontmatter's content in the text
	language    string // named after the opening "---"
	code        bool   // the language is JavaScript
}

type matterState int

const (
	matterNone       matterState = iota // no frontmatter
	matterEmpty                         // only white space and comments
	matterNotMapping                    // not a mapping
	matterRead
)

// A textField is a field that must be a string.
type textField struct {
	exists, isText bool
	text           string
}

func (m matter) failed() bool { return m.err != nil && !errors.Is(m.err, jsyaml.ErrTooLarge) }

// withoutFields returns the outcome of a file from which gray-matter returns no fields. first is its result for the text
// as written.
func (m matter) withoutFields(f *file, first matter) (o outcome, ok bool) {
	switch {
	case errors.Is(m.err, jsyaml.ErrTooLarge):
		return tooLarge(f), true
	case m.code:
		return outcome{unknown: true, reasons: []Reason{{"JavaScript frontmatter", "{} runs it as a program", f.topRange(), "language"}}}, true
	case m.failed():
		return outcome{reasons: []Reason{first.reason(f)}}, true
	case m.state != matterRead:
		return outcome{reasons: []Reason{m.absentReason(f)}}, true
	}
	return outcome{}, false
}

var errLanguage = errors.New("no such language")

// readMatter models gray-matter: frontmatter is "---", an optional language, and the text up to the next
// line that starts with "---", or to the end of the file.
func readMatter(text string) matter {
	bare := strings.TrimPrefix(text, "\ufeff")
	rest, ok := strings.CutPrefix(bare, "---")
	if !ok || strings.HasPrefix(rest, "-") {
		return matter{}
	}
	first, _, ok := strings.Cut(rest, "\n")
	if !ok {
		return matter{}
	}
	first = strings.TrimSuffix(first, "\r")
	m := matter{language: trim(first)}
	if m.language != "" {
		rest = rest[len(first):]
	}
	m.start = len(text) - len(rest)
	if end := strings.Index(rest, "\n---"); end >= 0 {
		rest = rest[:end]
	}
	if onlyComments(rest) {
		m.state = matterEmpty
		return m
	}
	switch engine(m.language) {
	case "yaml":
		m.readYAML(rest)
	case "json":
		m.readJSON(rest)
	case "javascript":
		m.code = true
	default:
		m.err = errLanguage
	}
	return m
}

// engine returns the gray-matter engine for a language name; empty if there is none.
func engine(name string) string {
	switch name {
	case "", "yaml":
		return "yaml"
	case "json":
		return "json"
	}
	switch strings.ToLower(name) {
	case "yaml", "yml":
		return "yaml"
	case "js", "javascript":
		return "javascript"
	}
	return ""
}

func (m *matter) readYAML(header string) {
	data, err := jsyaml.Load(header, jsyaml.V3)
	if err != nil {
		m.err = err
		return
	}
	if data.Kind != jsyaml.Map {
		m.state = matterNotMapping
		return
	}
	m.state = matterRead
	field := func(key string) textField {
		v := data.Get(key)
		if v == nil {
			return textField{}
		}
		return textField{exists: true, isText: v.Kind == jsyaml.String, text: v.Text}
	}
	m.name, m.description, m.license = field("name"), field("description"), field("license")
	m.metadata = metadataProblem(data.Get("metadata"))
	always := data.Get("alwaysApply")
	m.always = always != nil && always.Kind == jsyaml.Bool && always.String() == "true"
}

func (m *matter) readJSON(header string) {
	if len(header) > jsyaml.MaxText {
		m.err = jsyaml.ErrTooLarge
		return
	}
	var value any
	if m.err = json.Unmarshal([]byte(header), &value); m.err != nil {
		return
	}
	data, ok := value.(map[string]any)
	if !ok {
		m.state = matterNotMapping
		return
	}
	m.state = matterRead
	field := func(key string) textField {
		v, exists := data[key]
		text, isText := v.(string)
		return textField{exists, isText, text}
	}
	m.name, m.description, m.license = field("name"), field("description"), field("license")
	m.always = data["alwaysApply"] == true
	if metadata, exists := data["metadata"]; exists {
		m.metadata = jsonMetadataProblem(metadata)
	}
}

// onlyComments reports whether the frontmatter is empty without the matches of /^\s*#[^\n]+/gm.
func onlyComments(header string) bool {
	for at, first := 0, true; ; first = false {
		rest := trimStart(header[at:])
		if rest == "" {
			return true
		}
		gap := header[at : len(header)-len(rest)]
		if !first && !strings.ContainsFunc(gap, isLineEnd) || rest[0] != '#' || len(rest) == 1 || rest[1] == '\n' {
			return false
		}
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			return true
		}
		at = len(header) - len(rest) + end
	}
}

// repairColons repairs each "key: value" whose value contains a colon. Indented and quoted values, and keys
// with a hyphen, are unchanged. So is text whose frontmatter does not match opencode's regular expression.
func repairColons(text string, repair func(value string) string) string {
	start, end, ok := block(text)
	if !ok {
		return text
	}
	lines := textLines(text[start:end])
	for i, line := range lines {
		if key, value, ok := colonValue(line); ok {
			lines[i] = key + ": " + repair(value)
		}
	}
	return text[:start] + strings.Join(lines, "\n") + text[end:]
}

// colonValue matches ^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$. ok reports whether opencode repairs the value.
func colonValue(line string) (key, value string, ok bool) {
	n := 0
	for n < len(line) && isWord(line[n], n == 0) {
		n++
	}
	rest, colon := strings.CutPrefix(trimStart(line[n:]), ":")
	rest = trimStart(rest)
	if n == 0 || !colon || strings.ContainsFunc(rest, isLineEnd) {
		return "", "", false
	}
	value = trim(rest)
	if value == ">" || value == "|" || strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'") || !strings.Contains(value, ":") {
		return "", "", false
	}
	return line[:n], value, true
}

func isWord(c byte, first bool) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || !first && c >= '0' && c <= '9'
}

// outcome applies opencode's own checks to the result of gray-matter.
func (m matter) outcome(f *file) outcome {
	var reasons []Reason
	switch {
	case !m.name.exists:
		reasons = append(reasons, missing(f, "name"))
	case !m.name.isText:
		reasons = append(reasons, notText(f, "name"))
	case m.name.text == "__proto__":
		reasons = append(reasons, Reason{`reserved name "__proto__"`, "", f.valueRange("name"), "name-form"})
	}
	if m.description.exists && !m.description.isText {
		reasons = append(reasons, notText(f, "description"))
	}
	if len(reasons) > 0 {
		return outcome{reasons: reasons}
	}
	o := outcome{loaded: true, name: m.name.text, description: m.description.text}
	if !m.description.exists {
		o.reasons = []Reason{{`missing field "description"`, "omits the skill from its skill list", f.topRange(), "no-description"}}
	}
	return o
}

func notText(f *file, field string) Reason {
	message := mustBeString(field)
	if m := f.field(field); m != nil {
		switch {
		case m.kind == analysis.Null:
			message += ", but is empty"
		case m.value != nil && m.value.Note&analysis.Timestamp != 0:
			message += ", not a date"
		case m.kind != analysis.String:
			message += ", not a " + m.kind.String()
		}
	}
	return Reason{message, "", f.valueRange(field), field + "-type"}
}

// absentReason returns why the frontmatter has no fields.
func (m matter) absentReason(f *file) Reason {
	switch m.state {
	case matterEmpty:
		return missing(f, "name")
	case matterNotMapping:
		return notMapping(f)
	}
	return Reason{"missing frontmatter", "", f.topRange(), "no-header"}
}

// reason returns why the frontmatter cannot be parsed.
func (m matter) reason(f *file) Reason {
	var broken *jsyaml.Error
	switch {
	case errors.Is(m.err, errLanguage):
		return Reason{"unknown frontmatter language " + quote.Text(m.language), "", f.topRange(), "language"}
	case errors.As(m.err, &broken):
		return invalidYAML(f, broken.Message, f.decodedRange(m.start+broken.Offset))
	}
	return Reason{"invalid JSON", "", f.topRange(), "syntax"}
}
