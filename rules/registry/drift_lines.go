package registry

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
)

// clientOf returns the name of the client in the path of a file, such as "roo" for ".roo/skills".
func clientOf(f *analysis.File) string {
	for part := range strings.SplitSeq(path.Dir(f.Rel), "/") {
		if len(part) > 1 && part[0] == '.' {
			return strings.ToLower(part[1:])
		}
	}
	return "claude"
}

// linesOfCopy returns the lines of a text that have words. Of the frontmatter, it returns only the description, because other fields
// differ between clients.
func linesOfCopy(source []byte) []copiedLine {
	if bytes.IndexByte(source, 0) >= 0 {
		return nil
	}
	var all []copiedLine
	header, start := bytes.HasPrefix(source, []byte("---")), 0
	for line := range bytes.Lines(source) {
		text := strings.TrimSpace(string(line))
		begin := start + bytes.Index(line, []byte(text))
		if start += len(line); header && begin > 0 && text == "---" {
			header = false
		}
		words := wordsOfCopy(text)
		if len(words) == 0 || header && !strings.HasPrefix(text, "description:") {
			continue
		}
		all = append(all, copiedLine{analysis.Range{Start: begin, End: begin + len(text)}, text, words, nameOf(text), strings.Join(words, " ")})
	}
	return all
}

// namesOfClients are words that differ between copies for several clients.
const namesOfClients = " agent agents ai anthropic antigravity claude cli cline code codex continue copilot crush cursor gemini github google instructions junie md openai opencode qwen roo rules vscode windsurf "

// wordsOfCopy returns the words of a line in lower case, without punctuation, paths, names of files, variables and the names of clients.
func wordsOfCopy(text string) []string {
	var words []string
	for field := range strings.FieldsSeq(strings.ToLower(text)) {
		field, _, _ = strings.Cut(field, "](")
		if ext := path.Ext(strings.TrimRightFunc(field, unicode.IsPunct)); strings.ContainsAny(field, `/\$`) || len(ext) > 1 && !isDigits(ext[1:]) {
			continue
		}
		words = append(words, strings.FieldsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	return slices.DeleteFunc(words, func(w string) bool { return strings.Contains(namesOfClients, " "+w+" ") })
}

// nameOf returns the first word of a line, without punctuation and Markdown around it.
func nameOf(text string) string {
	text = strings.TrimLeftFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end := strings.IndexAny(text, " \t|`*](:"); end >= 0 {
		text = text[:end]
	}
	return text
}
