package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/script"
	"github.com/skilllint/skilllint/internal/script/hook"
)

// Hook reports scripts of hooks that read fields Claude Code does not send, or write JSON that it rejects or ignores.
//
// Claude Code writes a JSON object to the standard input of a hook and reads one from its standard output. A script that reads
// .tool instead of .tool_name never acts. If the output has an unknown decision, or hookSpecificOutput has no hookEventName, Claude
// Code discards all of it, and a command that the hook was to block runs. A hook that fails this way looks like one that approves.
//
// The rule reads the scripts that hooks of Claude Code start, in shell, Python, JavaScript and TypeScript, and only literal names.
//
// Severity:
//   - error for output that Claude Code rejects
//   - warning for output that it ignores, for unknown fields of the input, for variables that it does not set, and for a status of 1
//     after a message that something is refused
//
// Not reported:
//   - fields of the input if the script also reads the correct one
//   - variables in scripts that read their input
//   - output of scripts that support other clients
var Hook = &analysis.Analyzer{
	Name:     "commands/hook",
	Doc:      "hook script that reads unknown input or writes output that the client rejects or ignores",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-28",
		Name: "@anthropic-ai/claude-code 2.1.197: its schemas of the input and output of hooks, and what reads them, read"},
	Requires: []*analysis.Analyzer{invocation.CallFact.Analyzer},
	Run:      hooks,
}

func hooks(pass *analysis.Pass) error {
	type key struct {
		tree *analysis.Tree
		rel  string
	}
	started := map[key]*hookScript{}
	var order []*hookScript
	for _, c := range invocation.CallFact.Of(pass) {
		if c.Form != invocation.Config || c.Event == "" || c.Script == nil {
			continue
		}
		for i, word := range c.Words[c.File:] {
			rel := c.To
			if i > 0 { // a script that starts another one beside it
				rel = path.Join(path.Dir(c.To), word.Text)
			}
			language := script.LanguageOf(rel, nil)
			if i == 0 {
				language = c.Script.Language
			} else if _, ok := syntaxes[language]; !ok || c.From.Tree.Stat(rel) != analysis.IsFile {
				continue
			}
			k := key{c.From.Tree, rel}
			h := started[k]
			if h == nil {
				h = &hookScript{pass: pass, bundled: bundled{tree: c.From.Tree, rel: rel}, language: language}
				started[k], order = h, append(order, h)
			}
			if !slices.Contains(h.events, c.Event) {
				h.events = append(h.events, c.Event)
			}
			if !slices.Contains(h.from, c.From.Rel) {
				h.from = append(h.from, c.From.Rel)
			}
		}
	}
	for _, h := range order {
		h.check(string(h.tree.Read(h.rel, script.MaxSize)))
	}
	return nil
}

// A hookScript is a script that hooks start.
type hookScript struct {
	bundled
	pass     *analysis.Pass
	language script.Language
	events   []string
	from     []string // the files with the hooks
	others   bool     // it supports other clients
}

var syntaxes = map[script.Language]hook.Syntax{script.Shell: hook.Shell, script.Python: hook.Python, script.JavaScript: hook.JavaScript, script.TypeScript: hook.JavaScript}

func (h *hookScript) check(text string) {
	s, ok := syntaxes[h.language]
	if !ok {
		return
	}
	lower := strings.ToLower(text)
	for _, client := range []string{"cursor", "copilot", "gemini", "codex", "opencode", "windsurf"} {
		h.others = h.others || strings.Contains(lower, client)
	}
	reported, variables := map[string]bool{}, hook.Variables(text)
	for _, m := range hook.Fields(text, s) {
		correct := correctFields[m.Name]
		if correct == "" || len(variables) > 0 || h.others || reported[m.Name] || hasName(text, correct) > 0 || h.has(m.Name) {
			continue
		}
		reported[m.Name] = true
		h.report(m.Range, analysis.Diagnostic{Severity: analysis.Warning, Message: "unknown field of a hook's input: " + quote.Text(m.Name),
			Effect: "Claude Code does not send it, so the hook reads nothing", Help: "read " + quote.Text(wholeField(m.Name, correct))})
	}
	for _, m := range variables {
		if !reported["$"+m.Name] && !h.isSet(m.Name) {
			reported["$"+m.Name] = true
			h.report(m.Range, analysis.Diagnostic{Severity: analysis.Warning, Message: "hook reads a variable that is never set: " + quote.Text(m.Name),
				Effect: "Claude Code writes the call to standard input, as JSON", Help: "read it from there"})
		}
	}
	if !slices.ContainsFunc(h.events, func(event string) bool { return event != "PreToolUse" }) {
		for _, m := range hook.Failures(text) {
			h.report(m.Range, analysis.Diagnostic{Severity: analysis.Warning, Message: "status 1 of a hook does not block",
				Effect: "Claude Code shows an error, and the tool runs", Help: "use status 2, which blocks the tool and shows its model the message in standard error"})
		}
	}
	for _, o := range hook.Outputs(text, s) {
		h.output(o, text)
	}
}

// has reports whether an event of the script sends a field.
func (h *hookScript) has(name string) bool {
	return slices.ContainsFunc(h.events, func(event string) bool { return slices.Contains(eventFields[event], name) })
}

// isSet reports whether a file with the hooks names a variable.
func (h *hookScript) isSet(name string) bool {
	return slices.ContainsFunc(h.from, func(rel string) bool { return strings.Contains(string(h.tree.Read(rel, script.MaxSize)), name) })
}

func (h *hookScript) report(at analysis.Range, d analysis.Diagnostic) {
	place := h.at(at)
	d.Location = &place
	h.pass.Report(d)
}
