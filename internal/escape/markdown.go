package escape

import (
	"strings"
)

// MarkdownCell returns text as code for a table cell. Text with "|" becomes an HTML element, because some renderers treat a "|" after
// backslashes as a cell border.
func MarkdownCell(text string) string {
	if !strings.Contains(text, "|") {
		return MarkdownCode(text)
	}
	return "<code>" + strings.ReplaceAll(MarkdownText(text), `\|`, "&#124;") + "</code>"
}

// MarkdownCode returns text as a code span for GitHub and GitLab.
func MarkdownCode(text string) string {
	text = String(text)
	longest, run := 0, 0
	for _, r := range text {
		if r == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	if text == "" || strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || text[0] == ' ' && text[len(text)-1] == ' ' {
		text = " " + text + " "
	}
	return fence + text + fence
}

// MarkdownText escapes text for Markdown: it renders without markup, mentions, issue references and links.
func MarkdownText(text string) string {
	var b strings.Builder
	text = String(text)
	for i, r := range text {
		switch {
		case r == '@' || r == '#':
			b.WriteString(`\` + string(r) + "<!-- -->")
		case r == ':' && strings.HasPrefix(text[i:], "://"):
			b.WriteString(`:<!-- -->`)
		case r == '.' && strings.EqualFold(text[max(0, i-3):i], "www"):
			b.WriteString(`<!-- -->.`)
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case strings.ContainsRune("\\`*_{}[]()+-!|~$", r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
