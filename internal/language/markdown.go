package language

import (
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
)

// plain returns text of a file as Markdown without markup. Editors without a renderer show it as it is, so only
// characters that begin markup are escaped.
func plain(text string) string {
	text = escape.String(text)
	if !strings.ContainsAny(text, "\\`*_[]<>&") {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_[]<>&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// code returns text of a file as a code span of Markdown.
func code(text string) string { return escape.MarkdownCode(text) }

// maxShown is the length, in characters, to which texts of files are shortened.
const maxShown = 600

// shortened returns the start of a text.
func shortened(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxShown {
			return text[:i] + "…"
		}
	}
	return text
}
