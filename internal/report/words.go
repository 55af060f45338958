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

// maxLine is the number of characters of a one-line message, its help included.
const maxLine = 120

// oneLine returns message and help for formats that have one line for both, where there is room.
func oneLine(f *finding.Finding) string {
	help := helpOf(f)
	if help == "" || utf8.RuneCountInString(f.Message)+utf8.RuneCountInString(help)+2 > maxLine {
		return f.Message
	}
	return f.Message + "; " + help
}

// details returns effect and help as lines of their own.
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

// lines joins message, effect and help, each escaped, for formats that have lines for them.
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
			all = append(all, sentence(capital(text)))
		}
	}
	return strings.Join(all, " ")
}

// sentence ends a text with a period.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// capital makes the first letter of a sentence a capital, unless it begins with a name, as macOS or linked_tasks[1].
func capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	word = strings.TrimRight(word, ":,")
	if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
