package tokens

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// PromptVariable reports variables of prompts that no client replaces in skills.
//
// VS Code inserts ${selection}, ${file} and ${input:name} in prompt files, and programs that send prompts
// insert {{question}}. In a skill, subagent or command, the model sees the braces and has to guess the value. In
// a description, it sees them in every conversation. They are often left over from a conversion.
//
// Severity:
//   - warning in a description, and for ${selection} and the like
//   - warning for {{question}} where the client has another syntax, such as $ARGUMENTS
//   - info for {{question}} elsewhere, once for all files
//
// Not reported:
//   - code, which may define a variable of that name, except inline code that is only ${file}, or has ${input:name}
//   - {{question}} within a sentence, which may be about templates
//   - texts about prompt files, launch.json or tasks.json
//   - prompt files of GitHub Copilot, which have these variables, and commands of Gemini CLI, which inserts {{args}}
var PromptVariable = &analysis.Analyzer{
	Name:     "tokens/prompt-variable",
	Doc:      "variable of a prompt that is not replaced",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-28",
		Name: "VS Code's documentation of prompt files and variables, and its open request for variables in agent files (microsoft/vscode#272732); Claude Code's documentation of skills"},
	Requires: []*analysis.Analyzer{placeholder.PromptFact.Analyzer},
	Run:      promptVariable,
}

func promptVariable(pass *analysis.Pass) error {
	d := pass.Document
	if d.Dialect == nil || d.Kind == analysis.Command && d.Dialect.Name == "gemini" || d.Dialect.Tokens != nil {
		return nil
	}
	if isAboutPrompts(d.Source) {
		return nil
	}
	description := d.Data.Get("description")
	first := map[string]*analysis.Diagnostic{}
	var order []string
	for _, p := range placeholder.PromptFact.Of(pass) {
		described := description.IsString() && description.Range.Contains(p.Range)
		braced := d.Source[p.Range.Start] == '{'
		if !described && (p.Kind != markdown.InText || braced && !p.Alone) && !isCodeOfPrompt(d, p) {
			continue
		}
		key := fmt.Sprint(p.Name, described)
		if f := first[key]; f != nil {
			if len(f.Related) < maxPlaces {
				f.Related = append(f.Related, analysis.Related{Location: d.At(p.Range), Message: "also here"})
			}
			continue
		}
		first[key] = promptFinding(d, p, described, braced)
		order = append(order, key)
	}
	for _, key := range order {
		pass.Report(*first[key])
	}
	return nil
}

// isCodeOfPrompt reports whether inline code is a variable that only prompt files have: `${file}` alone, or ${input:name}.
func isCodeOfPrompt(d *analysis.Document, p placeholder.Prompt) bool {
	start, end := p.Range.Start, p.Range.End
	if p.Kind != markdown.InSpan || d.Source[start] != '$' {
		return false
	}
	return p.Name == "input" && bytes.IndexByte(d.Source[start:end], ':') > 0 || d.Source[start-1] == '`' && end < len(d.Source) && d.Source[end] == '`'
}

func promptFinding(d *analysis.Document, p placeholder.Prompt, described, braced bool) *analysis.Diagnostic {
	f := &analysis.Diagnostic{Range: p.Range, Message: "variable is not replaced: " + quote.Text(d.Text(p.Range)),
		Effect: "the model sees it literally", Help: "say in words what to use"}
	arguments := d.Dialect.Arguments != nil && !d.Guessed && !d.Shared && slices.Contains(d.Dialect.Arguments.Kinds, d.Kind.String())
	switch {
	case described:
		f.Message = "variable in the description is not replaced: " + quote.Text(d.Text(p.Range))
		f.Effect, f.Help = "the model sees it literally in every conversation", "delete it"
	case braced && arguments:
		f.Help = "write $ARGUMENTS"
	case braced:
		f.Severity = analysis.Info
		f.Group = analysis.Group{Key: p.Name, Message: "variable is not replaced in " + analysis.Many + " files: " + quote.Text(d.Text(p.Range))}
	case p.Name == "input" && arguments:
		f.Help = "write $ARGUMENTS, or say in words what to ask for"
	}
	return f
}

// isAboutPrompts reports whether a text is about files in which clients replace such variables.
func isAboutPrompts(text []byte) bool {
	for _, name := range []string{".prompt.md", "launch.json", "tasks.json", "prompt file", "mcp.json"} {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}
