package report

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/finding"
)

// helpOf returns the help of a finding, or the title of its first fix.
func helpOf(f *finding.Finding) string {
	if f.Help == "" && len(f.Fixes) > 0 {
		return f.Fixes[0].Title
	}
	return f.Help
}

// maxLine is the maximum length of a one-line message with its help, in characters.
const maxLine = 120

// oneLine returns message and help on one line. Help is omitted if the line would be too long.
func oneLine(f *finding.Finding) string {
	help := helpOf(f)
	if help == "" || utf8.RuneCountInString(f.Message)+utf8.RuneCountInString(help)+2 > maxLine {
		return f.Message
	}
	return f.Message + "; " + help
}

// details returns effect and help on separate lines.
func details(f *finding.Finding) []string {
	var all []string
	if f.Effect != "" {
		all = append(all, "note: "+f.Effect)
	}
	if help := helpOf(f); help != "" {
		all = append(all, "help: "+help)
	}
	return all
}

// lines returns the escaped message, effect and help, joined with a separator.
func lines(f *finding.Finding, escaped func(string) string, separator string) string {
	text := escaped(f.Message)
	for _, line := range details(f) {
		text += separator + escaped(line)
	}
	return text
}

// sentences returns message, effect and help as sentences of one paragraph.
func sentences(f *finding.Finding) string {
	var all []string
	for _, text := range [...]string{f.Message, f.Effect, helpOf(f)} {
		if text != "" {
			all = append(all, sentence(capitalize(text)))
		}
	}
	return strings.Join(all, " ")
}

// sentence adds a period to a text, unless it ends with one or a question mark.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// capitalize capitalizes the first letter of a text unless the first word is a name, such as macOS or linked_tasks[1].
func capitalize(text string) string {
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ":,")
	if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
