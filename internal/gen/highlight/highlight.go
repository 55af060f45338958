// Package highlight colors the code blocks of the site.
package highlight

import (
	"html"
	"regexp"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// languages maps the languages of code blocks to those of chroma. Blocks of other languages are not colored.
var languages = map[string]string{
	"markdown": "markdown", "yaml": "yaml", "json": "json", "jsonl": "json", "toml": "toml", "sh": "bash", "bash": "bash", "shell": "bash", "go": "go",
	"javascript": "javascript", "js": "javascript", "python": "python", "diff": "diff", "sql": "sql", "lua": "lua", "dockerfile": "docker",
}

// Code returns a code block as HTML. page returns the address of a rule's page for output of skilllint, or "".
func Code(language, source string, page func(rule string) string) string {
	switch {
	case language == "console":
		return console(source, page)
	case language == "text":
		return output(source, page)
	case language == "markdown" && strings.HasPrefix(source, "---\n"):
		if end := strings.Index(source[4:], "\n---\n"); end >= 0 {
			return span("p", "---") + "\n" + lex("yaml", source[4:4+end+1]) + span("p", "---") + "\n" + lex("markdown", source[4+end+5:])
		}
	}
	if name := languages[language]; name != "" {
		return lex(name, source)
	}
	return html.EscapeString(source)
}

// lex colors source code.
func lex(language, source string) string {
	lexer := lexers.Get(language)
	if lexer == nil {
		return html.EscapeString(source)
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: true}, source)
	if err != nil {
		return html.EscapeString(source)
	}
	var b, all strings.Builder
	for token := tokens(); token != chroma.EOF; token = tokens() {
		all.WriteString(token.Value)
		b.WriteString(span(class(token.Type), token.Value))
	}
	if all.String() != source { // a lexer that changes the text must not change the page
		return html.EscapeString(source)
	}
	return b.String()
}

// class returns the class of a token, or "".
func class(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "c"
	case t == chroma.NameTag, t == chroma.NameAttribute, t.InCategory(chroma.Keyword):
		return "k"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "n"
	case t == chroma.GenericHeading, t == chroma.GenericSubheading, t == chroma.GenericStrong:
		return "h"
	case t == chroma.NameVariable, t == chroma.NameBuiltin, t == chroma.NameFunction:
		return "v"
	case t == chroma.GenericDeleted:
		return "error"
	case t == chroma.GenericInserted:
		return "help"
	}
	return ""
}

// span returns text as an element of a class.
func span(class, text string) string {
	if class == "" || strings.TrimSpace(text) == "" {
		return html.EscapeString(text)
	}
	return `<span class="` + class + `">` + html.EscapeString(text) + "</span>"
}

// console colors commands and their output, as a terminal does.
func console(source string, page func(string) string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			b.WriteString(span("p", "$") + " " + lex("bash", command))
			continue
		}
		b.WriteString(output(line, page))
	}
	return b.String()
}

var (
	findingLine = regexp.MustCompile(`^(\S+?:\d+:\d+|  \d+:\d+)(: )(error|warning|info):(.*?)(?: \[([a-z-]+/[a-z-]+)\])?(\n?)$`)
	detailLine  = regexp.MustCompile(`^( +)(= )(note|help|see [^ ]+|\d+\. [^ ]+)(:.*\n?)$`)
	sourceLine  = regexp.MustCompile(`^( *\d* +\|)(.*\n?)$`)
)

// output colors the output of skilllint.
func output(source string, page func(string) string) string {
	var b strings.Builder
	severity := "error"
	for line := range strings.Lines(source) {
		if m := findingLine.FindStringSubmatch(line); m != nil {
			severity = m[3]
			b.WriteString(span("h", m[1]) + m[2] + span(severity, m[3]+":") + html.EscapeString(m[4]))
			if m[5] != "" {
				b.WriteString(" [" + ruleLink(m[5], page) + "]")
			}
			b.WriteString(m[6])
			continue
		}
		if m := detailLine.FindStringSubmatch(line); m != nil {
			name := "h"
			if m[3] == "help" {
				name = "help"
			}
			b.WriteString(m[1] + span("p", m[2]) + span(name, m[3]) + html.EscapeString(m[4]))
			continue
		}
		if m := sourceLine.FindStringSubmatch(line); m != nil {
			name := ""
			if strings.Trim(m[2], " ^_|/\n") == "" {
				name = severity
			}
			b.WriteString(span("p", m[1]) + span(name, m[2]))
			continue
		}
		b.WriteString(html.EscapeString(line))
	}
	return b.String()
}

func ruleLink(rule string, page func(string) string) string {
	if to := page(rule); to != "" {
		return `<a href="` + html.EscapeString(to) + `">` + html.EscapeString(rule) + "</a>"
	}
	return html.EscapeString(rule)
}
