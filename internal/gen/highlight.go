package main

import (
	"html"
	"regexp"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// lexerNames maps the languages of code blocks to those of chroma. Blocks of other languages are not colored.
var lexerNames = map[string]string{
	"markdown": "markdown", "yaml": "yaml", "json": "json", "jsonl": "json", "toml": "toml", "sh": "bash", "bash": "bash", "shell": "bash", "go": "go",
	"javascript": "javascript", "js": "javascript", "python": "python", "diff": "diff", "sql": "sql", "lua": "lua", "dockerfile": "docker",
}

// highlight returns a code block as HTML. page returns the address of a rule's page for output of skilllint, or "".
func highlight(language, source string, page func(rule string) string) string {
	switch {
	case language == "console":
		return colorConsole(source, page)
	case language == "text":
		return colorOutput(source, page)
	case language == "markdown" && strings.HasPrefix(source, "---\n"):
		if end := strings.Index(source[4:], "\n---\n"); end >= 0 {
			return colored("p", "---") + "\n" + colorSource("yaml", source[4:4+end+1]) + colored("p", "---") + "\n" + colorSource("markdown", source[4+end+5:])
		}
	}
	if name := lexerNames[language]; name != "" {
		return colorSource(name, source)
	}
	return html.EscapeString(source)
}

// colorSource colors source code.
func colorSource(language, source string) string {
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
		b.WriteString(colored(classOf(token.Type), token.Value))
	}
	if all.String() != source { // a lexer that changes the text must not change the page
		return html.EscapeString(source)
	}
	return b.String()
}

// classOf returns the class of a token, or "".
func classOf(t chroma.TokenType) string {
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

// colored returns text as an element of a class.
func colored(class, text string) string {
	if class == "" || strings.TrimSpace(text) == "" {
		return html.EscapeString(text)
	}
	return `<span class="` + class + `">` + html.EscapeString(text) + "</span>"
}

// colorConsole colors commands and their output, as a terminal does.
func colorConsole(source string, page func(string) string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			b.WriteString(colored("p", "$") + " " + colorSource("bash", command))
			continue
		}
		b.WriteString(colorOutput(line, page))
	}
	return b.String()
}

var (
	findingLine = regexp.MustCompile(`^(\S+?:\d+:\d+|  \d+:\d+)(: )(error|warning|info):(.*?)(?: \[([a-z-]+/[a-z-]+)\])?(\n?)$`)
	detailLine  = regexp.MustCompile(`^( +)(= )(note|help|see [^ ]+|\d+\. [^ ]+)(:.*\n?)$`)
	sourceLine  = regexp.MustCompile(`^( *\d* +\|)(.*\n?)$`)
)

// colorOutput colors the output of skilllint.
func colorOutput(source string, page func(string) string) string {
	var b strings.Builder
	severity := "error"
	for line := range strings.Lines(source) {
		if m := findingLine.FindStringSubmatch(line); m != nil {
			severity = m[3]
			b.WriteString(colored("h", m[1]) + m[2] + colored(severity, m[3]+":") + html.EscapeString(m[4]))
			if m[5] != "" {
				b.WriteString(" [" + outputLink(m[5], page) + "]")
			}
			b.WriteString(m[6])
			continue
		}
		if m := detailLine.FindStringSubmatch(line); m != nil {
			name := "h"
			if m[3] == "help" {
				name = "help"
			}
			b.WriteString(m[1] + colored("p", m[2]) + colored(name, m[3]) + html.EscapeString(m[4]))
			continue
		}
		if m := sourceLine.FindStringSubmatch(line); m != nil {
			name := ""
			if strings.Trim(m[2], " ^_|/\n") == "" {
				name = severity
			}
			b.WriteString(colored("p", m[1]) + colored(name, m[2]))
			continue
		}
		b.WriteString(html.EscapeString(line))
	}
	return b.String()
}

func outputLink(rule string, page func(string) string) string {
	if to := page(rule); to != "" {
		return `<a href="` + html.EscapeString(to) + `">` + html.EscapeString(rule) + "</a>"
	}
	return html.EscapeString(rule)
}
