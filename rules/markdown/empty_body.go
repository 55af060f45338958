package markdown

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/schema"
)

// EmptyBody reports skills, subagents, commands, prompts and rules without instructions.
//
// Clients show name and description to the model, so it uses the file and then gets no instructions
// from it. Comments, thematic breaks and short headings alone are not instructions. duyetbot's
// validator also requires at least 50 characters.
//
// Not reported:
//   - files with missing or unclosed frontmatter, which frontmatter/missing reports
//   - templates, examples and test data, by the name of a directory or the file
//   - subagents whose frontmatter contains the prompt, or the address of a remote agent
//   - agents of OpenCode that select a model: their prompt is that of the model
var EmptyBody = &analysis.Analyzer{
	Name:     "markdown/empty-body",
	Doc:      "file without instructions after the frontmatter",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    withInstructions,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-21",
		Name: "clients pass on only the text after the frontmatter; duyetbot's validator"},
	Run: emptyBody,
}

// withInstructions are the kinds of files whose body contains instructions for a model.
const withInstructions = analysis.Skill | analysis.Agent | analysis.Command | analysis.Prompt | analysis.CursorRule

func emptyBody(pass *analysis.Pass) error {
	d := pass.Document
	rules := d.Rules()
	if d.Body == nil || rules == nil || !hasBody(d, rules) || hasPrompt(d) || placeholder.IsTemplatePath(d.Rel) {
		return nil
	}
	message := emptyMessage(d)
	if message == "" {
		checkMinimum(pass, rules.Body)
		return nil
	}
	pass.Report(analysis.Diagnostic{Range: placeOfBody(d), Message: message,
		Effect: "models get no instructions from the file", Help: "write the instructions, or delete the file"})
	return nil
}

// hasBody reports whether clients use the body.
func hasBody(d *analysis.Document, rules *schema.KindRules) bool {
	switch {
	case d.Header == nil || d.Encoding != analysis.UTF8:
		return false
	case d.Header.State == analysis.HeaderClosed:
		return true
	}
	return d.Header.State == analysis.HeaderNone && rules.Header.Need != "required"
}

// hasPrompt reports whether the frontmatter replaces the body: with OpenCode's prompt, or the URL of a remote subagent of
// Gemini CLI. An agent of OpenCode may only select a model, whose prompt is used then.
func hasPrompt(d *analysis.Document) bool {
	if d.Data != nil && d.Data.Kind == analysis.List {
		return true
	}
	return d.Data.Get("prompt").IsString() || d.Data.Get("agent_card_url").IsString() ||
		d.Dialect != nil && d.Dialect.Name == "opencode" && d.Kind == analysis.Agent && d.Data.Get("model").IsString()
}

// checkMinimum reports a body that is shorter than the dialect requires.
func checkMinimum(pass *analysis.Pass, rules *schema.BodyRules) {
	d := pass.Document
	if rules == nil || rules.Least == 0 {
		return
	}
	if n := schema.Length(string(d.Source[d.BodyStart():]), schema.UTF16); n < rules.Least {
		pass.Report(analysis.Diagnostic{Range: placeOfBody(d),
			Message: fmt.Sprintf("body is only %s long", quote.Plural(n, "character")),
			Effect:  fmt.Sprintf("%s requires at least %d characters", rules.Reader, rules.Least),
			Help:    "write more detailed instructions"})
	}
}

// placeOfBody returns the first line of the body with text, or the line that closes the frontmatter.
func placeOfBody(d *analysis.Document) analysis.Range {
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount(); number++ {
		if r := d.TrimLine(d.LineRange(number)); r.Start >= d.BodyStart() && r.Len() > 0 {
			return r
		}
	}
	if d.Header.State == analysis.HeaderClosed {
		return d.Header.Close
	}
	return d.LineRange(1)
}
