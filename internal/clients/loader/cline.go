package loader

import (
	"errors"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// cline parses the frontmatter with the npm package yaml. It loads a skill without frontmatter, but not one without text.
var cline = &Client{
	ID:      "cline",
	Title:   "Cline",
	Program: "@cline/core",
	Version: "0.0.86",
	Source:  "parseSkillConfigFromMarkdown, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	Places:  []string{".cline/skills/", ".clinerules/skills/", ".agents/skills/", "~/.cline/skills/", "~/.agents/skills/"},
	read:    readCline,
}

func readCline(f *file) outcome {
	text := strings.TrimPrefix(decode(f.source), "\ufeff")
	dropped := len(decode(f.source)) - len(text)
	o := outcome{loaded: true, name: f.directory}
	start, end, after, ok := frameCline(text)
	body := text
	data := &jsyaml.Value{Kind: jsyaml.Map}
	if ok {
		parsed, err := npmyaml.Load(text[start:end])
		var broken *npmyaml.Error
		switch {
		case errors.Is(err, npmyaml.ErrTooLarge):
			return tooLarge(f)
		case errors.As(err, &broken):
			return outcome{reasons: []Reason{invalidYAML(f, broken.Message, f.decodedRange(dropped+start+broken.Offset))}}
		case parsed.Kind == jsyaml.Map:
			data = parsed
		}
		body = text[after:]
	} else {
		o.bare = true
		reason := noBlock(f, text)
		reason.Effect = "loads it without a description"
		o.reasons = append(o.reasons, reason)
	}
	if trim(body) == "" {
		o.reject(Reason{"no text after the frontmatter", "", f.topRange(), "no-body"})
		return o
	}
	for _, key := range []string{"name", "description"} {
		v := data.Get(key)
		switch {
		case v == nil || v.Kind == jsyaml.Null:
		case v.Kind != jsyaml.String:
			o.reject(notText(f, key))
		case key == "name" && trim(v.Text) != "":
			o.name = trim(v.Text)
		case key == "description":
			o.description = trim(v.Text)
		}
	}
	for _, key := range []string{"disabled", "enabled"} {
		if v := data.Get(key); v != nil && v.Kind != jsyaml.Null && v.Kind != jsyaml.Bool {
			o.reject(Reason{`"` + key + `" must be true or false`, "", f.valueRange(key), "field-type"})
		}
	}
	if o.loaded && o.description == "" && !o.bare {
		o.reasons = append(o.reasons, Reason{`missing field "description"`, "shows only the name to the model", f.valueRange("description"), "no-description"})
	}
	return o
}

// frameCline matches /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.
func frameCline(text string) (start, end, after int, ok bool) {
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return 0, 0, 0, false
	}
	start = len("---") + len("\n")
	if strings.HasPrefix(rest, "\r") {
		start++
	}
	if start > len(text) || text[start-1] != '\n' {
		return 0, 0, 0, false
	}
	n := strings.Index(text[start:], "\n---")
	if n < 0 {
		return 0, 0, 0, false
	}
	end, after = start+n, start+n+len("\n---")
	if strings.HasSuffix(text[start:end], "\r") {
		end--
	}
	if rest := text[after:]; strings.HasPrefix(rest, "\r\n") {
		after += 2
	} else if strings.HasPrefix(rest, "\r") || strings.HasPrefix(rest, "\n") {
		after++
	}
	return start, end, after, true
}
