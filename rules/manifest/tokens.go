package manifest

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// hasToken reports whether a text contains an unresolved {{PLACEHOLDER}}.
func hasToken(v *analysis.Value) bool {
	return v.Kind == analysis.String && len(tokensOf(v.Text)) > 0
}

// A tokenAt is a placeholder in a text.
type tokenAt struct {
	name       string
	start, end int  // including the braces
	spaced     bool // has spaces inside the braces, as in other template languages
	quoted     bool // in backticks
}

// tokensOf returns the placeholders of a text: "{{", capitals, digits and "_", and "}}".
func tokensOf(text string) []tokenAt {
	var found []tokenAt
	ticks, counted := 0, 0 // number of backticks, and the offset up to which they were counted
	for at := 0; ; {
		n := strings.Index(text[at:], "{{")
		if n < 0 {
			return found
		}
		t := tokenAt{start: at + n}
		at = t.start + 1
		if !t.read(text) {
			continue
		}
		at = t.end
		if strings.HasPrefix(text[t.end:], "}") || isForeign(text[:t.start]) {
			continue
		}
		ticks += strings.Count(text[counted:t.start], "`")
		counted = t.start
		t.quoted = ticks%2 == 1
		found = append(found, t)
	}
}

// isForeign reports whether braces belong to another language, because a third brace, a dollar sign or a LaTeX command
// precedes them.
func isForeign(before string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const longest = 40 // bytes of a command
	before = before[max(0, len(before)-longest):]
	command := strings.TrimRight(before, letters)
	return strings.HasSuffix(command, `\`) || len(command) == len(before) && before != "" && strings.IndexByte("{$", before[len(before)-1]) >= 0
}

// read parses a placeholder, and reports whether it succeeded.
func (t *tokenAt) read(text string) bool {
	from := t.start + len("{{")
	left := skip(text, from, " ")
	end := skip(text, left, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
	right := skip(text, end, " ")
	if end == left || text[left] < 'A' || text[left] > 'Z' || !strings.HasPrefix(text[right:], "}}") {
		return false
	}
	t.name, t.end, t.spaced = text[left:end], right+len("}}"), left > from || right > end
	return true
}

// skip returns the offset of the first character that is not in a set.
func skip(text string, at int, set string) int {
	for at < len(text) && strings.IndexByte(set, text[at]) >= 0 {
		at++
	}
	return at
}
