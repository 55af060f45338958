// Package gfm writes text that strangers wrote into Markdown as GitHub and GitLab render it, where
// it has no effect of its own.
package gfm

import (
	"strings"

	"github.com/skilllint/skilllint/internal/visible"
)

// Cell returns text as code in the cell of a table, where a "|" cannot be told from the border of the
// cell in all renderers when backslashes stand before it.
func Cell(text string) string {
	if !strings.Contains(text, "|") {
		return Code(text)
	}
	return "<code>" + strings.ReplaceAll(Prose(text), `\|`, "&#124;") + "</code>"
}

// Code returns text as code.
func Code(text string) string {
	text = visible.String(text)
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

// Prose returns text as it is: no mark in it has an effect, nobody is mentioned, no
// issue referred to and no address linked.
func Prose(text string) string {
	var b strings.Builder
	text = visible.String(text)
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
