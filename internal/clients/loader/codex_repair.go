package loader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
)

// A repair is a value that codex put in quotation marks.
type repair struct {
	key     string
	comment string // behind the value, which stays outside; empty when there is none
	offset  int    // of the comment in the header
}

// requote puts values in single quotation marks that break YAML without them: those with a colon
// and white space in them, and those that start like a list, a mapping or a reserved word and are
// none. It goes line by line, and leaves blocks of text and what is in quotation marks alone.
func requote(header string) (string, []repair) {
	var out strings.Builder
	var repairs []repair
	block := -1 // indentation of the line that opened a block of text
	for at := 0; at < len(header); {
		end, next := rustLines(header, at)
		line := header[at:end]
		if at > 0 {
			out.WriteByte('\n')
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && indent <= block && strings.TrimSpace(line) != "" {
			block = -1
		}
		if block >= 0 {
			out.WriteString(line)
			at = next
			continue
		}
		value, opens := splitValue(line)
		if opens {
			block = indent
		}
		if !value.breaks() {
			out.WriteString(line)
			at = next
			continue
		}
		out.WriteString(line[:value.start] + "'" + strings.ReplaceAll(value.text, "'", "''") + "'" + value.rest)
		repairs = append(repairs, repair{value.key, strings.TrimSpace(value.rest), at + len(line) - len(strings.TrimLeftFunc(value.rest, unicode.IsSpace))})
		at = next
	}
	return out.String(), repairs
}

// A lineValue is what stands behind the first colon of a line.
type lineValue struct {
	key   string
	start int    // of the text in the line
	text  string // without the comment, and white space around it
	rest  string // the comment, with the white space before it
}

// splitValue finds the value of a line; it has no text when there is none that a repair may touch.
// opens says that a block of text starts with it.
func splitValue(line string) (v lineValue, opens bool) {
	key, value, found := strings.Cut(line, ":")
	if first, _ := utf8.DecodeRuneInString(value); !found || strings.TrimSpace(key) == "" || value != "" && !unicode.IsSpace(first) {
		return lineValue{}, false
	}
	text := strings.TrimLeftFunc(value, unicode.IsSpace)
	v = lineValue{key: key, start: len(line) - len(text), text: text}
	if hash := commentAt(text); hash >= 0 {
		v.text = strings.TrimRightFunc(text[:hash], unicode.IsSpace)
		v.rest = text[len(v.text):]
	}
	v.text = strings.TrimRightFunc(v.text, unicode.IsSpace)
	if v.text == "" {
		return lineValue{}, false
	}
	switch v.text[0] {
	case '|', '>':
		return lineValue{}, true
	case '\'', '"':
		return lineValue{}, false
	}
	return v, false
}

// commentAt returns the offset of the first # that starts a comment; -1 when there is none.
func commentAt(text string) int {
	for at := 0; at < len(text); at++ {
		if text[at] != '#' {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if at == 0 || unicode.IsSpace(before) {
			return at
		}
	}
	return -1
}

// breaks reports whether the value is put in quotation marks.
func (v *lineValue) breaks() bool {
	if v.text == "" {
		return false
	}
	for at := 0; at < len(v.text); at++ {
		if v.text[at] != ':' {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(v.text[at+1:]); unicode.IsSpace(after) {
			return true
		}
	}
	switch v.text[0] {
	case '[', '{', '@', '`':
		node, err := serdeyaml.Load(v.text)
		return err != nil || node.Check() != nil
	}
	return false
}
