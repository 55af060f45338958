package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// Missing reports skills and subagents without the frontmatter that their client requires, and fields without "---".
//
// Frontmatter starts with "---" on the very first line and ends with "---" on a line of its own. Most
// clients find none if it follows a blank line, a comment or a heading, if it ends with "..." or an
// indented "---", or if it never ends. The skill then has no name and no description, and most
// clients skip it without an error.
//
// Some clients have limits of their own. Codex takes an indented "---" for the end of the
// frontmatter, even inside block text. OpenCode takes any line that starts with "---" for its end. A
// byte order mark, Windows line endings, or spaces after "---" hide the frontmatter from some clients;
// files/encoding reports the first two for all others.
//
// Severity:
//   - error in general
//   - info for notes, fixtures and references beside the subagents of a plugin, which Claude Code loads as subagents
//   - warning for skills of CLEO, which has a registry, and for fields without "---" where the client does not require them
//   - info for a SKILL.md inside another skill, which is read as a chapter of it, and for one of a program's own
//     prompts or fixtures: below a directory with "internal", "prompts" or "fixtures" in its name, outside of "skills", or
//     below .opencode/plugins
//   - info for instructions of Copilot (*.instructions.md) without "applyTo" and "description"
//
// Not reported:
//   - files that need no frontmatter: other instructions, prompts, outputs, references, and commands without fields
//   - notes beside Claude Code's subagents: INDEX.md and the like, and files in directories for
//     templates, examples or documentation
//   - files such as answer.agent.md without any frontmatter, outside of a directory for subagents
//   - skills whose client does not require frontmatter, unless they have some that it cannot see
//
// Fix: --fix removes blank lines, indentation or a byte order mark before the frontmatter, and spaces
// after "---", and replaces Windows line endings; --unsafe-fixes adds missing "---".
var Missing = &analysis.Analyzer{
	Name:     "frontmatter/missing",
	Doc:      "missing or unreadable frontmatter",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Agent | analysis.Command | analysis.Instructions,
	Source: analysis.Source{Kind: analysis.Measurement,
		Name: "codex 0.169.0, opencode 1.18.33, gemini-cli 0.61.0, copilot 1.0.102, skills-ref 0.1.5", Checked: "2026-11-21"},
	Run: missing,
}

func missing(pass *analysis.Pass) error {
	d := pass.Document
	if d.Kind == analysis.Instructions {
		reportUnapplied(pass)
		return nil
	}
	rules := headerRules(d.File)
	if d.Header == nil || d.StoredLink() != "" || rules.Need == "none" || rules.Need == "" {
		return nil
	}
	if found := bareFields(d, rules); found != nil {
		pass.Report(*found)
		return nil
	}
	if d.Kind == analysis.Command || rules.Need != "required" && !meantAsHeader(d) || rules.Notes && isNote(d.Rel) && !meantAsHeader(d) {
		return nil
	}
	if d.Header.State == analysis.HeaderNone && isOnlyNamed(d.Rel) {
		return nil
	}
	if found := missingHeader(d, rules); found != nil {
		found.Severity = dialectSeverity(rules.Missing)
		if d.Header.State == analysis.HeaderNone || d.Kind == analysis.Skill && isInternal(d.Rel) {
			*found = reduceSeverity(d, *found)
		}
		pass.Report(*found)
	}
	return nil
}

// missingHeader describes the reason why the client finds no frontmatter, or returns nil.
func missingHeader(d *analysis.Document, rules schema.HeaderRules) *analysis.Diagnostic {
	var found analysis.Diagnostic
	switch d.Header.State {
	case analysis.HeaderNone:
		found = noHeader(d, rules)
	case analysis.HeaderLate:
		found = lateHeader(d, rules)
	case analysis.HeaderUnclosed:
		found = unclosedHeader(d, rules)
	case analysis.HeaderDots:
		found = analysis.Diagnostic{Range: d.Header.Close, Message: `frontmatter ends with "..." instead of "---"`, Effect: rules.WhenMissing,
			SuggestedFixes: rewrite(`replace it with "---"`, false, d.Header.Close, "---")}
	case analysis.HeaderIndented:
		found = indentedHeader(d, rules)
	default:
		return hiddenHeader(d, rules)
	}
	return &found
}

func noHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	found := analysis.Diagnostic{Range: firstText(d), Message: "missing frontmatter", Effect: rules.WhenMissing,
		Help: `start the file with "---", the fields "name" and "description", and "---"`}
	switch text := d.Text(found.Range); {
	case strings.Trim(text, "\ufeff \t\r\n") == "":
		found.Message, found.Help = "empty file", `add frontmatter between two "---" lines, and instructions below it`
	case begins(text, "---"):
		found.Message, found.Help = "frontmatter starts with "+quote.Text(text)+` instead of "---"`, `write "---" alone on the first line`
	case begins(text, "+++"):
		found.Message, found.Help = `TOML frontmatter ("+++") instead of YAML ("---")`, `write "---", and "key: value" instead of "key = value"`
	case begins(text, "```"):
		found.Message, found.Help = "frontmatter inside a code block", `replace both fences with "---"`
	}
	return found
}

func lateHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	h := d.Header
	before := d.TrimLine(analysis.Range{Start: bomEnd(d), End: h.Open.Start})
	if before.Len() == 0 {
		return analysis.Diagnostic{Range: h.Open,
			Message: "blank lines before the frontmatter", Effect: rules.WhenMissing,
			SuggestedFixes: rewrite("remove the blank lines", true, analysis.Range{End: h.Open.Start}, "")}
	}
	return analysis.Diagnostic{Range: h.Open,
		Message: "text before the frontmatter", Effect: rules.WhenMissing, Help: "move the frontmatter to the start of the file",
		Related: []analysis.Related{{Location: d.At(firstText(d)), Message: "frontmatter must start here"}}}
}
