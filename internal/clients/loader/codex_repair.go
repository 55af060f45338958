package loader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
)

// A repair is a value that codex quoted.
type repair struct {
	key     string
	comment string // after the value, outside the quotes; empty if there is none
	offset  int    // of the comment in the frontmatter
}

// requote quotes values that are invalid YAML without quotes: those with a colon and white space, or with
// a reserved character or an invalid flow collection at the start. It works line by line, and skips block
// scalars and quoted values.
func requote(header string) (string, []repair) {
	var out strings.Builder
	var repairs []repair
	block := -1 // indentation of the line that starts the current block scalar
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
		if !value.needsQuotes() {
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

// A lineValue is the text after the first colon of a line.
type lineValue struct {
	key   string
	start int    // of the text in the line
	text  string // without the comment, and white space around it
	rest  string // the comment, with the white space before it
}

// splitValue returns the value of a line; its text is empty if it cannot be repaired. opens reports whether
// a block scalar starts.
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

// commentAt returns the offset of the first # that starts a comment, or -1.
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

// needsQuotes reports whether codex quotes the value.
func (v *lineValue) needsQuotes() bool {
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
