package markdown

import (
	"strings"

	"github.com/skilllint/skilllint/facts/placeholder"
)

// isForm reports whether a heading introduces the format of an agent's output.
func isForm(heading string) bool {
	for _, word := range []string{"output", "format", "template", "response", "report"} {
		if strings.Contains(heading, word) {
			return true
		}
	}
	return false
}

// isSlot reports whether a text is a placeholder in brackets, but not a note.
func isSlot(text string) bool {
	inner, bracketed := placeholder.Unwrap(text)
	word, _, _ := strings.Cut(strings.ToLower(inner), ":")
	return bracketed && !placeholder.IsNote(word)
}

// hasGap reports whether a line is a sentence with a placeholder in brackets at its end: "Dear [name],". Links have parentheses.
func hasGap(text string) bool {
	start, end := strings.IndexByte(text, '['), strings.LastIndexByte(text, ']')
	return start > 1 && end > start+2 && strings.Trim(text[end+1:], ".,:;!?") == "" && text[start-1] == ' ' && !strings.Contains(text, "](")
}
