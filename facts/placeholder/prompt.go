package placeholder

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
)

// A Prompt is a variable of prompts, as in VS Code's prompt files (${selection}, ${input:name}) and in prompt
// templates ({{question}}): a value that the user supplies, and that is unknown to the model.
type Prompt struct {
	Name  string         // without braces; "input" for ${input:name}
	Range analysis.Range // with braces
	Kind  markdown.Context
	// Alone is set if the variable is a complete value: alone on its line, or after a label.
	Alone bool
}

// PromptFact computes the variables of prompts in a document, in order. Documents without them have no fact.
var PromptFact = analysis.NewFact("prompt", "the ${selection}, ${input:x} and {{question}} of a file, and whether they are in code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command, readPrompts)

func readPrompts(pass *analysis.Pass) ([]Prompt, error) {
	d := pass.Document
	found := ScanPrompts(d.Source)
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	ranges := make([]analysis.Range, len(found))
	for i, p := range found {
		ranges[i] = p.Range
	}
	for i, k := range markdown.ContextsOf(d, ranges) {
		p := &found[i]
		p.Kind = k
		line := d.LineRange(d.LineOf(p.Range.Start))
		p.Alone = isValue(d.Text(analysis.Range{Start: max(line.Start, p.Range.Start-maxLabel), End: p.Range.Start}),
			d.Text(analysis.Range{Start: p.Range.End, End: max(p.Range.End, min(line.End, p.Range.End+maxLabel))}))
	}
	return found, nil
}

// maxLabel is the number of bytes around a variable in which a label and a tag may be.
const maxLabel = 200

// ScanPrompts returns the variables of prompts in a text, also in code.
func ScanPrompts(text []byte) []Prompt {
	var found []Prompt
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '{')
		if n < 0 {
			return found
		}
		start := at + n
		at = start + 1
		switch {
		case start > 0 && text[start-1] == '$':
			name, end := promptName(text, start+1)
			if input := end < len(text) && text[end] == ':' && name == "input"; input {
				end += bytes.IndexAny(text[end:min(len(text), end+maxLabel)], "}\n")
			}
			if end > start && end < len(text) && text[end] == '}' && slices.Contains(editorNames, name) {
				found = append(found, Prompt{Name: name, Range: analysis.Range{Start: start - 1, End: end + 1}})
				at = end + 1
			}
		case start+1 < len(text) && text[start+1] == '{' && (start == 0 || text[start-1] != '{'):
			name, end := promptName(text, start+2)
			if end+1 < len(text) && text[end] == '}' && text[end+1] == '}' && slices.Contains(templateNames, strings.ToLower(name)) {
				found = append(found, Prompt{Name: name, Range: analysis.Range{Start: start, End: end + 2}})
				at = end + 2
			}
		}
	}
}

var (
	// editorNames are names that VS Code replaces in prompt files, and that have no other meaning in a skill.
	editorNames = []string{"file", "fileBasename", "fileBasenameNoExtension", "fileDirname", "input", "relativeFile", "selectedText", "selection"}

	// templateNames are names for the request of a user, in lower case.
	templateNames = []string{"args", "arguments", "input", "prompt", "query", "question", "selection", "user_input", "user_prompt",
		"user_query", "user_question", "user_request", "userinput", "userquery"}
)

const maxPromptName = 40

func promptName(text []byte, at int) (string, int) {
	end := nameEnd(text, at)
	if end-at > maxPromptName {
		return "", end
	}
	return string(text[at:end]), end
}

// isValue reports whether only markup and a label surround a variable: "Question: {{question}}".
func isValue(before, after string) bool {
	before, after = strings.TrimRight(before, " \t\"'*_"), strings.Trim(after, " \t\r\n\"'*_.")
	if strings.HasPrefix(after, "</") && strings.HasSuffix(after, ">") {
		after = ""
	}
	label := strings.Trim(before, " \t>-+*#\ufeff")
	return after == "" && (label == "" || strings.HasSuffix(label, ":") || strings.HasPrefix(label, "<") || strings.HasSuffix(before, ">"))
}
