package loader

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// A recipe describes a client written in JavaScript that parses frontmatter with the npm package yaml.
type recipe struct {
	crToLF      bool                                        // CR LF and CR are replaced by LF
	crlfToLF    bool                                        // CR LF is replaced by LF, but not CR
	dropsBOM    bool                                        // a byte order mark is removed
	frame       func(text string) (start, end int, ok bool) // finds the frontmatter
	name        textRule
	description textRule
}

// A textRule is what a client requires of a field.
type textRule struct {
	onlyStrings  bool // reject other types; false: convert them as JavaScript does
	trims        bool // remove leading and trailing white space
	spaceIsEmpty bool // treat white space as empty
	directory    bool // if empty, use the directory name
	cut          int  // limit in UTF-16 units; longer text is truncated; 0: none
}

// read applies a recipe to a file.
func (r recipe) read(f *file) outcome {
	text, place := r.prepare(f)
	start, end, ok := r.frame(text)
	if !ok {
		return outcome{reasons: []Reason{noBlock(f, text)}}
	}
	data, err := npmyaml.Load(text[start:end])
	var broken *npmyaml.Error
	switch {
	case errors.Is(err, npmyaml.ErrTooLarge):
		return tooLarge(f)
	case errors.As(err, &broken):
		return outcome{reasons: []Reason{invalidYAML(f, broken.Message, f.decodedRange(place(start+broken.Offset)))}}
	case data.Kind == jsyaml.Null:
		data = &jsyaml.Value{Kind: jsyaml.Map}
	case data.Kind != jsyaml.Map:
		return outcome{reasons: []Reason{notMapping(f)}}
	}
	name, lost := r.name.apply(f, "name", data.Get("name"))
	description, more := r.description.apply(f, "description", data.Get("description"))
	o := outcome{loaded: name != nil && description != nil}
	for _, l := range [][]Reason{lost, more} {
		for _, reason := range l {
			if o.loaded || reason.Effect == "" {
				o.reasons = append(o.reasons, reason)
			}
		}
	}
	if o.loaded {
		o.name, o.description = *name, *description
	}
	return o
}

// apply returns the text of a field, or nil if the client rejects it.
func (t textRule) apply(f *file, field string, v *jsyaml.Value) (*string, []Reason) {
	text := ""
	switch {
	case v == nil || v.Kind == jsyaml.Null:
	case v.Kind == jsyaml.String:
		text = v.Text
	case !t.onlyStrings:
		text = v.String()
	case !t.directory:
		return nil, []Reason{notText(f, field)}
	}
	if t.trims {
		text = trim(text)
	}
	if text == "" || t.spaceIsEmpty && trim(text) == "" {
		switch {
		case t.directory:
			return &f.directory, t.replacementReasons(f, field, v)
		case v == nil:
			return nil, []Reason{missing(f, field)}
		}
		return nil, []Reason{{empty(field), "", f.valueRange(field), "no-" + field}}
	}
	if length := units(text); t.cut > 0 && length > t.cut {
		text = CutUnits(text, t.cut)
		return &text, []Reason{{tooLong(field, length, t.cut), "truncates it", f.valueRange(field), field + "-cut"}}
	}
	return &text, nil
}

// replacementReasons returns the reason if the directory name replaces a field that exists.
func (t textRule) replacementReasons(f *file, field string, v *jsyaml.Value) []Reason {
	if v == nil || f.field(field) == nil {
		return nil
	}
	const effect = "uses the directory name instead"
	if v.Kind == jsyaml.Null || v.Kind == jsyaml.String {
		return []Reason{{empty(field), effect, f.valueRange(field), "no-" + field}}
	}
	reason := notText(f, field)
	reason.Effect = effect
	return []Reason{reason}
}

// CutUnits truncates a text to a number of UTF-16 units. Half a surrogate pair becomes U+FFFD.
func CutUnits(text string, most int) string {
	length := 0
	for i, c := range text {
		n := units(string(c))
		if length+n > most {
			if length < most {
				return text[:i] + "\ufffd"
			}
			return text[:i]
		}
		length += n
	}
	return text
}

// prepare returns the text that the client parses, and a function that maps its offsets to offsets in the
// decoded text.
func (r recipe) prepare(f *file) (string, func(int) int) {
	decoded := decode(f.source)
	text, dropped := decoded, 0
	if bare, ok := strings.CutPrefix(text, "\ufeff"); ok && r.dropsBOM {
		text, dropped = bare, len(text)-len(bare)
	}
	switch {
	case r.crToLF:
		text = lineFeeds(text)
	case r.crlfToLF:
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return text, func(offset int) int {
		at := dropped
		for ; offset > 0 && at < len(decoded); offset, at = offset-1, at+1 {
			if (r.crToLF || r.crlfToLF) && strings.HasPrefix(decoded[at:], "\r\n") {
				at++
			}
		}
		return at
	}
}

// lineFeeds replaces CR LF and CR.
func lineFeeds(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// frameOpen returns the text between "---" and one more character at the start, and a line that starts with "---".
func frameOpen(text string) (start, end int, ok bool) {
	if !strings.HasPrefix(text, "---") {
		return 0, 0, false
	}
	n := strings.Index(text[3:], "\n---")
	if n < 0 {
		return 0, 0, false
	}
	_, size := utf8.DecodeRuneInString(text[3:])
	start = 3 + size
	return start, max(start, 3+n), true
}

// frameLines matches /^---\n([\s\S]*?)\n---(?:\n|$)/.
func frameLines(text string) (start, end int, ok bool) {
	if !strings.HasPrefix(text, "---\n") {
		return 0, 0, false
	}
	for at := 4; ; {
		n := strings.Index(text[at:], "\n---")
		if n < 0 {
			return 0, 0, false
		}
		end = at + n
		if rest := text[end+4:]; rest == "" || rest[0] == '\n' {
			return 4, end, true
		}
		at = end + 1
	}
}

// frameSpaced matches /^---\s*\n([\s\S]*?)\n---\s*\n/.
func frameSpaced(text string) (start, end int, ok bool) {
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return 0, 0, false
	}
	// Like \s*, match as much white space as possible, then backtrack.
	gap := rest[:len(rest)-len(trimStart(rest))]
	for i := strings.LastIndexByte(gap, '\n'); i >= 0; i = strings.LastIndexByte(gap[:i], '\n') {
		start = len("---") + i + 1
		for at := start; ; {
			n := strings.Index(text[at:], "\n---")
			if n < 0 {
				break
			}
			end = at + n
			after := text[end+4:]
			if white := after[:len(after)-len(trimStart(after))]; strings.Contains(white, "\n") {
				return start, end, true
			}
			at = end + 1
		}
	}
	return 0, 0, false
}

// unsupportedName is the reason for a name with characters that a client does not allow.
func unsupportedName(f *file, name string) Reason {
	return Reason{"invalid character in name " + quote.Text(name), "", f.valueRange("name"), "name-form"}
}
