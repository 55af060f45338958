package loader

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// cursor parses the frontmatter with gray-matter. Of the fields, its program requires only a description: the path
// identifies the skill. How the service that receives both shows them to a model is unknown.
var cursor = &Client{
	ID:      "cursor",
	Title:   "Cursor",
	Program: "@cursor/sdk",
	Version: "1.0.32",
	Source:  "the service of skills in the program's local agent, run",
	Checked: "2026-11-28",
	Grade:   Measured,
	read:    readCursor,
}

// windows1252 has the characters of the bytes from 80 to 9f.
var windows1252 = [...]rune{'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ'}

// cursorDescription is the limit of a description in UTF-16 units.
const cursorDescription = 1536

func readCursor(f *file) outcome {
	text, guessed, ok := cursorText(f.source)
	if !ok {
		return outcome{reasons: []Reason{{"control characters", "treats the file as binary", f.topRange(), "encoding"}}}
	}
	m := readMatter(strings.TrimPrefix(text, "\ufeff"))
	description := m.description
	switch {
	case errors.Is(m.err, jsyaml.ErrTooLarge):
		return tooLarge(f)
	case m.failed() && guessed:
		return outcome{reasons: []Reason{invalidYAML(f, "", f.topRange())}}
	case m.failed():
		return outcome{reasons: []Reason{m.reason(f)}}
	case m.state == matterNone || m.state == matterNotMapping:
		return outcome{reasons: []Reason{m.absentReason(f)}}
	case m.always:
		return outcome{reasons: []Reason{{`"alwaysApply" is true`, "reads a rule instead of a skill", f.valueRange("alwaysApply"), "rule"}}}
	case !description.exists:
		return outcome{reasons: []Reason{missing(f, "description")}}
	case !description.isText:
		return outcome{reasons: []Reason{notText(f, "description")}}
	case description.text == "":
		return outcome{reasons: []Reason{{empty("description"), "", f.valueRange("description"), "no-description"}}}
	}
	o := outcome{loaded: true, name: f.directory, description: description.text}
	if guessed {
		o.reasons = append(o.reasons, Reason{"not plain UTF-8", "guesses the encoding", f.topRange(), "encoding"})
	}
	if m.name.isText && m.name.text != f.directory {
		o.reasons = append(o.reasons, Reason{differentName(m.name.text, "directory", f.directory), "identifies it by its directory", f.valueRange("name"), "name-directory"})
	}
	if n := units(description.text); n > cursorDescription {
		o.description = CutUnits(description.text, cursorDescription)
		o.reasons = append(o.reasons, Reason{tooLong("description", n, cursorDescription), "truncates it", f.valueRange("description"), "description-cut"})
	}
	return o
}

// cursorText decodes a file, or reports that it is binary. The encoding of text that is not UTF-8, or that has an escape
// character, is guessed from its letters; windows-1252 is the most frequent result.
func cursorText(source []byte) (text string, guessed, ok bool) {
	for _, mark := range []struct {
		bytes string
		order binary.ByteOrder
	}{{"\xff\xfe", binary.LittleEndian}, {"\xfe\xff", binary.BigEndian}} {
		if rest, marked := bytes.CutPrefix(source, []byte(mark.bytes)); marked {
			var units []uint16
			for ; len(rest) > 1; rest = rest[2:] {
				units = append(units, mark.order.Uint16(rest))
			}
			return string(utf16.Decode(units)), true, true
		}
	}
	if cursorBinary(source) {
		return "", false, false
	}
	ascii := !bytes.ContainsFunc(source, func(r rune) bool { return r >= utf8.RuneSelf })
	if ascii || utf8.Valid(source) && bytes.IndexByte(source, 0x1b) < 0 {
		return string(source), false, true
	}
	var b strings.Builder
	for _, c := range source {
		if c >= 0x80 && c < 0xa0 {
			b.WriteRune(windows1252[c-0x80])
		} else {
			b.WriteRune(rune(c))
		}
	}
	return b.String(), true, true
}

// cursorBinary reports whether the start of a file has a NUL or too many control characters.
func cursorBinary(source []byte) bool {
	start := source[:min(len(source), 4096)]
	control := 0
	for _, c := range start {
		if c == 0 {
			return true
		}
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			control++
		}
	}
	return control*20 >= len(start) && control > 0
}
