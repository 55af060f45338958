package markdown

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// EmptyBody reports a skill, agent, command, prompt or rule in which nothing stands but the header.
//
// Its name and description are listed, so a model calls it, and then reads nothing that tells it
// what to do. Comments, rules and short headings alone are nothing as well. duyetbot's validator
// wants at least 50 characters.
//
// Write what it is to do, or delete the file.
//
// Left alone: files whose header is missing or does not end, which frontmatter/missing reports;
// and agents whose header has the prompt itself, or the address of an agent elsewhere.
var EmptyBody = &analysis.Analyzer{
	Name:     "markdown/empty-body",
	Doc:      "nothing behind the header, or less than the dialect wants",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    withInstructions,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-21",
		Name: "loaders hand over what stands behind the header, and nothing else; duyetbot's validator"},
	Run: emptyBody,
}

// withInstructions are the kinds of files whose body tells a model what to do.
const withInstructions = analysis.Skill | analysis.Agent | analysis.Command | analysis.Prompt | analysis.CursorRule

func emptyBody(pass *analysis.Pass) error {
	d := pass.Document
	rules := d.Rules()
	if d.Body == nil || rules == nil || !headerIsFine(d, rules) || hasPrompt(d) {
		return nil
	}
	what := withoutInstructions(d)
	if what == "" {
		tooShort(pass, rules.Body)
		return nil
	}
	pass.Reportf(placeOfBody(d), "%s, so the model that is given this %s learns nothing from it; write what it is to do",
		what, d.Kind)
	return nil
}

// headerIsFine reports whether the body is what the loader takes for it.
func headerIsFine(d *analysis.Document, rules *schema.KindRules) bool {
	switch {
	case d.Header == nil || d.Encoding != analysis.UTF8:
		return false
	case d.Header.State == analysis.HeaderClosed:
		return true
	}
	return d.Header.State == analysis.HeaderNone && rules.Header.Need != "required"
}

// hasPrompt reports whether the header says what the body would: OpenCode's prompt, or where an
// agent of Gemini is that lies elsewhere.
func hasPrompt(d *analysis.Document) bool {
	if d.Data != nil && d.Data.Kind == analysis.List {
		return true
	}
	return d.Data.Get("prompt").IsString() || d.Data.Get("agent_card_url").IsString()
}

// tooShort reports a body that is shorter than the dialect wants.
func tooShort(pass *analysis.Pass, rules *schema.BodyRules) {
	d := pass.Document
	if rules == nil || rules.Least == 0 {
		return
	}
	if n := schema.Length(string(d.Source[d.BodyStart():]), schema.UTF16); n < rules.Least {
		pass.Reportf(placeOfBody(d), "the body has only %d of the %d characters that %s wants at least; write more of what the %s is to do",
			n, rules.Least, rules.Reader, d.Kind)
	}
}

// placeOfBody is where the body should begin: the first line of what stands there, else the line
// that ends the header.
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
