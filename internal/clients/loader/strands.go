package loader

import (
	"errors"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// strands is the SDK of Strands Agents for JavaScript. It only warns of names that violate the specification.
var strands = &Client{
	ID:      "strands",
	Title:   "Strands Agents",
	Program: "@strands-agents/sdk",
	Version: "1.19.0",
	Source:  "Skill.fromFile, run",
	Checked: "2026-11-28",
	Grade:   Measured,
	Places:  []string{"the directories that the program names"},
	read:    readStrands,
}

func readStrands(f *file) outcome {
	decoded := decode(f.source)
	text := trim(decoded)
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return outcome{reasons: []Reason{noBlock(f, text)}}
	}
	end := closingDashes(rest)
	if end < 0 {
		return outcome{reasons: []Reason{{"unclosed frontmatter", "", f.topRange(), "no-header"}}}
	}
	header := trim(rest[:end])
	start := strings.Index(decoded, text) + len("---") + strings.Index(rest, header)
	data, err := npmyaml.Load(header)
	if errors.Is(err, npmyaml.ErrTooLarge) {
		return tooLarge(f)
	}
	if broken := (*npmyaml.Error)(nil); errors.As(err, &broken) {
		if data, err = npmyaml.Load(quoteColons(header)); err != nil {
			return outcome{reasons: []Reason{invalidYAML(f, broken.Message, f.decodedRange(start+broken.Offset))}}
		}
	}
	if data.Kind != jsyaml.Map {
		return outcome{reasons: []Reason{notMapping(f)}}
	}
	o := outcome{loaded: true}
	for _, field := range []struct {
		key string
		to  *string
	}{{"name", &o.name}, {"description", &o.description}} {
		switch v := data.Get(field.key); {
		case v == nil:
			o.reject(missing(f, field.key))
		case v.Kind != jsyaml.String:
			o.reject(notText(f, field.key))
		case v.Text == "":
			o.reject(Reason{empty(field.key), "", f.valueRange(field.key), "no-" + field.key})
		default:
			*field.to = v.Text
		}
	}
	return o
}

// closingDashes returns the start of the first match of /\n^---\s*$/m, or -1.
func closingDashes(text string) int {
	for at := 0; ; {
		n := strings.Index(text[at:], "\n---")
		if n < 0 {
			return -1
		}
		at += n
		after := text[at+len("\n---"):]
		space := after[:len(after)-len(trimStart(after))]
		if len(space) == len(after) || strings.ContainsFunc(space, isLineEnd) {
			return at
		}
		at++
	}
}

// quoteColons writes values with a colon between quotation marks: those of lines that match ^(\s*\w[\w-]*):\s+(.+)$.
func quoteColons(header string) string {
	lines := strings.Split(header, "\n")
	for i, line := range lines {
		body := trimStart(line)
		n := 0
		for n < len(body) && (isWord(body[n], false) || n > 0 && body[n] == '-') {
			n++
		}
		rest, ok := strings.CutPrefix(body[n:], ":")
		value := trimStart(rest)
		if n == 0 || !ok || len(value) == len(rest) || strings.ContainsFunc(value, isLineEnd) || !strings.Contains(value, ":") ||
			strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'") {
			continue
		}
		lines[i] = line[:len(line)-len(body)+n] + `: "` + kiloEscapes.Replace(value) + `"`
	}
	return strings.Join(lines, "\n")
}
