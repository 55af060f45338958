package commands

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/script"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/syntax/tomltree"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/yuin/goldmark/ast"
)

// A blocks checks the fenced blocks of a document.
type blocks struct {
	pass  *analysis.Pass
	roles *role.Map
}

// shell reports shell blocks with an unclosed quote or here-document.
func (b *blocks) shell() {
	d := b.pass.Document
	for _, s := range shell.Unclosed(d) {
		p := script.ShellError(s.Text)
		if p == nil || b.isWrong(s.Fence) || !isUnclosedCommand(s.Text, p) || isEndedByFence(d, s.Fence, p) {
			continue
		}
		help := "close the quote"
		if !strings.HasSuffix(p.Message, "quote") {
			help = "add the line that ends it"
		}
		b.pass.Report(analysis.Diagnostic{Range: s.RangeOf(p.Range), Severity: analysis.Warning, Message: p.Message + " in a shell block",
			Effect: "the command waits for more input, or fails", Help: help})
	}
}

// isEndedByFence reports whether a here-document ends after the block, because it contains a fence.
func isEndedByFence(d *analysis.Document, f *analysis.Fence, p *script.Problem) bool {
	_, word, ok := strings.Cut(p.Message, "\"")
	return ok && bytes.Contains(d.Source[f.End:], []byte("\n"+strings.TrimSuffix(word, "\"")+"\n"))
}

// isUnclosedCommand reports whether a command that is not output or prose has an unclosed quote or here-document.
func isUnclosedCommand(text string, p *script.Problem) bool {
	if p.Message != "unclosed quote" && !strings.HasPrefix(p.Message, "unclosed here-document") {
		return false
	}
	before := text[:p.Range.Start]
	line := before[strings.LastIndexByte(before, '\n')+1:] + text[p.Range.Start:]
	line, _, _ = strings.Cut(line, "\n")
	if isInPlaceholder(before, text[p.Range.Start:]) || strings.Contains(text, "```") || strings.Contains(line, `\`) && strings.Contains(line, `:\`) {
		return false
	}
	if p.Message != "unclosed quote" { // the only one in the text, and with content: others show variants
		_, content, _ := strings.Cut(text[p.Range.Start:], "\n")
		return strings.Count(text, "<<") == 1 && strings.TrimSpace(content) != ""
	}
	if strings.Contains(line, `"""`) || strings.Contains(line, "'''") {
		return false
	}
	// The command starts on this line, or on one before it that is continued.
	start := strings.LastIndexByte(before, '\n') + 1
	for start > 1 && start <= len(before) && text[start-2] == '\\' {
		start = strings.LastIndexByte(text[:start-1], '\n') + 1
	}
	word, _, _ := strings.Cut(strings.TrimLeft(text[start:], " \t"), " ")
	return isCommon(word)
}

// isInPlaceholder reports whether a position is in a placeholder such as <the user's command> or {the user's name}.
func isInPlaceholder(before, after string) bool {
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	isInside := func(opening, closing byte) bool {
		return strings.LastIndexByte(before, opening) > strings.LastIndexByte(before, closing) && strings.IndexByte(after, closing) >= 0
	}
	return isInside('<', '>') || isInside('{', '}')
}

// isCommon reports whether a word is the name of a program that often starts a command.
func isCommon(word string) bool {
	switch word {
	case "curl", "echo", "printf", "git", "gh", "jq", "grep", "sed", "awk", "cat", "python", "python3", "node", "npm", "npx", "pip", "docker", "kubectl", "aws", "gcloud", "az", "psql", "export", "ssh", "uv", "bun", "claude", "codex", "gemini":
		return true
	}
	return false
}

// isWrong reports whether the text calls a block wrong.
func (b *blocks) isWrong(f *analysis.Fence) bool { return b.roles.IsWrong(f.Open.Start) }

// data reports data that the text introduces as the content of a file and that does not parse.
func (b *blocks) data() {
	d := b.pass.Document
	for i := range d.Fences {
		f := &d.Fences[i]
		language := dataLanguage(f.Info)
		if language == "" || !f.Closed || f.Node.Lines().Len() == 0 {
			continue
		}
		name := fileOf(d, f, language)
		if name == "" || b.isWrong(f) {
			continue
		}
		text, places := blockText(d, f)
		if hasOmissions(text) || language == "json" && hasComments(text) {
			continue
		}
		if p := dataProblem(language, text); p != nil && !isFragment(language, text, p) && !(p.Message == "trailing comma" && isLenient(name)) {
			at := analysis.Range{Start: places.at(p.Range.Start), End: places.at(p.Range.End)}
			b.pass.Report(analysis.Diagnostic{Range: at, Severity: analysis.Info, About: name,
				Message: "invalid " + strings.ToUpper(language) + " for a file: " + p.Message, Effect: "a file with this content is rejected", Help: p.Help})
		}
	}
}

// isLenient reports whether the program that reads a file of this name allows comments and trailing commas in JSON.
func isLenient(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig") || strings.Contains(name, ".vscode/")
}

func dataProblem(language string, text []byte) *analysis.Problem {
	switch language {
	case "json":
		return jsontree.Parse(text, 0).Broken
	case "toml":
		return tomltree.Parse(text).Broken
	}
	if bytes.Contains(text, []byte("\n---")) {
		return nil // several documents
	}
	return yamltree.Parse(text, analysis.Range{Start: 0, End: len(text)}).Broken
}

// isFragment reports whether a problem is due to a part of a file, a placeholder, or two variants of a file in one block.
func isFragment(language string, text []byte, p *analysis.Problem) bool {
	start := bytes.TrimSpace(text)
	if language == "json" && (len(start) == 0 || start[0] != '{' && start[0] != '[') {
		return true
	}
	if language == "yaml" && (strings.Contains(p.Message, "unsupported directive") || bytes.Contains(text, []byte("- [ ]"))) {
		return true // a dialect of its own, such as that of OpenCV, or a list of tasks
	}
	if line := lineAt(text, p.Range.Start); language == "yaml" && isJoinedSlot(line) || language == "toml" && isElement(line) {
		return true
	}
	return strings.Contains(p.Message, "duplicate") || strings.Contains(p.Message, "after the value") || strings.Contains(p.Message, "second value") || strings.Contains(p.Message, `unexpected "|"`) || language == "json" && strings.Contains(p.Message, "unquoted text")
}

// lineAt returns the line of a text with an offset.
func lineAt(text []byte, at int) string {
	at = min(at, len(text))
	end := bytes.IndexByte(text[at:], '\n')
	if end < 0 {
		end = len(text) - at
	}
	return string(text[bytes.LastIndexByte(text[:at], '\n')+1 : at+end])
}

// isJoinedSlot reports whether a key or value of YAML starts with a placeholder in braces that is part of a name: {team}-agent.
func isJoinedSlot(line string) bool {
	parts := strings.Split(line, "}")
	for i, part := range parts[:len(parts)-1] {
		open := strings.LastIndexByte(part, '{')
		name := part[open+1:]
		if after := parts[i+1]; open >= 0 && name != "" && !strings.ContainsAny(name, ":,\"' ") && after != "" && strings.IndexByte("-_./", after[0]) >= 0 {
			return true
		}
	}
	return false
}

// isElement reports whether a line of TOML is an element of an array that the excerpt does not show: "name >= 1", and a comma.
func isElement(line string) bool {
	code, _, _ := strings.Cut(line, "#")
	code = strings.TrimSpace(code)
	return strings.HasPrefix(code, "\"") && strings.HasSuffix(code, "\",")
}

func dataLanguage(info string) string {
	first, _, _ := strings.Cut(info, " ")
	switch first {
	case "json", "toml", "yaml":
		return first
	case "yml":
		return "yaml"
	}
	return ""
}

// fileOf returns the name of the file whose content a block shows, or "": from the info string, the first line, or the
// paragraph or heading before it.
func fileOf(d *analysis.Document, f *analysis.Fence, language string) string {
	if _, rest, ok := strings.Cut(f.Info, " "); ok {
		if name := fileIn(rest, language); name != "" {
			return name
		}
	}
	before := f.Node.PreviousSibling()
	if before == nil || before.Kind() != ast.KindParagraph && before.Kind() != ast.KindTextBlock && before.Kind() != ast.KindHeading || before.Lines().Len() == 0 {
		return ""
	}
	text := strings.TrimSpace(string(d.Around(before)))
	if before.Kind() != ast.KindHeading && !strings.HasSuffix(strings.TrimRight(text, "*_"), ":") {
		return ""
	}
	return fileIn(text[strings.LastIndexByte(text, '\n')+1:], language)
}

// fileIn returns the name of a file of a language in a text, in backticks or quotes, or "".
func fileIn(text, language string) string {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r == ' ' || r == '`' || r == '"' || r == '*' || r == '(' || r == ')' || r == '='
	}) {
		word = strings.TrimRight(word, ":.,")
		ext := strings.TrimPrefix(strings.ToLower(path.Ext(word)), ".")
		if ext == "yml" {
			ext = "yaml"
		}
		if ext == language && len(word) > len(ext)+1 && !strings.ContainsAny(word, "{}<>|*[]") {
			return word
		}
	}
	return ""
}

// A lineMap converts offsets in the text of a block to those in the file.
type lineMap struct{ starts, places []int }

func (m lineMap) at(offset int) int {
	i := len(m.starts) - 1
	for i > 0 && m.starts[i] > offset {
		i--
	}
	return m.places[i] + offset - m.starts[i]
}

func blockText(d *analysis.Document, f *analysis.Fence) ([]byte, lineMap) {
	var text []byte
	var m lineMap
	for i := range f.Node.Lines().Len() {
		at := f.Node.Lines().At(i)
		m.starts, m.places = append(m.starts, len(text)), append(m.places, at.Start)
		text = append(text, d.Source[at.Start:at.Stop]...)
	}
	return text, m
}

// hasOmissions reports whether a text leaves something out, or has placeholders outside of strings.
func hasOmissions(text []byte) bool {
	for _, mark := range []string{"...", "…", "{{", "{%", "<%", "${", "<"} {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return bytes.Contains(text, []byte("[placeholder")) || bytes.Contains(text, []byte("YOUR_"))
}

// hasComments reports whether JSON has comments, or several values as in JSON Lines.
func hasComments(text []byte) bool {
	if bytes.Contains(text, []byte("/* ")) || bytes.Contains(text, []byte("←")) {
		return true
	}
	for line := range bytes.Lines(text) {
		if t := bytes.TrimSpace(line); bytes.HasPrefix(t, []byte("//")) || bytes.HasPrefix(t, []byte("#")) || bytes.HasPrefix(t, []byte("/*")) || bytes.Contains(t, []byte(" // ")) || bytes.Contains(t, []byte(" # ")) {
			return true
		}
	}
	return false
}
