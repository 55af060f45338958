package loader

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// agentskills is no agent but the validator of the specification: what it passes is a skill by the
// letter. It takes what stands between the first two "---" of the file, wherever they are.
var agentskills = &Agent{
	ID:      "agentskills",
	Title:   "Agent Skills validator (skills-ref)",
	Program: "skills-ref",
	Version: "0.1.5",
	Source:  "validate and read-properties, run",
	Checked: "2026-11-21",
	Grade:   Measured,
	read:    readAgentSkills,
}

func readAgentSkills(f *file) outcome {
	data, refused := skillsRefHeader(f, "the validator")
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

// skillsRefHeader returns the header as the commands of skills-ref read it; nil, and what comes of
// that, when they do not. reader is the one of them that speaks.
func skillsRefHeader(f *file, reader string) (*jsyaml.Value, outcome) {
	header, start, failed := splitAtDashes(f)
	if failed != nil {
		return nil, outcome{reasons: []Reason{*failed}}
	}
	data, err := jsyaml.Load(header, jsyaml.V4)
	var broken *jsyaml.Error
	switch {
	case errors.Is(err, jsyaml.ErrTooLarge):
		return nil, tooLarge(f)
	case errors.As(err, &broken):
		message := "js-yaml does not read the header (" + broken.Message + "), and " + reader + " repairs nothing"
		return nil, outcome{reasons: []Reason{{message, f.flaw(f.decoded(start + broken.Offset)), "syntax"}}}
	case data.Kind == jsyaml.Undefined || data.Kind == jsyaml.Null:
		data = &jsyaml.Value{Kind: jsyaml.Map}
	case data.Kind != jsyaml.Map:
		return nil, outcome{reasons: []Reason{{"the header is no mapping of fields to values", f.top(), "not-a-mapping"}}}
	}
	return data, outcome{}
}

// splitAtDashes returns what stands between the first two "---", and its offset in the decoded
// text.
func splitAtDashes(f *file) (header string, start int, failed *Reason) {
	text := decode(f.source)
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		r := noBlock(f, text, "the validator")
		return "", 0, &r
	}
	header, _, ok = strings.Cut(rest, "---")
	if !ok {
		return "", 0, &Reason{"no further --- closes the header, so the validator finds none", f.top(), "no-header"}
	}
	return header, len("---"), nil
}

// specified are the fields of the specification.
var specified = []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}

type validator struct {
	file    *file
	data    *jsyaml.Value
	reasons []Reason
}

func (v *validator) reject(at analysis.Range, cause, message string) {
	v.reasons = append(v.reasons, Reason{message, at, cause})
}

func (v *validator) validate() {
	if v.unprintable() {
		v.reject(v.file.at("metadata"), "field-type", "a mapping below metadata has a key toString, on which the validator breaks off")
		return
	}
	for _, m := range v.data.Members {
		if !slices.Contains(specified, m.Key) {
			v.reject(v.key(m.Key), "unknown-field", quote.Text(m.Key)+" is no field of the specification, and the validator takes such keys below metadata only")
		}
	}
	v.name()
	v.description()
	if c := v.data.Get("compatibility"); c != nil {
		switch {
		case c.Kind != jsyaml.String:
			v.reject(v.file.at("compatibility"), "field-type", "compatibility is no text, and the validator takes nothing else")
		case units(c.Text) > 500:
			v.reject(v.file.at("compatibility"), "field-length", fmt.Sprintf("compatibility has %s characters, and the validator takes 500", quote.Count(units(c.Text))))
		}
	}
}

func (v *validator) key(key string) analysis.Range {
	if m := v.file.field(key); m != nil {
		return m.name
	}
	return v.file.top()
}

// unprintable reports whether a value below metadata cannot be made a text: JavaScript calls its
// toString, which is then no function.
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

// text says why a required field has no text; empty when it has one.
func (v *validator) text(field string) (string, bool) {
	value := v.data.Get(field)
	switch {
	case value == nil:
		v.reasons = append(v.reasons, missing(v.file, field, "the validator"))
	case value.Kind != jsyaml.String:
		v.reject(v.file.at(field), field+"-type", fmt.Sprintf("the %s is %s, and the validator takes a text only", field, kindName(value.Kind)))
	case trim(value.Text) == "":
		v.reject(v.file.at(field), "no-"+field, "the "+field+" is empty, and the validator takes no skill without one")
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
	at := v.file.at("name")
	if n := units(name); n > 64 {
		v.reject(at, "name-length", fmt.Sprintf("the name has %s characters, and the validator takes 64", quote.Count(n)))
	}
	switch {
	case strings.ContainsFunc(name, func(r rune) bool { return !isNameLetter(r) && r != '-' }):
		v.reject(at, "name-form", quote.Text(name)+" has characters that the validator takes in no name: it wants lower-case letters, digits and hyphens")
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.ToLower(r) != r }):
		v.reject(at, "name-form", quote.Text(name)+" has capitals, and the validator takes lower case only")
	case strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"):
		v.reject(at, "name-form", quote.Text(name)+" begins or ends with a hyphen, which the validator rejects")
	case strings.Contains(name, "--"):
		v.reject(at, "name-form", quote.Text(name)+" has two hyphens in a row, which the validator rejects")
	}
	if dir := v.file.directory; dir != "" && norm.NFKC.String(dir) != name {
		v.reject(at, "name-directory", "the name is not that of the folder, "+quote.Text(dir)+", and the validator wants them equal")
	}
}

// isNameLetter reports whether the validator takes a character for a letter or digit. It goes by
// blocks, so that some scripts, Greek and Arabic among them, are not in it.
func isNameLetter(r rune) bool {
	switch {
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z',
		r >= 0xC0 && r <= 0x24F,    // Latin with marks
		r >= 0x300 && r <= 0x36F,   // combining marks
		r >= 0x400 && r <= 0x4FF,   // Cyrillic
		r >= 0x3400 && r <= 0x4DBF, // Chinese characters, extension A
		r >= 0x4E00 && r <= 0x9FFF: // Chinese characters
		return true
	}
	return false
}

// description is measured before it is trimmed, so the line break at the end of a block counts.
func (v *validator) description() {
	text, ok := v.text("description")
	if !ok {
		return
	}
	if n := units(text); n > 1024 {
		v.reject(v.file.at("description"), "description-length", fmt.Sprintf("the description has %s characters, and the validator takes 1,024", quote.Count(n)))
	}
}

// kindName says what js-yaml makes of a value.
func kindName(k jsyaml.Kind) string {
	switch k {
	case jsyaml.Null:
		return "empty"
	case jsyaml.Bool:
		return "true or false"
	case jsyaml.Int, jsyaml.Float:
		return "a number"
	case jsyaml.Date:
		return "a date"
	case jsyaml.List:
		return "a list"
	case jsyaml.Map:
		return "a mapping"
	}
	return "no text"
}
