package analysis

import (
	"bytes"
	"strings"
)

// ScanPlaceholders returns the ranges of all {{NAME}} placeholders in a text, including braces: "{{",
// capitals, digits and "_", "}}". Similar syntax is skipped: template languages ({{ x }}, {{x}}, {{#if}},
// {{.X}}, {{{X}}}), ${{ }} of workflows, arguments of LaTeX commands.
func ScanPlaceholders(text []byte) []Range {
	var found []Range
	foreignEnd := -1 // end of the last placeholder of another language
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("{{"))
		if n < 0 {
			return found
		}
		start := at + n
		end := start + 2
		for end < len(text) && isNameByte(text[end], end == start+2) {
			end++
		}
		if end == start+2 || !bytes.HasPrefix(text[end:], []byte("}}")) {
			at = start + 1
			continue
		}
		at = end + 2
		if start == foreignEnd || isForeign(text[:start], text[at:]) {
			foreignEnd = at
		} else {
			found = append(found, Range{Start: start, End: at})
		}
	}
}

func isNameByte(c byte, first bool) bool {
	return c >= 'A' && c <= 'Z' || !first && (c == '_' || c >= '0' && c <= '9')
}

// isForeign reports whether a placeholder belongs to another language: there is a third brace, a dollar sign,
// or a LaTeX command of which it is an argument ("\n" is not one).
func isForeign(before, after []byte) bool {
	if len(after) > 0 && after[0] == '}' {
		return true
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch command := bytes.TrimRight(before, letters); {
	case len(before) == 0:
		return false
	case len(command) < len(before):
		return len(before)-len(command) > 1 && bytes.HasSuffix(command, []byte{'\\'})
	}
	return bytes.IndexByte([]byte(`{$\`), before[len(before)-1]) >= 0
}

// A PlaceholderVariant is text that looks like a {{NAME}} placeholder, but is not one: it has spaces, hyphens or small letters
// in its name, or other braces. It may also be part of another template language; only its name decides.
type PlaceholderVariant struct {
	Range  Range  // with all braces
	Key    string // see [PlaceholderKey]
	Spaced bool   // it differs from a placeholder only by spaces inside the braces
	Single bool   // it has single braces
	Word   bool   // its name is one word of small letters, as in many template languages
}

// PlaceholderKey returns a name in capitals, without spaces, hyphens and underscores. Names with the same key differ only in how
// they are written.
func PlaceholderKey(name string) string {
	key := make([]byte, 0, len(name))
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z':
			key = append(key, c-'a'+'A')
		case c != ' ' && c != '-' && c != '_':
			key = append(key, c)
		}
	}
	return string(key)
}

const maxVariant = 64 // bytes inside the braces

// ScanPlaceholderVariants returns the variants of placeholders in a text, in order: {{ NAME }}, {{name}}, {{THE-NAME}}, {THE_NAME} and
// {{NAME}. As for placeholders, ${…}, three braces and arguments of LaTeX commands are skipped.
func ScanPlaceholderVariants(text []byte) []PlaceholderVariant {
	var found []PlaceholderVariant
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '{')
		if n < 0 {
			return found
		}
		start := at + n
		from := start + 1
		for from < len(text) && text[from] == '{' {
			from++
		}
		at = from
		if from-start > 2 {
			continue
		}
		end := from
		for end < len(text) && end-from < maxVariant && isVariantByte(text[end]) {
			end++
		}
		closed := end
		for closed < len(text) && closed-end < 2 && text[closed] == '}' {
			closed++
		}
		if closed == end || closed < len(text) && text[closed] == '}' && from-start == 2 {
			continue
		}
		if v, ok := newVariant(string(text[from:end]), from-start, closed-end); ok && !isForeign(text[:start], text[closed:]) {
			v.Range = Range{Start: start, End: end + min(closed-end, from-start)}
			found = append(found, v)
		}
		at = end
	}
}

func isVariantByte(c byte) bool {
	return c == ' ' || c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// newVariant returns the variant with a text in braces, by the number of braces before and after it. With single braces, only a
// name such as THE_NAME is a variant.
func newVariant(inner string, opened, closed int) (PlaceholderVariant, bool) {
	name := strings.Trim(inner, " ")
	if name == "" || !(name[0] >= 'A' && name[0] <= 'Z' || name[0] >= 'a' && name[0] <= 'z') {
		return PlaceholderVariant{}, false
	}
	upper := strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
	v := PlaceholderVariant{Key: PlaceholderKey(name), Single: opened == 1, Word: strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""}
	switch {
	case opened == 2 && closed == 2:
		v.Spaced = upper
		return v, !upper || name != inner
	case opened == 2:
		return v, upper && name == inner
	}
	return v, upper && name == inner && strings.Contains(name, "_")
}
