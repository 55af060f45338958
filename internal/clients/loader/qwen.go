package loader

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// qwen parses the frontmatter with the npm package yaml. If that fails, it reads the lines itself.
var qwen = &Client{
	ID:      "qwen",
	Title:   "Qwen Code",
	Program: "@qwen-code/qwen-code",
	Version: "0.24.4",
	Source:  "SkillManager.parseSkillContent, run",
	Checked: "2026-11-23",
	Grade:   Measured,
	read:    readQwen,
}

var qwenRecipe = recipe{crToLF: true, dropsBOM: true, frame: frameLines}

func readQwen(f *file) outcome {
	text, _ := qwenRecipe.prepare(f)
	start, end, ok := frameLines(text)
	if !ok {
		return outcome{reasons: []Reason{noBlock(f, text)}}
	}
	data, err := npmyaml.Load(text[start:end])
	if errors.Is(err, npmyaml.ErrTooLarge) {
		return tooLarge(f)
	}
	if err != nil || data.Kind != jsyaml.Map || isCyclicJS(data) {
		data = parseQwen(text[start:end])
	}
	o := outcome{loaded: true}
	field := func(key string) string {
		v := data.Get(key)
		if v == nil || v.Kind == jsyaml.Null || v.Kind == jsyaml.String && v.Text == "" {
			o.reject(missing(f, key))
			return ""
		}
		text, ok := qwenText(v)
		if !ok {
			o.reject(notText(f, key))
		}
		return text
	}
	o.name, o.description = field("name"), field("description")
	if o.loaded && (o.name == "" || strings.ContainsFunc(o.name, isNotQwenName)) {
		o.reject(unsupportedName(f, o.name))
	}
	if o.loaded && trim(o.description) == "" {
		o.reject(Reason{empty("description"), "", f.valueRange("description"), "no-description"})
	}
	qwenFields(f, data, &o)
	return o
}

// reject adds a reason to skip the skill.
func (o *outcome) reject(reason Reason) {
	o.loaded = false
	o.reasons = append(o.reasons, reason)
}

func isNotQwenName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.Is(unicode.N, r) && !strings.ContainsRune("_:.-", r)
}

// qwenFields checks fields whose wrong type rejects the skill.
func qwenFields(f *file, data *jsyaml.Value, o *outcome) {
	kind := func(key string) (*jsyaml.Value, bool) {
		v := data.Get(key)
		return v, v != nil && v.Kind != jsyaml.Null
	}
	if v, ok := kind("model"); ok && v.Kind != jsyaml.String && v.Kind != jsyaml.Date && v.Kind != jsyaml.Binary {
		o.reject(notText(f, "model"))
	}
	for _, key := range []string{"allowedTools", "paths"} {
		v, ok := kind(key)
		if !ok {
			continue
		}
		if v.Kind != jsyaml.List {
			o.reject(Reason{`"` + key + `" must be a list`, "", f.valueRange(key), "field-type"})
			continue
		}
		for _, item := range v.Items {
			text, printable := qwenText(item)
			if !printable || key == "paths" && isOutside(trim(text)) {
				o.reject(Reason{`invalid item in "` + key + `"`, "", f.valueRange(key), "field-type"})
				break
			}
		}
	}
}

// isOutside reports whether a pattern of paths is absolute or points outside the project.
func isOutside(pattern string) bool {
	pattern = strings.ReplaceAll(pattern, `\`, "/")
	drive := len(pattern) > 1 && pattern[1] == ':' && unicode.IsLetter(rune(pattern[0])) && pattern[0] < 0x80
	return strings.HasPrefix(pattern, "/") || drive || slices.Contains(strings.Split(pattern, "/"), "..")
}

// qwenText converts a value as JavaScript's String does, but without null items. It fails for mappings, which
// have no prototype.
func qwenText(v *jsyaml.Value) (string, bool) { return qwenPrint(v, 0) }

func qwenPrint(v *jsyaml.Value, depth int) (string, bool) {
	const most = 20
	switch {
	case v.Kind == jsyaml.Map, depth > most:
		return "", false
	case v.Kind != jsyaml.List:
		return v.String(), true
	}
	var parts []string
	for _, item := range v.Items {
		if item.Kind == jsyaml.Null {
			continue
		}
		text, ok := qwenPrint(item, depth+1)
		if !ok {
			return "", false
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ","), true
}
