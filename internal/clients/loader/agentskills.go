package loader

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// agentskills is the validator of the specification. It parses the text between a "---" at the start and
// the next "---", even within a line.
var agentskills = &Client{
	ID:      "agentskills",
	Title:   "Agent Skills validator (skills-ref)",
	Program: "skills-ref",
	Version: "0.1.5",
	Source:  "validate and read-properties, run with js-yaml 4.3.2",
	Checked: "2026-11-29",
	Grade:   Measured,
	read:    readAgentSkills,
}

func readAgentSkills(f *file) outcome {
	data, refused := skillsRefHeader(f)
	if data == nil {
		return refused
	}
	v := validator{file: f, data: data}
	v.validate()
	if len(v.reasons) > 0 {
		return outcome{reasons: v.reasons}
	}
	return outcome{loaded: true, name: trim(data.Get("name").Text), description: trim(data.Get("description").Text)}
}

// skillsRefHeader returns the frontmatter as the commands of skills-ref parse it, or nil and the outcome
// of the error.
func skillsRefHeader(f *file) (*jsyaml.Value, outcome) {
	header, start, failed := splitAtDashes(f)
	if failed != nil {
		return nil, outcome{reasons: []Reason{*failed}}
	}
	data, err := jsyaml.Load(header, jsyaml.V43)
	var broken *jsyaml.Error
	switch {
	case errors.Is(err, jsyaml.ErrTooLarge):
		return nil, tooLarge(f)
	case errors.As(err, &broken):
		return nil, outcome{reasons: []Reason{invalidYAML(f, broken.Message, f.decodedRange(start+broken.Offset))}}
	case data.Kind == jsyaml.Undefined || data.Kind == jsyaml.Null:
		data = &jsyaml.Value{Kind: jsyaml.Map}
	case data.Kind != jsyaml.Map:
		return nil, outcome{reasons: []Reason{notMapping(f)}}
	}
	return data, outcome{}
}

// splitAtDashes returns the text between the first two "---", and its offset in the decoded text.
func splitAtDashes(f *file) (header string, start int, failed *Reason) {
	text := decode(f.source)
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		r := noBlock(f, text)
		return "", 0, &r
	}
	header, _, ok = strings.Cut(rest, "---")
	if !ok {
		return "", 0, &Reason{"unclosed frontmatter", "", f.topRange(), "no-header"}
	}
	return header, len("---"), nil
}

// specified lists the fields of the specification.
var specified = []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}

type validator struct {
	file    *file
	data    *jsyaml.Value
	reasons []Reason
}

func (v *validator) reject(at analysis.Range, cause, message string) {
	v.reasons = append(v.reasons, Reason{message, "", at, cause})
}

func (v *validator) validate() {
	if v.unprintable() {
		v.reject(v.file.valueRange("metadata"), "field-type", `key "toString" in a mapping in "metadata"`)
		return
	}
	for _, m := range v.data.Members {
		if !slices.Contains(specified, m.Key) {
			v.reject(v.keyRange(m.Key), "unknown-field", "unknown field "+quote.Text(m.Key))
		}
	}
	v.name()
	v.description()
	if c := v.data.Get("compatibility"); c != nil {
		switch {
		case c.Kind != jsyaml.String:
			v.reject(v.file.valueRange("compatibility"), "field-type", `"compatibility" must be a string`)
		case units(c.Text) > 500:
			v.reject(v.file.valueRange("compatibility"), "field-length", tooLong("compatibility", units(c.Text), 500))
		}
	}
}

func (v *validator) keyRange(key string) analysis.Range {
	if m := v.file.field(key); m != nil {
		return m.keyRange
	}
	return v.file.topRange()
}

// unprintable reports whether JavaScript fails to convert a value in metadata to a string, because the
// value has a key "toString".
func (v *validator) unprintable() bool {
	meta := v.data.Get("metadata")
	if meta == nil {
		return false
	}
	direct := slices.Clone(meta.Items)
	for _, m := range meta.Members {
		direct = append(direct, m.Value)
	}
	return slices.ContainsFunc(direct, func(item *jsyaml.Value) bool {
		own := item.Get("toString")
		return own != nil
	})
}

// text returns the text of a required field.
func (v *validator) text(field string) (string, bool) {
	value := v.data.Get(field)
	switch {
	case value == nil:
		v.reasons = append(v.reasons, missing(v.file, field))
	case value.Kind != jsyaml.String:
		v.reject(v.file.valueRange(field), field+"-type", mustBeString(field)+kindName(value.Kind))
	case trim(value.Text) == "":
		v.reject(v.file.valueRange(field), "no-"+field, empty(field))
	default:
		return value.Text, true
	}
	return "", false
}

func (v *validator) name() {
	text, ok := v.text("name")
	if !ok {
		return
	}
	name := norm.NFKC.String(trim(text))
	at := v.file.valueRange("name")
	if n := units(name); n > 64 {
		v.reject(at, "name-length", tooLong("name", n, 64))
	}
	switch {
	case strings.ContainsFunc(name, func(r rune) bool { return !isNameLetter(r) && r != '-' }):
		v.reject(at, "name-form", "invalid character in name "+quote.Text(name))
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.ToLower(r) != r }):
		v.reject(at, "name-form", "upper-case letter in name "+quote.Text(name))
	case strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"):
		v.reject(at, "name-form", "hyphen at the start or end of name "+quote.Text(name))
	case strings.Contains(name, "--"):
		v.reject(at, "name-form", "two hyphens in a row in name "+quote.Text(name))
	}
	if dir := v.file.directory; dir != "" && norm.NFKC.String(dir) != name {
		v.reject(at, "name-directory", differentName(name, "directory", dir))
	}
}

// isNameLetter reports whether the validator accepts a character as a letter or digit. It compares Unicode
// ranges, which exclude some scripts, such as Greek and Arabic.
func isNameLetter(r rune) bool {
	switch {
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z',
		r >= 0xC0 && r <= 0x24F,    // Latin with diacritics
		r >= 0x300 && r <= 0x36F,   // combining marks
		r >= 0x400 && r <= 0x4FF,   // Cyrillic
		r >= 0x3400 && r <= 0x4DBF, // Chinese characters, extension A
		r >= 0x4E00 && r <= 0x9FFF: // Chinese characters
		return true
	}
	return false
}

// description checks the length before trimming, so the line break at the end of a block scalar counts.
func (v *validator) description() {
	text, ok := v.text("description")
	if !ok {
		return
	}
	if n := units(text); n > 1024 {
		v.reject(v.file.valueRange("description"), "description-length", tooLong("description", n, 1024))
	}
}

// kindName completes "must be a string" with the type of a value.
func kindName(k jsyaml.Kind) string {
	switch k {
	case jsyaml.Null:
		return ", but is empty"
	case jsyaml.Bool:
		return ", not a boolean"
	case jsyaml.Int, jsyaml.Float:
		return ", not a number"
	case jsyaml.Date:
		return ", not a date"
	case jsyaml.List:
		return ", not a list"
	case jsyaml.Map:
		return ", not a mapping"
	}
	return ""
}
