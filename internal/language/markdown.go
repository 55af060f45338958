package language

import (
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
)

// escapeMarkdown escapes text for Markdown. Editors without a renderer show it verbatim, so only characters that begin markup are escaped.
func escapeMarkdown(text string) string {
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

// codeSpan returns text as a Markdown code span.
func codeSpan(text string) string { return escape.MarkdownCode(text) }

// maxShown is the maximum length of texts of files, in characters.
const maxShown = 600

// shorten truncates a text to maxShown.
func shorten(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxShown {
			return text[:i] + "…"
		}
	}
	return text
}
