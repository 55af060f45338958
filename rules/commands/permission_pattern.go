package commands

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// pattern reports whether a pattern matches nothing.
func (p *permission) pattern(pattern string) bool {
	prefix := strings.TrimSuffix(pattern, ":*")
	program, _, _ := strings.Cut(prefix, " ")
	d := analysis.Diagnostic{Range: p.rangeOf(pattern), Effect: "Claude Code asks the user before it runs the commands that are meant", Help: "write the commands that the text tells the agent to run"}
	switch {
	case isUnreplaced(prefix) && !(prefix == "command" && bytes.Contains(p.pass.Document.Source, []byte("command -v"))):
		d.Message = "placeholder in allowed-tools: " + quote.Text("Bash("+pattern+")")
	case strings.Contains(strings.Trim(program, ":"), ":") && !strings.ContainsAny(program, "/\\"):
		d.Message = "pattern matches no command: " + quote.Text("Bash("+pattern+")")
		if prefix != pattern {
			d.Help = "write " + quote.Text("Bash("+strings.ReplaceAll(prefix, ":", " ")+":*)")
		}
	default:
		name := path.Base(prefix[strings.LastIndexByte(prefix, ' ')+1:])
		runs := p.scripts[name]
		if runs == "" || !strings.Contains(name, ".") || strings.Contains(name, "*") {
			return false
		}
		d.Message = "pattern matches no command: " + quote.Text("Bash("+pattern+")")
		allowed := "Bash(" + runs + ":*)"
		if isUnreplaced(runs) {
			allowed = "Bash(" + strings.TrimSuffix(runs, runs[strings.LastIndexByte(runs, ' ')+1:]) + "*/" + name + " *)"
		}
		d.Help = "write it as the text runs the script: " + quote.Text(allowed)
	}
	d.Group = analysis.Group{Key: pattern, Message: analysis.Many + " times, " + d.Message}
	p.pass.Report(d)
	return true
}

// rangeOf returns the place of a pattern in the field.
func (p *permission) rangeOf(pattern string) analysis.Range {
	text := p.pass.Document.Text(p.field.Range)
	if i := strings.Index(text, "Bash("+pattern+")"); i >= 0 {
		return analysis.Range{Start: p.field.Range.Start + i, End: p.field.Range.Start + i + len("Bash()") + len(pattern)}
	}
	return p.field.Range
}

// isUnreplaced reports whether a pattern has a placeholder that Claude Code does not replace.
func isUnreplaced(prefix string) bool {
	switch prefix {
	case "cmd", "command", "your-command", "your_command", "tool", "program", "xxx":
		return true
	}
	rest := strings.NewReplacer("${CLAUDE_PLUGIN_ROOT}", "", "${CLAUDE_SKILL_DIR}", "", "$CLAUDE_PLUGIN_ROOT", "").Replace(prefix)
	return strings.Contains(rest, "{{") || strings.HasPrefix(rest, "{") || strings.Contains(rest, "${") || strings.Contains(rest, "<") && strings.Contains(rest, ">") ||
		strings.Contains(rest, "[") && strings.HasSuffix(rest, "]") || strings.Contains(rest, "{baseDir}")
}
