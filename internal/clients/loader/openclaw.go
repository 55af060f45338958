package loader

import (
	"errors"

	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// openclaw parses the frontmatter with the npm package yaml. If that fails on the line of the description,
// it quotes the value and tries again. Fields without a value in YAML are read line by line.
var openclaw = &Client{
	ID:      "openclaw",
	Title:   "OpenClaw",
	Program: "openclaw",
	Version: "2026.9.6",
	Source:  "loadSingleSkillDirectory, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	read:    readOpenclaw,
}

func readOpenclaw(f *file) outcome {
	r := recipe{crToLF: true, dropsBOM: true}
	text, place := r.prepare(f)
	start, end, ok := frameOf(text)
	if !ok {
		return outcome{reasons: []Reason{noBlock(f, text)}}
	}
	fields, err := parseOpenClaw(text[start:end])
	var broken *npmyaml.Error
	switch {
	case errors.Is(err, npmyaml.ErrTooLarge):
		return tooLarge(f)
	case errors.Is(err, errNotMapping):
		return outcome{reasons: []Reason{notMapping(f)}}
	case errors.As(err, &broken):
		return outcome{reasons: []Reason{invalidYAML(f, broken.Message, f.decodedRange(place(start+broken.Offset)))}}
	}
	o := outcome{loaded: true, name: trim(fields["name"]), description: trim(fields["description"])}
	if o.name == "" {
		if o.name = trim(f.directory); f.field("name") != nil {
			o.reasons = append(o.reasons, Reason{empty("name"), "uses the directory name instead", f.valueRange("name"), "no-name"})
		}
	}
	if o.description == "" {
		o.reasons = nil
		if f.field("description") == nil {
			o.reject(missing(f, "description"))
		} else {
			o.reject(Reason{empty("description"), "", f.valueRange("description"), "no-description"})
		}
	}
	return o
}
