package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/shell"
)

// Permission reports commands that allowed-tools does not cover, and patterns in allowed-tools that match no command.
//
// Claude Code compares each command with the patterns: "git add:*" and "git add *" are prefixes, and a command that is joined of
// several needs all of them. It asks the user for other commands, and in runs without a user it refuses them. If it
// inserts the output of a command (!`command`) and the user's settings do not allow it, it stops with a permission error.
//
// A pattern with a placeholder that was never replaced, such as Bash(cmd:*), matches nothing. Claude Code replaces only
// ${CLAUDE_PLUGIN_ROOT} and ${CLAUDE_SKILL_DIR}.
//
// Severity:
//   - warning for inserted commands, and for patterns that match nothing
//   - info for commands that the agent is told to run
//
// Not reported:
//   - files without a pattern for Bash in allowed-tools
//   - commands that may only read
//   - patterns for commands that the text does not show, because the agent may choose them
var Permission = &analysis.Analyzer{
	Name:     "commands/permission",
	Doc:      "command that allowed-tools does not cover, or pattern that matches nothing",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Skill | analysis.Command,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: "2026-11-27",
		Name: "Claude Code's documentation of permissions (Bash rules) and of skills (allowed-tools)"},
	Run: permissions,
}

// Limits of a file. What is beyond them is not checked.
const (
	maxPatterns = 200
	maxJudged   = 500
)

func permissions(pass *analysis.Pass) error {
	d := pass.Document
	field := d.Data.Get("allowed-tools")
	if field == nil || d.Dialect == nil || d.Dialect.Name != "claude-code" {
		return nil
	}
	var tools []string
	for _, s := range field.Strings() {
		tools = append(tools, s.Text)
	}
	patterns, all := bashPatterns(strings.Join(tools, ","))
	if all || len(patterns) == 0 && len(tools) == 0 || len(patterns) > maxPatterns {
		return nil
	}
	p := &permission{pass: pass, patterns: patterns, field: field}
	judged := invocation.Of(d)
	told := p.commands(judged[:min(len(judged), maxJudged)])
	broken := false
	for _, pattern := range slices.Compact(slices.Sorted(slices.Values(patterns))) {
		broken = p.pattern(pattern) || broken
	}
	if len(told) > 0 && !broken { // otherwise, it may be what such a pattern is meant for
		p.told(told)
	}
	return nil
}

// A permission is what a document allows.
type permission struct {
	pass     *analysis.Pass
	patterns []string
	field    *analysis.Value
	scripts  map[string]string // the command that runs each script, by name
}

// commands reports inserted commands that no pattern covers, and returns the others that the agent is told to run.
func (p *permission) commands(all []invocation.Invocation) (told []invocation.Invocation) {
	p.scripts = map[string]string{}
	for _, c := range all {
		text := textOf(c.Words)
		if c.File >= 0 {
			name := path.Base(c.Words[c.File].Text)
			if _, known := p.scripts[name]; !known {
				p.scripts[name] = textOf(c.Words[:c.File+1])
			}
		}
		if slices.ContainsFunc(p.patterns, func(pattern string) bool { return covers(pattern, text) }) {
			if c.File >= 0 {
				p.scripts[path.Base(c.Words[c.File].Text)] = ""
			}
			continue
		}
		words := wordsOf(c.Words)
		switch {
		case !needsPermission(words), c.Range.Start != c.Words[0].Range.Start: // after sudo, or a variable
		case slices.ContainsFunc(words[:min(len(words), 2)], p.isUnknown): // tokens/environment reports the variable
		case c.Form == invocation.Insert:
			p.pass.Report(analysis.Diagnostic{Range: c.Range, Message: "command is not covered by allowed-tools: " + quote.Text(text),
				Effect: "Claude Code stops with a permission error unless the user allows it elsewhere", Help: p.addition(words)})
		case c.Form != invocation.Config && len(p.patterns) > 0:
			told = append(told, c)
		}
	}
	return told
}

// told reports commands that the agent is told to run.
func (p *permission) told(told []invocation.Invocation) {
	d := analysis.Diagnostic{Range: told[0].Range, Severity: analysis.Info, Message: "command is not covered by allowed-tools: " + quote.Text(textOf(told[0].Words)),
		Effect: "Claude Code asks the user before it runs the command", Help: p.addition(wordsOf(told[0].Words))}
	for _, c := range told[1:min(len(told), 1+maxPlaces)] {
		d.Related = append(d.Related, analysis.Related{Location: p.pass.Document.At(c.Range), Message: "not covered either"})
	}
	p.pass.Report(d)
}

func (p *permission) addition(words []string) string {
	return "add " + quote.Text("Bash("+strings.Join(words[:min(2, len(words))], " ")+":*)") + " to allowed-tools"
}

func textOf(words []shell.Word) string { return strings.Join(wordsOf(words), " ") }

func wordsOf(words []shell.Word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return texts
}
